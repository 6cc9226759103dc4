import { type FormEvent, useState } from 'react'
import { AppError } from '../../../shared/errors'
import { client } from '../../base/client'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { Section } from '../../ui/section'
import { showToast } from '../../ui/toast'
import { PassphraseField } from '../vault/passphrase-field'
import { describeStrength } from '../vault/passphrase-strength'

export function PassphraseSection() {
  const [open, setOpen] = useState(false)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [failure, setFailure] = useState<{ about: 'current' | 'next'; words: string }>()
  const [busy, setBusy] = useState(false)
  const strength = describeStrength(next)
  const ready = current !== '' && strength.enough && next === again

  const close = () => {
    setOpen(false)
    setCurrent('')
    setNext('')
    setAgain('')
    setFailure(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await client.call('change-passphrase', { current, next })
      close()
      showToast('The passphrase is changed. The recovery key stays the same.')
    } catch (error) {
      setFailure({ about: error instanceof AppError && error.code === 'WEAK_PASSPHRASE' ? 'next' : 'current', words: errorWords(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section id="passphrase" title="Passphrase">
      <p>A change takes a moment and leaves every thought as it is. Copies of the vault made earlier still open with the old passphrase.</p>
      {open ? (
        <form className="narrow-form" onSubmit={submit}>
          <PassphraseField
            label="Passphrase now"
            value={current}
            onChange={setCurrent}
            autoFocus
            error={failure?.about === 'current' ? failure.words : undefined}
          />
          <PassphraseField
            label="New passphrase"
            value={next}
            onChange={setNext}
            hint={strength.sentence}
            error={failure?.about === 'next' ? failure.words : undefined}
          />
          <PassphraseField
            label="New passphrase again"
            value={again}
            onChange={setAgain}
            error={again !== '' && !next.startsWith(again) ? 'The two do not match.' : undefined}
          />
          <div className="acts">
            <Button type="submit" busy={busy ? 'Changing…' : undefined} disabled={!ready}>
              Change passphrase
            </Button>
            <Button variant="quiet" onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <Button onClick={() => setOpen(true)}>Change passphrase</Button>
      )}
    </Section>
  )
}

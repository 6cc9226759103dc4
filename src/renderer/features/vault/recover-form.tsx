import { type FormEvent, useId, useState } from 'react'
import { AppError } from '../../../shared/errors'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { GateScreen } from './gate-screen'
import { PassphraseField } from './passphrase-field'
import { describeStrength } from './passphrase-strength'
import { useVault } from './vault-store'

/** Opens the vault with its recovery key and sets a new passphrase. */
export function RecoverForm({ onBack }: { onBack: () => void }) {
  const recover = useVault((state) => state.recover)
  const id = useId()
  const [key, setKey] = useState('')
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const [failure, setFailure] = useState<{ about: 'key' | 'passphrase'; words: string }>()
  const [busy, setBusy] = useState(false)
  const strength = describeStrength(next)
  const differs = again !== '' && again !== next
  const ready = key.trim() !== '' && strength.enough && again === next

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await recover(key, next)
      showToast('The vault is open with the new passphrase. Settings can make a new recovery key.')
    } catch (error) {
      setFailure({ about: error instanceof AppError && error.code === 'WEAK_PASSPHRASE' ? 'passphrase' : 'key', words: errorWords(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <GateScreen wide>
      <h1 className="step-h">Open with the recovery key</h1>
      <p className="lead">
        The key you wrote down opens the vault. You choose a new passphrase at the same time; the old one stops working.
      </p>
      <form onSubmit={submit}>
        <div className="field">
          <label className="label" htmlFor={id}>
            Recovery key
          </label>
          <input
            id={id}
            className="input mono"
            value={key}
            // biome-ignore lint/a11y/noAutofocus: the one thing to do on this screen
            autoFocus
            autoComplete="off"
            spellCheck={false}
            aria-invalid={failure?.about === 'key' || undefined}
            onChange={(event) => {
              setKey(event.target.value)
              setFailure(undefined)
            }}
          />
          <p className={failure?.about === 'key' ? 'hint err' : 'hint'}>
            {failure?.about === 'key' ? failure.words : 'Fourteen groups of four. Spaces, dashes and small letters do not matter.'}
          </p>
        </div>
        <PassphraseField
          label="New passphrase"
          value={next}
          onChange={(typed) => {
            setNext(typed)
            if (failure?.about === 'passphrase') setFailure(undefined)
          }}
          hint={strength.sentence}
          error={failure?.about === 'passphrase' ? failure.words : undefined}
        />
        <PassphraseField
          label="New passphrase again"
          value={again}
          onChange={setAgain}
          error={differs ? 'The two do not match yet.' : undefined}
        />
        <div className="acts">
          <Button variant="primary" large type="submit" busy={busy ? 'Opening…' : undefined} disabled={!ready}>
            Open the vault
          </Button>
          <Button variant="quiet" large onClick={onBack}>
            Back
          </Button>
        </div>
      </form>
    </GateScreen>
  )
}

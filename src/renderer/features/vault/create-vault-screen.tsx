import { type FormEvent, useState } from 'react'
import { client } from '../../base/client'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { GateScreen, Steps } from './gate-screen'
import { PassphraseField } from './passphrase-field'
import { describeStrength } from './passphrase-strength'
import { useVault } from './vault-store'

/** First run, first step: choose the passphrase. */
export function CreateVaultScreen() {
  const createVault = useVault((state) => state.createVault)
  const dataDir = useVault((state) => state.status?.dataDir)
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [words, setWords] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const strength = describeStrength(passphrase)
  const ready = strength.enough && again === passphrase

  const suggest = async () => {
    try {
      const suggestion = await client.call('suggest-passphrase', {})
      setWords(suggestion.passphrase)
      setPassphrase(suggestion.passphrase)
      setAgain('')
      setError(undefined)
    } catch (failure) {
      setError(errorWords(failure))
    }
  }

  const type = (typed: string) => {
    setPassphrase(typed)
    // A refusal and suggested words are about the passphrase before.
    setError(undefined)
    if (words !== undefined && typed !== words) setWords(undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || busy) return
    setBusy(true)
    setError(undefined)
    try {
      await createVault(passphrase)
    } catch (failure) {
      setError(errorWords(failure))
      setBusy(false)
    }
  }

  return (
    <GateScreen wide>
      <Steps at={0} />
      <h1 className="step-h">Choose a passphrase</h1>
      <p className="lead">It encrypts everything you write here. Nobody can reset it, so choose one you will still know next year.</p>
      <form onSubmit={submit}>
        <PassphraseField label="Passphrase" value={passphrase} onChange={type} autoFocus hint={strength.sentence} error={error} />
        {words !== undefined && (
          <>
            <p className="suggested">{words}</p>
            <p className="hint">Write these words down, then type them below from your copy.</p>
          </>
        )}
        <PassphraseField
          label="Passphrase again"
          value={again}
          onChange={setAgain}
          error={again !== '' && !passphrase.startsWith(again) ? 'The two do not match.' : undefined}
        />
        <div className="acts">
          <Button variant="primary" large type="submit" busy={busy ? 'Making the vault…' : undefined} disabled={!ready}>
            Continue
          </Button>
          <Button variant="quiet" large onClick={suggest}>
            {words === undefined ? 'Suggest six words' : 'Suggest others'}
          </Button>
        </div>
        {dataDir && <p className="where">The vault will be in {dataDir}</p>}
      </form>
    </GateScreen>
  )
}

import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { currentTime } from '../../ui/clock'
import { errorWords } from '../../ui/error-words'
import { GateScreen, Wordmark } from './gate-screen'
import { PassphraseField } from './passphrase-field'
import { RecoverForm } from './recover-form'
import { useVault } from './vault-store'

/** Counts the seconds down until the next try is allowed. */
function useWait(seconds: number): number {
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const until = currentTime() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((until - currentTime()) / 1000)))
    tick()
    if (seconds <= 0) return
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}

export function UnlockScreen() {
  const status = useVault((state) => state.status)
  const unlock = useVault((state) => state.unlock)
  const [passphrase, setPassphrase] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [recovering, setRecovering] = useState(false)
  const wait = useWait(status?.retryAfterSeconds ?? 0)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || wait > 0 || passphrase === '') return
    setBusy(true)
    setError(undefined)
    try {
      await unlock(passphrase)
    } catch (failure) {
      setError(errorWords(failure))
    } finally {
      setBusy(false)
    }
  }

  if (recovering) return <RecoverForm onBack={() => setRecovering(false)} />
  return (
    <GateScreen>
      <Wordmark />
      <h1 className="lead plain-h">Your vault is locked.</h1>
      {status?.problem && <p className="hint warn">{status.problem.message}</p>}
      <form onSubmit={submit}>
        <PassphraseField label="Passphrase" value={passphrase} onChange={setPassphrase} autoFocus error={error} />
        <p className="hint" role="status">
          {wait > 0 ? `Several tries went wrong. The next one is possible in ${wait} s.` : ''}
        </p>
        <div className="acts">
          <Button
            variant="primary"
            large
            type="submit"
            keys="Enter"
            busy={busy ? 'Unlocking…' : undefined}
            disabled={wait > 0 || passphrase === ''}
          >
            Unlock
          </Button>
          <Button variant="quiet" large onClick={() => setRecovering(true)}>
            Use recovery key
          </Button>
        </div>
      </form>
    </GateScreen>
  )
}

import { useState } from 'react'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { GateScreen, Steps } from './gate-screen'
import { RecoveryKeyPanel } from './recovery-key-panel'
import { useVault } from './vault-store'

/** Asks for the recovery key to be kept: at first run, and again at every unlock until two of its groups were typed back. */
export function RecoveryKeyScreen() {
  const shownKey = useVault((state) => state.shownKey)
  const firstDay = useVault((state) => state.firstDay)
  const showNewKey = useVault((state) => state.showNewRecoveryKey)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  const makeKey = async () => {
    setBusy(true)
    try {
      await showNewKey()
    } catch (failure) {
      setError(errorWords(failure))
    } finally {
      setBusy(false)
    }
  }

  if (shownKey)
    return (
      <GateScreen wide>
        {firstDay && <Steps at={1} />}
        <h1 className="step-h">Keep this key somewhere else</h1>
        <p className="lead">
          It opens the vault if you forget the passphrase. Nobody holds a copy, so losing both means losing the thoughts.
        </p>
        <RecoveryKeyPanel key={shownKey.groups.join('')} shownKey={shownKey} />
      </GateScreen>
    )

  return (
    <GateScreen wide>
      <h1 className="step-h">The recovery key is not kept yet</h1>
      <p className="lead">
        You have not typed back two groups of it, so it may not be readable when you need it. A key is shown only once: make a new one now
        and write it down. The old key stops working.
      </p>
      {error !== undefined && (
        <p className="hint err" role="alert">
          {error}
        </p>
      )}
      <div className="acts">
        <Button variant="primary" large busy={busy ? 'Making a key…' : undefined} onClick={makeKey}>
          Make a new key
        </Button>
      </div>
    </GateScreen>
  )
}

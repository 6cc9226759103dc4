import { useState } from 'react'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { Section } from '../../ui/section'
import { showToast } from '../../ui/toast'
import { RecoveryKeyPanel } from '../vault/recovery-key-panel'
import { useVault } from '../vault/vault-store'

export function RecoverySection() {
  const shownKey = useVault((state) => state.shownKey)
  const showNewKey = useVault((state) => state.showNewRecoveryKey)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const make = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await showNewKey()
    } catch (failure) {
      setError(errorWords(failure))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section id="recovery" title="Recovery key">
      {shownKey ? (
        <>
          <p>It opens the vault if you forget the passphrase. The old key no longer works.</p>
          <RecoveryKeyPanel key={shownKey.groups.join('')} shownKey={shownKey} onDone={() => showToast('The new recovery key is kept.')} />
        </>
      ) : (
        <>
          <p>The key is shown only when it is made. A new one replaces the old one at once.</p>
          <Button busy={busy ? 'Making a key…' : undefined} onClick={() => void make()}>
            Make a new recovery key
          </Button>
          {error !== undefined && (
            <p className="hint err" role="alert">
              {error}
            </p>
          )}
        </>
      )}
    </Section>
  )
}

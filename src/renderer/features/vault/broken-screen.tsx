import { useState } from 'react'
import { Button } from '../../ui/button'
import { brokenAdvice } from './broken-advice'
import { GateScreen, Wordmark } from './gate-screen'
import { useVault } from './vault-store'

/** A vault that cannot be opened: what is so, what to do, and nothing that could destroy more. */
export function BrokenScreen({ code, message, dataDir }: { code: string; message: string; dataDir?: string | undefined }) {
  const load = useVault((state) => state.load)
  const [busy, setBusy] = useState(false)
  const look = async () => {
    setBusy(true)
    await load()
    setBusy(false)
  }
  return (
    <GateScreen wide>
      <Wordmark />
      <h1 className="lead plain-h">The vault cannot be opened.</h1>
      <div className="plain" role="alert">
        <p>{message}</p>
        <p>{brokenAdvice(code)}</p>
      </div>
      {dataDir && <p className="where">The vault’s folder: {dataDir}</p>}
      <div className="acts">
        <Button variant="primary" large busy={busy ? 'Looking…' : undefined} onClick={look}>
          Look again
        </Button>
      </div>
    </GateScreen>
  )
}

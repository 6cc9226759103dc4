import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { copyText } from '../../ui/copy-text'

/** Seconds until the copied token is taken off the clipboard again, where the host can do that. */
const CLEAR_AFTER_S = 60

/** The token on its one showing. `onCopied` is told when the clipboard has it; `asksToClose` when it is about to go without. */
export function TokenShown({
  secret,
  name,
  asksToClose,
  onCopied,
  onClose,
}: {
  secret: string
  name: string
  asksToClose: boolean
  onCopied: () => void
  onClose: () => void
}) {
  const [words, setWords] = useState('')
  const copy = async () => {
    const { copied, clears } = await copyText(secret, CLEAR_AFTER_S)
    if (!copied) return setWords('The clipboard did not take it. Select the token and copy it by hand.')
    onCopied()
    setWords(
      clears
        ? `Copied. The clipboard clears after ${CLEAR_AFTER_S} seconds.`
        : 'Copied. Copy something else afterwards, so that the token does not stay on the clipboard.',
    )
  }
  return (
    <>
      <header>
        <h2>The token of {name}</h2>
      </header>
      <div className="footed-body">
        <p>Give it to the program now. Cortexa keeps only its fingerprint, so it is not shown again.</p>
        <output className="token-secret" aria-label="Token">
          {secret}
        </output>
        <p className="hint" role="status">
          {words}
        </p>
      </div>
      <footer>
        <p className="hint err" role="alert">
          {asksToClose && 'It was not copied and will not be shown again. Without it, make another one.'}
        </p>
        <div className="acts">
          <Button variant={asksToClose ? 'danger' : 'quiet'} keys="Esc" onClick={onClose}>
            {asksToClose ? 'Close without it' : 'Close'}
          </Button>
          <Button variant="primary" icon={Copy} autoFocus onClick={() => void copy()}>
            Copy the token
          </Button>
        </div>
      </footer>
    </>
  )
}

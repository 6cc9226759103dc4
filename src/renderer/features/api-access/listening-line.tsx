import { Copy } from 'lucide-react'
import type { HttpApiState } from '../../../shared/contract/http-api'
import { Button, IconButton } from '../../ui/button'
import { copyText } from '../../ui/copy-text'
import { formatMoment } from '../../ui/format-time'
import { StatusDot } from '../../ui/status-dot'
import { showToast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'
import { changeHttpApi } from './http-api-store'

export async function copyWords(text: string, said: string): Promise<void> {
  const { copied } = await copyText(text)
  showToast(copied ? said : 'The clipboard did not take it. Select the text and copy it by hand.')
}

/** Where it listens and since when, or why it does not. */
export function ListeningLine({ state, busy }: { state: HttpApiState; busy: boolean }) {
  const now = useNow(60_000)
  if (state.problem !== null)
    return (
      <div className="api-line">
        <p className="hint err" role="alert">
          {state.problem}
        </p>
        <Button busy={busy ? 'Trying…' : undefined} onClick={() => void changeHttpApi({ enabled: true })}>
          Try again
        </Button>
      </div>
    )
  if (!state.listening) return null
  const { url, since } = state.listening
  return (
    <div className="api-line api-where">
      <p role="status">
        <StatusDot kind="done" word="Programs can connect" /> at <code>{url}</code> since {formatMoment(since, now)}
      </p>
      <IconButton label="Copy the address" icon={Copy} onClick={() => void copyWords(url, 'The address is copied.')} />
    </div>
  )
}

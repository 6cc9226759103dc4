import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../../ui/dialog'
import { loadHttpApi } from './http-api-store'
import { type NewToken, TokenForm } from './token-form'
import { TokenShown } from './token-shown'

/** Makes a token and shows it once. Closing before it was copied asks once more. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewToken>()
  const [copied, setCopied] = useState(false)
  const [asks, setAsks] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (made) body.current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  }, [made])
  const close = () => {
    if (made && !copied && !asks) setAsks(true)
    else onClose()
  }
  return (
    <Dialog label="New token" frame="ask-win token-win footed" onClose={close} onPressBeside={() => undefined}>
      <div className="token-body" ref={body}>
        {made ? (
          <TokenShown
            secret={made.secret}
            name={made.token.name}
            asksToClose={asks}
            onCopied={() => {
              setCopied(true)
              setAsks(false)
            }}
            onClose={close}
          />
        ) : (
          <TokenForm
            onClose={onClose}
            onMade={(token) => {
              setMade(token)
              void loadHttpApi()
            }}
          />
        )}
      </div>
    </Dialog>
  )
}

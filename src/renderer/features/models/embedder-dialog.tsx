import { useCallback, useEffect, useRef, useState } from 'react'
import type { RoleModel } from '../../../shared/contract/endpoints'
import type { Settings } from '../../../shared/contract/settings'
import { client } from '../../base/client'
import { endpointOf } from '../../base/roles-in-force'
import { hostOf } from '../../base/server-address'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { errorWords } from '../../ui/error-words'
import { startEmbeddingChange } from './embedding-store'
import { type EmbeddingPlan, keptBackWords, planRows } from './embedding-words'

type Asked = { plan?: EmbeddingPlan; problem?: string }

/** Tries the new embedder with a few pieces, says what the change costs, and starts it only when the person says so. */
export function EmbedderDialog({
  embedder,
  settings,
  onClose,
}: {
  embedder: RoleModel | null
  settings: Settings
  onClose: (started: boolean) => void
}) {
  const [{ plan, problem }, setAsked] = useState<Asked>({})
  const [busy, setBusy] = useState(false)
  /** The answer to a question that was asked again, or of a closed dialog, is of no use. */
  const turn = useRef(0)
  const endpoint = endpointOf(settings.endpoints, embedder?.endpointId)
  const name = embedder?.model ?? 'the built-in model'
  const title = `Change the embeddings to ${name}?`

  const ask = useCallback(async () => {
    turn.current += 1
    const mine = turn.current
    setAsked({})
    const answer = await client.call('plan-embedding-change', { embedder }).then(
      (made): Asked => ({ plan: made }),
      (error): Asked => ({ problem: errorWords(error) }),
    )
    if (mine === turn.current) setAsked(answer)
  }, [embedder])
  useEffect(() => {
    void ask()
    return () => {
      turn.current += 1
    }
  }, [ask])

  const start = async () => {
    setBusy(true)
    try {
      await startEmbeddingChange(embedder)
      onClose(true)
    } catch (error) {
      setBusy(false)
      setAsked({ ...(plan ? { plan } : {}), problem: errorWords(error) })
    }
  }
  const keptBack = plan && keptBackWords(plan)
  return (
    <Dialog label={title} frame="ask-win ask-plan" onClose={() => onClose(false)}>
      <h2>{title}</h2>
      <p>Every thought is embedded anew. Search goes on with the embeddings you have until the new ones are complete.</p>
      <div aria-live="polite">
        {plan === undefined && problem === undefined && <p className="plan-wait">Trying {name} with a few pieces of your thoughts…</p>}
        {plan && (
          <dl className="plan">
            {planRows(plan, endpoint && hostOf(endpoint.baseUrl), settings.currency).map(([term, words]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        )}
        {keptBack !== undefined && <p>{keptBack}</p>}
        {problem !== undefined && (
          <p className="hint err" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="acts">
        {plan || problem === undefined ? (
          <Button variant="primary" disabled={plan === undefined} busy={busy ? 'Starting…' : undefined} onClick={() => void start()}>
            Start the change
          </Button>
        ) : (
          <Button onClick={() => void ask()}>Try again</Button>
        )}
        <Button variant="quiet" keys="Esc" autoFocus onClick={() => onClose(false)}>
          Not now
        </Button>
      </div>
    </Dialog>
  )
}

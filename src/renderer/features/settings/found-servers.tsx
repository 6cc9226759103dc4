import { Check } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import { client } from '../../client'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { Icon } from '../../ui/icon'
import { Late } from '../../ui/late'

export type FoundServer = CommandOutput<'discover-endpoints'>['endpoints'][number]

export interface Discovery {
  /** Undefined until the first answer. */
  servers: FoundServer[] | undefined
  looking: boolean
  problem: string | undefined
  look: () => Promise<void>
}

/** Asks this computer's usual addresses for model servers, once when the form opens and on `look`. */
export function useDiscovery(): Discovery {
  const [servers, setServers] = useState<FoundServer[]>()
  const [looking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const look = useCallback(async () => {
    setLooking(true)
    setProblem(undefined)
    try {
      setServers((await client.call('discover-endpoints', {})).endpoints)
    } catch (error) {
      setServers(undefined)
      setProblem(errorWords(error))
    } finally {
      setLooking(false)
    }
  }, [])
  useEffect(() => void look(), [look])
  return { servers, looking, problem, look }
}

function modelCount(count: number): string {
  if (count === 0) return 'no models yet'
  return count === 1 ? '1 model' : `${count} models`
}

/** The servers found on this computer, each with a button that fills the form. */
export function FoundServers({ discovery, chosen, onUse }: { discovery: Discovery; chosen: string; onUse: (server: FoundServer) => void }) {
  const { servers, looking, problem, look } = discovery
  return (
    <div className="found-servers">
      <div className="found-head">
        <h3>Found on this computer</h3>
        <Button variant="quiet" busy={looking ? 'Looking…' : undefined} onClick={() => void look()}>
          Look again
        </Button>
      </div>
      {problem !== undefined && (
        <p className="hint err" role="alert">
          {problem}
        </p>
      )}
      {servers === undefined && looking && <Late>Asking the usual addresses on this computer…</Late>}
      {servers?.length === 0 && (
        <div className="empty" role="status">
          <h4>No model server was found on this computer</h4>
          <p>Start Ollama, LM Studio, llama.cpp or Jan and look again, or type an address below.</p>
        </div>
      )}
      {servers !== undefined && servers.length > 0 && (
        <ul>
          {servers.map((server) => (
            <li key={server.baseUrl}>
              <span className="found-name">
                <b>{server.name}</b>
                <span className="num">
                  {server.baseUrl} · {modelCount(server.models.length)}
                </span>
              </span>
              {server.baseUrl === chosen ? (
                <span className="found-chosen">
                  <Icon of={Check} /> Filled in below
                </span>
              ) : (
                <Button aria-label={`Use ${server.name}`} onClick={() => onUse(server)}>
                  Use
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

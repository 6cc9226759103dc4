import { useCallback, useEffect, useState } from 'react'
import type { CommandOutput } from '../../../shared/contract'
import type { StoredEndpoint } from '../../../shared/contract/endpoints'
import { client } from '../../base/client'
import { isSameServer } from '../../base/server-address'
import { Button } from '../../ui/button'
import { errorWords } from '../../ui/error-words'
import { Late } from '../../ui/late'
import { countWords } from './embedding-words'

export type FoundServer = CommandOutput<'discover-endpoints'>['endpoints'][number]

/** Asks this computer's usual addresses for model servers: at once while none is stored, else when the person asks. */
function useDiscovery(atOnce: boolean) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as it opens; a server that is removed later starts nothing
  useEffect(() => {
    if (atOnce) void look()
  }, [])
  return { servers, looking, problem, look }
}

/** The servers found on this computer that are not stored yet, each with a button that adds it. */
export function FoundServers({ stored, onAdd }: { stored: readonly StoredEndpoint[]; onAdd: (server: FoundServer) => Promise<void> }) {
  const { servers, looking, problem, look } = useDiscovery(stored.length === 0)
  const [adding, setAdding] = useState<string>()
  const fresh = servers?.filter((server) => !stored.some(({ baseUrl }) => isSameServer(baseUrl, server.baseUrl)))
  const add = async (server: FoundServer) => {
    setAdding(server.baseUrl)
    await onAdd(server)
    setAdding(undefined)
  }
  return (
    <div className="found-servers">
      <div className="found-head">
        <h3>Found on this computer</h3>
        <Button variant="quiet" busy={looking ? 'Looking…' : undefined} onClick={() => void look()}>
          {servers === undefined && problem === undefined ? 'Look for servers' : 'Look again'}
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
          <p>Start Ollama, LM Studio, llama.cpp or Jan and look again, or add an address yourself.</p>
        </div>
      )}
      {servers !== undefined && servers.length > 0 && fresh?.length === 0 && (
        <p className="hint" role="status">
          {servers.length === 1 ? `${servers[0]?.name} answers, and is in the list.` : 'All that answer here are in the list.'}
        </p>
      )}
      {fresh !== undefined && fresh.length > 0 && (
        <ul>
          {fresh.map((server) => (
            <li key={server.baseUrl}>
              <span className="found-name">
                <b>{server.name}</b>
                <span className="num">
                  {server.baseUrl} · {server.models.length === 0 ? 'no models yet' : countWords(server.models.length, 'model')}
                </span>
              </span>
              <Button
                aria-label={`Add ${server.name}`}
                busy={adding === server.baseUrl ? 'Adding…' : undefined}
                onClick={() => void add(server)}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { useState } from 'react'
import type { RoleModel } from '../../../shared/contract/endpoints'
import type { Settings } from '../../../shared/contract/settings'
import { endpointOf } from '../../base/roles-in-force'
import { EmbedderDialog } from './embedder-dialog'
import { EmbeddingStatus } from './embedding-status'
import { useEmbedding } from './embedding-store'
import { ModelField } from './model-field'
import { loadModelList } from './model-list-store'
import { NO_SERVER, serverChoices } from './role-choices'
import { RoleRow, ServerSelect } from './role-row'

/** Who makes the embeddings. Another one is asked about first, since every thought is embedded anew. */
export function EmbedderRow({ settings }: { settings: Settings }) {
  const { endpoints, roles } = settings
  const chosen = roles.embedder
  const changing = useEmbedding(({ state }) => state !== undefined && state.change !== null)
  const [pending, setPending] = useState<string>()
  const [asked, setAsked] = useState<RoleModel | null>()
  /** Counted up to put the field back to the model in force after "Not now". */
  const [turn, setTurn] = useState(0)
  const server = endpointOf(endpoints, pending)?.id ?? chosen?.endpointId ?? NO_SERVER
  const inForce = server === chosen?.endpointId ? chosen : null

  const chooseServer = (id: string) => {
    setPending(id === NO_SERVER || id === chosen?.endpointId ? undefined : id)
    if (id !== NO_SERVER) void loadModelList(id)
    else if (chosen !== null) setAsked(null)
  }
  const close = (started: boolean) => {
    setAsked(undefined)
    setTurn(turn + 1)
    if (started) setPending(undefined)
  }
  return (
    <RoleRow who="embedder">
      <ServerSelect
        who="embedder"
        value={server}
        choices={serverChoices(endpoints, roles, 'embedder')}
        disabled={changing}
        onChange={chooseServer}
      />
      {server === NO_SERVER ? (
        <p className="role-rest" />
      ) : (
        <ModelField
          key={server}
          turn={turn}
          label="Model of the Embedder"
          endpointId={server}
          purpose="embedding"
          value={inForce?.model ?? ''}
          disabled={changing}
          onChoose={(model) => setAsked({ endpointId: server, model })}
        />
      )}
      <div className="role-more">
        <EmbeddingStatus />
      </div>
      {asked !== undefined && <EmbedderDialog embedder={asked} settings={settings} onClose={close} />}
    </RoleRow>
  )
}

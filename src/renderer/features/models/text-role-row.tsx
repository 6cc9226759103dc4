import { useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { endpointOf, type TextRole } from '../../base/roles-in-force'
import { ModelField } from './model-field'
import { loadModelList } from './model-list-store'
import { chooseTextModel } from './role-acts'
import { NO_SERVER, serverChoices, withModel } from './role-choices'
import { RoleLimits } from './role-limits'
import { RoleRow, ServerSelect } from './role-row'
import { roleWords, structuredOutputWords } from './role-words'

/** Who thinks, or who works: a server and its model, saved as soon as both are chosen. */
export function TextRoleRow({ who: role, settings }: { who: TextRole; settings: Settings }) {
  const { endpoints, roles } = settings
  const chosen = roles[role]
  const other = roles[role === 'thinker' ? 'worker' : 'thinker']
  /** A server that was chosen, while no model of it is. */
  const [pending, setPending] = useState<string>()
  const server = endpointOf(endpoints, pending)?.id ?? chosen?.endpointId ?? NO_SERVER
  const inForce = server === chosen?.endpointId ? chosen : null

  const chooseServer = (id: string) => {
    setPending(id === NO_SERVER || id === chosen?.endpointId ? undefined : id)
    if (id !== NO_SERVER) void loadModelList(id)
    else if (chosen !== null) void chooseTextModel(settings, role, null)
  }
  const chooseModel = async (model: string) => {
    if (await chooseTextModel(settings, role, withModel(inForce, server, model))) setPending(undefined)
  }
  const known = endpointOf(endpoints, inForce?.endpointId)?.known.find(({ model }) => model === inForce?.model)
  return (
    <RoleRow who={role}>
      <ServerSelect who={role} value={server} choices={serverChoices(endpoints, roles, role)} onChange={chooseServer} />
      {server === NO_SERVER ? (
        <p className="role-rest">{other === null ? 'Outlines from your own words' : other.model}</p>
      ) : (
        <ModelField
          key={server}
          label={`Model of the ${roleWords[role].name}`}
          endpointId={server}
          purpose="text"
          value={inForce?.model ?? ''}
          onChoose={(model) => void chooseModel(model)}
        />
      )}
      {inForce && (
        <div className="role-more">
          {known && <p className="hint">Structured output: {structuredOutputWords[known.structuredOutput]}.</p>}
          <RoleLimits key={`${inForce.endpointId} ${inForce.model}`} who={role} chosen={inForce} settings={settings} />
        </div>
      )}
    </RoleRow>
  )
}

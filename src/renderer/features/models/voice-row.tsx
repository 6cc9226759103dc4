import { useEffect, useId, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { ModelField } from './model-field'
import { loadModelList } from './model-list-store'
import { chooseVoice } from './role-acts'
import { NO_SERVER, serverChoices } from './role-choices'
import { RoleRow, ServerSelect } from './role-row'
import { endpointOf } from './roles-in-force'

/** Who reads aloud: a server, its model and the name of a voice, saved as soon as all three are there. */
export function VoiceRow({ settings }: { settings: Settings }) {
  const { endpoints, roles } = settings
  const chosen = roles.voice
  const id = useId()
  const [pending, setPending] = useState<{ server: string; model: string }>()
  const [voice, setVoice] = useState(chosen?.voice ?? '')
  useEffect(() => setVoice(chosen?.voice ?? ''), [chosen?.voice])
  const started = endpointOf(endpoints, pending?.server) && pending
  const server = started?.server ?? chosen?.endpointId ?? NO_SERVER
  const model = started?.model ?? chosen?.model ?? ''

  const chooseServer = (next: string) => {
    setPending(next === NO_SERVER || next === chosen?.endpointId ? undefined : { server: next, model: '' })
    if (next !== NO_SERVER) void loadModelList(next)
    else if (chosen !== null) void chooseVoice(settings, null)
  }
  const save = async (next: { model: string; voice: string }) => {
    const tidy = next.voice.trim()
    const same = !started && next.model === chosen?.model && tidy === chosen?.voice
    if (next.model === '' || tidy === '' || same) return
    if (await chooseVoice(settings, { endpointId: server, model: next.model, voice: tidy })) setPending(undefined)
  }
  const chooseModel = (next: string) => {
    if (voice.trim() === '') setPending({ server, model: next })
    else void save({ model: next, voice })
  }
  const missing = model !== '' && voice.trim() === ''
  return (
    <RoleRow who="voice">
      <ServerSelect who="voice" value={server} choices={serverChoices(endpoints, roles, 'voice')} onChange={chooseServer} />
      {server === NO_SERVER ? (
        <p className="role-rest" />
      ) : (
        <>
          <ModelField key={server} label="Model of the Voice" endpointId={server} purpose="voice" value={model} onChoose={chooseModel} />
          <div className="role-more">
            <div className="field voice-name">
              <label className="label" htmlFor={id}>
                Voice
              </label>
              <input
                id={id}
                className="input"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                value={voice}
                aria-describedby={`${id}-hint`}
                onChange={(event) => setVoice(event.target.value)}
                onBlur={() => void save({ model, voice })}
                onKeyDown={(event) => event.key === 'Enter' && void save({ model, voice })}
              />
              <p className={missing ? 'hint warn' : 'hint'} id={`${id}-hint`}>
                {missing ? 'Give the name of a voice. Until then nothing changes.' : 'As the server calls it, such as alloy.'}
              </p>
            </div>
          </div>
        </>
      )}
    </RoleRow>
  )
}

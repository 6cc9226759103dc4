import { useEffect, useId, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings'
import { endpointOf } from '../../base/roles-in-force'
import { ModelField } from './model-field'
import { loadModelList } from './model-list-store'
import { PiperFields } from './piper-fields'
import { choosePiper, loadPiper, usePiper } from './piper-store'
import { chooseVoice } from './role-acts'
import { NO_SERVER, serverChoices } from './role-choices'
import { RoleRow, ServerSelect } from './role-row'

/** The value of the select for the program on this computer. */
const PIPER = 'piper'

/** Who reads aloud: a server with its model and the name of a voice, saved as soon as all three are there, or Piper on this computer. */
export function VoiceRow({ settings }: { settings: Settings }) {
  const { endpoints, roles } = settings
  const chosen = roles.voice
  const id = useId()
  const [pending, setPending] = useState<{ server: string; model: string }>()
  const [voice, setVoice] = useState(chosen?.voice ?? '')
  useEffect(() => setVoice(chosen?.voice ?? ''), [chosen?.voice])
  const piper = usePiper((state) => state.state)
  const [setsUpPiper, setSetsUpPiper] = useState(false)
  useEffect(() => void loadPiper(), [])
  const usesPiper = piper?.inUse === true
  const started = endpointOf(endpoints, pending?.server) && pending
  const server = started?.server ?? (usesPiper || setsUpPiper ? PIPER : (chosen?.endpointId ?? NO_SERVER))
  const model = started?.model ?? chosen?.model ?? ''

  const chooseServer = (next: string) => {
    setSetsUpPiper(next === PIPER)
    if (next === PIPER) {
      setPending(undefined)
      // One that was set up before reads again at once.
      if (piper?.chosen && piper.problem === null) void choosePiper(piper.chosen, true)
      return
    }
    if (usesPiper) void choosePiper(piper.chosen, false)
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
      <ServerSelect
        who="voice"
        value={server}
        choices={[...serverChoices(endpoints, roles, 'voice'), [PIPER, 'Piper']]}
        onChange={chooseServer}
      />
      {server === PIPER ? (
        <>
          <p className="role-rest">{usesPiper ? piperName(piper.chosen?.voice) : 'Not set up yet'}</p>
          <PiperFields />
        </>
      ) : server === NO_SERVER ? (
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

/** The voice by the name of its file. */
function piperName(path: string | undefined): string {
  return (
    (path ?? '')
      .split(/[\\/]/)
      .at(-1)
      ?.replace(/\.onnx$/i, '') ?? ''
  )
}

import { AppError } from '../../../shared/errors'
import type { EndpointRests } from '../../core/jobs/endpoint-rest'
import type { PiperVoice } from '../../core/speech/piper-voice'
import { createEndpointVoice, type EndpointVoiceChoice } from './endpoint-voice'
import type { Voice, VoiceOptions } from './voice-briefing'

export interface SelectedVoiceDeps {
  builtin: Voice
  /** Piper while it is in use; null otherwise. */
  piper?: () => PiperVoice | null
  /** The voice of the role as it is at this moment; null when none of a server is chosen. */
  endpoint: () => EndpointVoiceChoice | null
  rests: Pick<EndpointRests, 'assertAwake' | 'jobErrorFor' | 'answered'>
}

/**
 * The voice in force: Piper while it is in use, else that of the chosen speech server, else the built-in one. The built-in one never steps in
 * for a server that fails or may not be asked. `forget` drops what unfinished readings left in memory: for the lock.
 */
export function createSelectedVoice(deps: SelectedVoiceDeps): Voice & { isBuiltin(): boolean; forget(): void } {
  const endpointVoice = createEndpointVoice({
    choice() {
      const chosen = deps.endpoint()
      if (chosen === null) throw new AppError('INTERNAL', 'The voice changed while it was asked for. Retry.')
      return chosen
    },
    rests: deps.rests,
  })

  /** A Piper voice speaks one language. Scripts in others are read by the built-in voice, which is on this computer as well. */
  async function readByPiper(piper: PiperVoice, script: string, options: VoiceOptions) {
    const own = await piper.language()
    const wanted = options.language.split('-')[0]?.toLowerCase() ?? 'und'
    const isOther = own !== 'und' && wanted !== 'und' && own !== wanted
    if (isOther && (await deps.builtin.availability()).available) return deps.builtin.synthesize(script, options)
    return piper.synthesize(script, options)
  }

  function inForce(): Voice {
    const piper = deps.piper?.() ?? null
    if (piper) return { ...piper, synthesize: (script, options) => readByPiper(piper, script, options) }
    return deps.endpoint() === null ? deps.builtin : endpointVoice
  }

  return {
    isBuiltin: () => (deps.piper?.() ?? null) === null && deps.endpoint() === null,
    leavesComputer: () => inForce().leavesComputer(),
    availability: () => inForce().availability(),
    synthesize: (script, options) => inForce().synthesize(script, options),
    forget: endpointVoice.forget,
  }
}

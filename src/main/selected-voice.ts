import { AppError } from '../shared/errors'
import { createEndpointVoice, type EndpointVoiceChoice } from './endpoint-voice'
import type { EndpointRests } from './jobs/endpoint-rest'
import type { Voice } from './jobs/voice-briefing'

export interface SelectedVoiceDeps {
  builtin: Voice
  /** The voice of the role as it is at this moment; null when the built-in one is in force. */
  endpoint: () => EndpointVoiceChoice | null
  rests: Pick<EndpointRests, 'assertAwake' | 'jobErrorFor'>
}

/**
 * The voice in force: that of the chosen speech server, else the built-in one. The built-in one never steps in for a server that fails or may
 * not be asked. `forget` drops what unfinished readings left in memory: for the lock.
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
  const inForce = (): Voice => (deps.endpoint() === null ? deps.builtin : endpointVoice)

  return {
    isBuiltin: () => deps.endpoint() === null,
    leavesComputer: () => inForce().leavesComputer(),
    availability: () => inForce().availability(),
    synthesize: (script, options) => inForce().synthesize(script, options),
    forget: endpointVoice.forget,
  }
}

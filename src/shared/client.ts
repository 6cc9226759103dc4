import type { CommandInput, CommandName, CommandOutput } from './contract'
import type { AppEvent } from './contract/events'
import { AppError, type WireResult } from './errors'

/** The one shape every host serves and every client uses. `invoke` never rejects for an error of the app: it answers `{ok:false}`. */
export interface Endpoint {
  invoke(name: string, input: unknown): Promise<WireResult>
  /** Calls `listener` for each event after `afterSeq` (kept ones, in order), then live. Returns the way to stop. */
  subscribe(listener: (event: AppEvent) => void, afterSeq?: number): () => void
}

export interface Client {
  /** Rejects with AppError when the command failed. */
  call<N extends CommandName>(name: N, input: CommandInput<N>): Promise<CommandOutput<N>>
  subscribe: Endpoint['subscribe']
}

export function createClient(endpoint: Endpoint): Client {
  return {
    async call(name, input) {
      const result = await endpoint.invoke(name, input)
      if (result.ok) return result.data as CommandOutput<typeof name>
      throw new AppError(result.error.code, result.error.message, result.error.data ? { data: result.error.data } : {})
    },
    subscribe: (listener, afterSeq) => endpoint.subscribe(listener, afterSeq),
  }
}

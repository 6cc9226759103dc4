import { z } from 'zod'
import { contract, isCommandName } from '../../../shared/contract'
import { type EventType, eventPayloads, windowEvents } from '../../../shared/contract/events'
import type { ApiScope } from '../../../shared/contract/http-api'
import { scopeOf } from '../../../shared/contract/scopes'
import { errorCodes } from '../../../shared/errors'
import { isReachable } from '../../../shared/reachable-commands'

interface CommandDocument {
  summary: string
  effect: 'read' | 'write'
  /** What a token needs to call it. */
  scope: ApiScope
  input: unknown
  output: unknown
}

/** What a program can know of this API: every command it may call and every event it may hear, as JSON Schema (draft 2020-12), and the HTTP status of each error code. */
export interface ContractDocument {
  commands: Record<string, CommandDocument>
  events: Record<string, unknown>
  errors: Record<string, number>
}

export function describeContract(): ContractDocument {
  const commands: Record<string, CommandDocument> = {}
  for (const [name, command] of Object.entries(contract)) {
    const scope = isCommandName(name) && isReachable(name, 'http') ? scopeOf(name) : null
    if (scope === null) continue
    commands[name] = {
      summary: command.summary,
      effect: command.effect,
      scope,
      input: z.toJSONSchema(command.input, { io: 'input' }),
      output: z.toJSONSchema(command.output),
    }
  }
  const shown = Object.entries(eventPayloads).filter(([type]) => !windowEvents.has(type as EventType))
  const events = Object.fromEntries(shown.map(([type, payload]) => [type, z.toJSONSchema(payload)]))
  return { commands, events, errors: { ...errorCodes } }
}

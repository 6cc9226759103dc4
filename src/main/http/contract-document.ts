import { z } from 'zod'
import { contract } from '../../shared/contract'
import { eventPayloads } from '../../shared/contract/events'
import { errorCodes } from '../../shared/errors'

interface CommandDocument {
  summary: string
  effect: 'read' | 'write'
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
    if (!command.expose.includes('http')) continue
    commands[name] = {
      summary: command.summary,
      effect: command.effect,
      input: z.toJSONSchema(command.input, { io: 'input' }),
      output: z.toJSONSchema(command.output),
    }
  }
  const events = Object.fromEntries(Object.entries(eventPayloads).map(([type, payload]) => [type, z.toJSONSchema(payload)]))
  return { commands, events, errors: { ...errorCodes } }
}

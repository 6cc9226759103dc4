import type { AppEvent } from '../../../shared/contract/events'
import type { WireError, WireResult } from '../../../shared/errors'

/**
 * The protocol of the owner's socket: one JSON object a line, UTF-8, in both directions. The program speaks first and says hello; the
 * owner answers hello. The two hellos stay as they are in every later protocol, so that two versions can always tell each other apart.
 *
 * A line above the small limit is taken only when it begins exactly as `textLineStart` says, so that the owner knows before it
 * reads on that a text is coming.
 */
export const PROTOCOL = 1

/** Which door of the contract a program comes through. */
export type ProgramKind = 'cli' | 'mcp'

export type ProgramFrame =
  | { type: 'hello'; protocol: number; as: ProgramKind; version: string }
  | { type: 'call'; id: number; command: string; input: unknown }
  | { type: 'subscribe'; id: number; after: number | null }
  | { type: 'unsubscribe'; id: number }

export type OwnerFrame =
  | { type: 'hello'; protocol: number; appVersion: string; dataDir: string }
  | { type: 'result'; id: number; result: WireResult }
  | { type: 'event'; id: number; event: AppEvent }
  /** Said before the owner closes the connection. */
  | { type: 'refused'; error: WireError }

export const encodeFrame = (frame: ProgramFrame | OwnerFrame): string => `${JSON.stringify(frame)}\n`

/** How a line begins that may be long; its group is the name of the command. `encodeFrame` writes calls in this order. */
export const textLineStart = /^\{"type":"call","id":\d{1,15},"command":"([a-z-]{1,64})",/

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** What a program said, or null for a line that is no frame. What belongs to a command is not looked at; the contract does that. */
export function parseProgramFrame(line: string): ProgramFrame | null {
  const frame = parseObject(line)
  if (frame === null) return null
  const { type, id } = frame
  if (type === 'hello') {
    const { protocol, as, version } = frame
    if (!isCount(protocol) || (as !== 'cli' && as !== 'mcp') || typeof version !== 'string') return null
    return { type, protocol, as, version: version.slice(0, 100) }
  }
  if (!isCount(id)) return null
  if (type === 'call' && typeof frame.command === 'string') return { type, id, command: frame.command, input: frame.input ?? {} }
  if (type === 'unsubscribe') return { type, id }
  const after = frame.after ?? null
  if (type === 'subscribe' && (after === null || isCount(after))) return { type, id, after }
  return null
}

function isError(value: unknown): value is WireError {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value && typeof value.message === 'string'
}

/**
 * What the owner said, or null for a line that is no frame. The shape of answers and events is the owner's word: it is a process of the
 * same person that was checked by its hello, and reading each answer by its schema would make every start of the command line slower.
 */
export function parseOwnerFrame(line: string): OwnerFrame | null {
  const frame = parseObject(line)
  if (frame === null) return null
  const { type, id } = frame
  if (type === 'hello') {
    const { protocol, appVersion, dataDir } = frame
    return isCount(protocol) && typeof appVersion === 'string' && typeof dataDir === 'string'
      ? { type, protocol, appVersion, dataDir }
      : null
  }
  if (type === 'refused') return isError(frame.error) ? { type, error: frame.error } : null
  if (!isCount(id)) return null
  if (type === 'event' && typeof frame.event === 'object' && frame.event !== null) return { type, id, event: frame.event as AppEvent }
  if (type !== 'result' || typeof frame.result !== 'object' || frame.result === null) return null
  const { ok, data, error } = frame.result as { ok?: unknown; data?: unknown; error?: unknown }
  if (ok === true) return { type, id, result: { ok, data } }
  return ok === false && isError(error) ? { type, id, result: { ok, error } } : null
}

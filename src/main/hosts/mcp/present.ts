import type { Fence } from './fence'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** The result of a tool that did not work, for the model to read. */
export const errorResult = (text: string): JsonObject => ({ content: [{ type: 'text', text }], isError: true })

/** Lists inside of one thing are cut here, the more the shorter its texts have to be; what is left out is counted. */
function mostListed(units: number): number {
  if (units >= 250) return 20
  return units >= 60 ? 8 : 3
}

/** Values of these keys are names that the app itself gives, never anybody's text. */
const ownWords = new Set([
  ...['id', 'itemId', 'jobId', 'briefingId', 'runId', 'linkId', 'collectionId', 'reflectionId', 'findingId', 'thesisId', 'key'],
  ...['kind', 'source', 'status', 'state', 'stage', 'type', 'gate', 'lens', 'section', 'scope', 'why', 'by', 'errorCode', 'outputOf'],
  ...['direction', 'created', 'updated', 'started', 'finished'],
])

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every item that a value names: those of `itemId` for certain; an `id` beside a title may be of something else. */
export function namedItems(value: unknown, found: { sure: Set<string>; maybe: Set<string> } = { sure: new Set(), maybe: new Set() }) {
  if (Array.isArray(value)) for (const one of value) namedItems(one, found)
  else if (isObject(value)) {
    if (typeof value.itemId === 'string') found.sure.add(value.itemId)
    if (typeof value.id === 'string' && typeof value.title === 'string') found.maybe.add(value.id)
    for (const one of Object.values(value)) namedItems(one, found)
  }
  return found
}

/** The beginning of a text, never half a character of two units, with an ellipsis when something is left out. */
export function beginning(text: string, units: number): string {
  if (text.length <= units) return text
  return `${text.slice(0, wholeEnd(text, units))}…`
}

/** The place at or just before `end` that does not cut a character of two units. */
export function wholeEnd(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return end < text.length && end > 1 && code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}

/**
 * A value as an assistant gets it: texts cut to `units`, lists cut with the number of what is left out beside them, and with a
 * fence around every text that is not the app's own word.
 */
export function present(value: unknown, options: { units: number; fence: Fence | null }): Json {
  const { units, fence } = options
  const most = mostListed(units)
  if (typeof value === 'string') {
    const text = beginning(value, units)
    return fence && text !== '' ? fence.around(text) : text
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean' || value === null || value === undefined) return value ?? null
  if (Array.isArray(value)) return value.slice(0, most).map((one) => present(one, options))
  const shown: JsonObject = {}
  for (const [key, one] of Object.entries(value as Record<string, unknown>)) {
    if (one === undefined) continue
    shown[key] = present(one, ownWords.has(key) ? { units, fence: null } : options)
    if (Array.isArray(one) && one.length > most) shown[`${key}LeftOut`] = one.length - most
  }
  return shown
}

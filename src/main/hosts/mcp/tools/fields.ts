import { z } from 'zod'
import { MOST_RESULTS } from '../tool'

/** How many results a tool gives at once. */
export const Limit = z.number().int().min(1).max(MOST_RESULTS).optional()
/** A place to go on from in a list or a text that has no cursors of its own. */
export const Offset = z
  .string()
  .regex(/^\d{1,8}$/)
  .optional()

/** Whether a call that starts work, or looks at it, answers at its end. */
export const Wait = z.boolean().optional()

export const idField = 'The id of a thought, as search_thoughts and list_thoughts give it.'
export const limitField = `How many at once, at most ${MOST_RESULTS}.`
export const cursorField = 'Leave out for the beginning; then the nextCursor of the answer before.'

export const waitField =
  'Answer at the end of the work, with progress on the way; after ten minutes at the latest. Cancelling the call stops the work that it started.'

/** A moment as ISO 8601 in UTC, which models read more surely than milliseconds. */
export function when(ms: number | null | undefined): string | null {
  if (ms === null || ms === undefined) return null
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** A page of a list that is there as a whole, and the cursor for what comes after it. */
export function pageOf<T>(list: readonly T[], cursor: string | undefined, size: number): { page: T[]; nextCursor: string | null } {
  const from = Number(cursor ?? 0)
  return { page: list.slice(from, from + size), nextCursor: from + size < list.length ? String(from + size) : null }
}

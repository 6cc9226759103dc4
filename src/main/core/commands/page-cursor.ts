import { AppError } from '../../../shared/errors'

/** Where a page of rows that are ordered by time and id ends. */
export interface RowPlace {
  at: number
  id: string
}

export function writeCursor({ at, id }: RowPlace): string {
  return `${at}:${id}`
}

/** Null for the first page. Throws BAD_INPUT for what is no cursor of ours. */
export function readCursor(cursor: string | undefined): RowPlace | null {
  if (cursor === undefined) return null
  const found = /^(\d{1,16}):(.{1,64})$/.exec(cursor)
  if (!found) throw new AppError('BAD_INPUT', 'This cursor is not one that an answer gave. Ask for the first page again.')
  return { at: Number(found[1]), id: found[2] ?? '' }
}

/** A page of what was asked with one row more than the limit. */
export function pageOf<T>(rows: readonly T[], limit: number, placeOf: (row: T) => RowPlace): { rows: T[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown[shown.length - 1]
  return { rows: shown, nextCursor: rows.length > limit && last !== undefined ? writeCursor(placeOf(last)) : null }
}

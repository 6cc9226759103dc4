import type { Viewer } from './viewer'

/**
 * The SQL condition under which a viewer sees a row, with `maxPrivate(viewer)` bound as `bound`. `column` is a flag, 0 or 1; one that an outer
 * join may leave NULL goes in as `coalesce(column, 0)`.
 */
export const isVisible = (column: string, bound = '?'): string => `${column} <= ${bound}`

/** The SQL condition under which everybody sees a row, for statements that are written for one kind of viewer. */
export const isShared = (column: string): string => `${column} = 0`

/** What `isVisible` compares with: the highest value of the private flag among rows that this viewer sees. */
export const maxPrivate = (viewer: Viewer): 0 | 1 => (viewer.seesPrivate ? 1 : 0)

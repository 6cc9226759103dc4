import { DAY_MS } from '../../../shared/timing'

/** A page that an earlier run has read. */
export interface VisitedUrl {
  /** Normalised. */
  url: string
  status: 'success' | 'empty' | 'error' | 'skipped'
  /** ISO 8601. */
  visitedAt: string | null
  error: string | null
}

/** How long a page need not be read again (docs/collect-pipeline.md, "processUrls"). */
export const URL_HISTORY_TTL_MS = 90 * DAY_MS
const LONGEST_STORED_ERROR = 512

/** Whether a visit is younger than `ttlMs`. A date that is missing, unreadable or in the future is not; a `ttlMs` of 0 or less turns it off. */
export function isFreshVisit({ visitedAt }: Pick<VisitedUrl, 'visitedAt'>, now: number, ttlMs = URL_HISTORY_TTL_MS): boolean {
  const age = visitedAt === null ? Number.NaN : now - Date.parse(visitedAt)
  return age >= 0 && age < ttlMs
}

/** An error's text as it is stored: control characters as spaces, at most 512 characters. */
export function storedError(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, LONGEST_STORED_ERROR)
}

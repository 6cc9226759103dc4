import { DAY_MS } from '../../../shared/timing'

const LONGEST_MS = DAY_MS

/** Milliseconds that a Retry-After header asks to wait, at most a day; null when there is none. Seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  const waited = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(waited) ? Math.min(Math.max(0, waited), LONGEST_MS) : null
}

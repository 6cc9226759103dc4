import { DAY_MS } from '../../../shared/timing'

/** How a person says when a token ends. */
export type TokenEnd = 'never' | '30' | '90' | 'date'

export const tokenEnds: readonly (readonly [TokenEnd, string])[] = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['date', 'On a day'],
  ['never', 'Never'],
]

/** "2026-09-22" of a moment, local time. */
export function dateOf(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The moment a token ends: a named day is over at its end, local time. Undefined for a day that is none. */
export function momentOfEnd(end: TokenEnd, date: string, now: number): number | null | undefined {
  if (end === 'never') return null
  if (end !== 'date') return now + Number(end) * DAY_MS
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  if (!parts) return undefined
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]) + 1).getTime()
}

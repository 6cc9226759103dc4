import { DAY_MS } from '../../../shared/timing'

/** A span of time in whole local days, for a slider: day 0 is the first, `days` how many there are. */
export interface DaySpan {
  days: number
  /** The first moment of a day. */
  startOf(day: number): number
  /** The day of a moment, kept within the span. */
  dayOf(at: number): number
}

/** The local days from the one to the other moment. Counted by the calendar: a day has 23 or 25 hours when the clocks change. */
export function daySpan(first: number, last: number): DaySpan {
  const start = new Date(first)
  const startOf = (day: number) => new Date(start.getFullYear(), start.getMonth(), start.getDate() + day).getTime()
  const dayAt = (at: number) => Math.round((new Date(at).setHours(0, 0, 0, 0) - startOf(0)) / DAY_MS)
  const days = dayAt(last) + 1
  return { days, startOf, dayOf: (at) => Math.max(0, Math.min(days - 1, dayAt(at))) }
}

/** The filter for the chosen first and last day; an end that is not narrowed sets nothing, so that what comes later is in it. */
export function spanFilter(span: DaySpan, first: number, last: number): { from: number | undefined; to: number | undefined } {
  return {
    from: first <= 0 ? undefined : span.startOf(first),
    to: last >= span.days - 1 ? undefined : span.startOf(last + 1),
  }
}

export const HOUR_MS = 3_600_000

/** 24 hours. A day of the calendar has 23 or 25 where the clocks change: step such days with `Date`, not with this. */
export const DAY_MS = 24 * HOUR_MS

export const WEEK_MS = 7 * DAY_MS

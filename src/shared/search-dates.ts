const DIGIT = /\p{Nd}/gu
const isDigit = /^\p{Nd}$/u

/**
 * The days that a date of a query means, as [from, to) in milliseconds, in this computer's time zone: `2031`, `2031-05`, `2031-05-04`,
 * `today`, `yesterday`, and `7d`, `2w`, `3m`, `1y` for the day so long ago. Digits of any script. Null for what is no such date.
 */
export function readDay(typed: string, now: number): { from: number; to: number } | null {
  const text = typed.replace(DIGIT, toAscii)
  if (text === 'today') return daysAgo(now, 0)
  if (text === 'yesterday') return daysAgo(now, 1)
  const [, amount, unit] = /^(\d{1,4})([dwmy])$/.exec(text) ?? []
  if (amount !== undefined && unit !== undefined) return ago(now, Number(amount), unit)
  const [, years, months, days] = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text) ?? []
  if (years === undefined) return null
  const [year, month, day] = [Number(years), months === undefined ? 1 : Number(months), days === undefined ? 1 : Number(days)]
  const from = dateOf(year, month, day)
  if (from.getFullYear() !== year || from.getMonth() !== month - 1 || from.getDate() !== day) return null
  const to = months === undefined ? dateOf(year + 1, 1, 1) : days === undefined ? dateOf(year, month + 1, 1) : dateOf(year, month, day + 1)
  return { from: from.getTime(), to: to.getTime() }
}

/** Midnight at the beginning of a day. The years 0 to 99 are taken as they are, unlike by `new Date(99, 0, 1)`. */
function dateOf(year: number, month: number, day: number): Date {
  const date = new Date(2000, 0, 1)
  date.setFullYear(year, month - 1, day)
  return date
}

function ago(now: number, amount: number, unit: string): { from: number; to: number } {
  if (unit === 'd' || unit === 'w') return daysAgo(now, unit === 'w' ? amount * 7 : amount)
  const today = new Date(now)
  const months = unit === 'y' ? amount * 12 : amount
  const first = dateOf(today.getFullYear(), today.getMonth() + 1 - months, 1)
  // The 31st of a month three months ago may be a month of 30 days.
  const last = dateOf(first.getFullYear(), first.getMonth() + 2, 0).getDate()
  const day = Math.min(today.getDate(), last)
  const [year, month] = [first.getFullYear(), first.getMonth() + 1]
  return { from: dateOf(year, month, day).getTime(), to: dateOf(year, month, day + 1).getTime() }
}

function daysAgo(now: number, days: number): { from: number; to: number } {
  const today = new Date(now)
  const [year, month, day] = [today.getFullYear(), today.getMonth() + 1, today.getDate() - days]
  return { from: dateOf(year, month, day).getTime(), to: dateOf(year, month, day + 1).getTime() }
}

/** Digits of a script stand together, from nought to nine. */
function toAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && isDigit.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

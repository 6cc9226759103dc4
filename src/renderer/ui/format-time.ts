import { DAY_MS } from '../../shared/timing'

const shortDays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

function monthName(date: Date): string {
  return months[date.getMonth()] ?? ''
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}

/** Whole local days between two moments: 0 today, 1 yesterday, negative for the future. */
function daysAgo(at: number, now: number): number {
  // Rounded, since a day has 23 or 25 hours when the clocks change.
  return Math.round((midnight(now) - midnight(at)) / DAY_MS)
}

/** "09:14", local time. */
export function formatClock(at: number): string {
  const date = new Date(at)
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
}

/** The shortest plain name of a moment: "09:14", "Yesterday", "Mon", "22 Sep", "22 Sep 2023". */
export function formatWhen(at: number, now: number): string {
  const days = daysAgo(at, now)
  const date = new Date(at)
  if (days === 0) return formatClock(at)
  if (days === 1) return 'Yesterday'
  if (days > 1 && days < 7) return shortDays[date.getDay()] ?? ''
  const day = `${date.getDate()} ${monthName(date).slice(0, 3)}`
  return date.getFullYear() === new Date(now).getFullYear() ? day : `${day} ${date.getFullYear()}`
}

/** A moment inside a sentence: "today, 09:14", "yesterday, 17:20", "22 September", "22 September 2023". */
export function formatMoment(at: number, now: number): string {
  const days = daysAgo(at, now)
  if (days === 0) return `today, ${formatClock(at)}`
  if (days === 1) return `yesterday, ${formatClock(at)}`
  const date = new Date(at)
  const day = `${date.getDate()} ${monthName(date)}`
  return date.getFullYear() === new Date(now).getFullYear() ? day : `${day} ${date.getFullYear()}`
}

/** The heading a list row stands under: "Today", "Yesterday" (on a Monday), "Earlier this week", "Last week", "September", "September 2023". Weeks begin on Monday. */
export function formatGroup(at: number, now: number): string {
  const days = daysAgo(at, now)
  if (days <= 0) return 'Today'
  const sinceMonday = (new Date(now).getDay() + 6) % 7
  if (days <= sinceMonday) return 'Earlier this week'
  if (days === 1) return 'Yesterday'
  if (days <= sinceMonday + 7) return 'Last week'
  const date = new Date(at)
  return date.getFullYear() === new Date(now).getFullYear() ? monthName(date) : `${monthName(date)} ${date.getFullYear()}`
}

/** A length of time in words: "41 s", "2 min 06 s", "1 h 04 min". Below one second "under 1 s". */
export function formatDuration(ms: number): string {
  if (ms < 1000) return 'under 1 s'
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** "8,094". */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-GB')
}

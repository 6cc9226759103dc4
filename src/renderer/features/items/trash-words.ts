import { DAY_MS } from '../../../shared/timing'

/** A thought stays so long in the trash. */
export const TRASH_DAYS = 30

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** "Deleted today", "Deleted 3 days ago": whole days, so that both counts of a row add up to thirty. */
function since(past: number): string {
  if (past === 0) return 'Deleted today'
  return past === 1 ? 'Deleted yesterday' : `Deleted ${days(past)} ago`
}

/** How long a thought is in the trash and how long it stays: "Deleted 3 days ago, goes for good in 27". */
export function trashWords(deletedAt: number, now: number): string {
  const past = Math.max(0, Math.floor((now - deletedAt) / DAY_MS))
  const left = TRASH_DAYS - past
  if (left <= 0) return `${since(past)}, goes for good any moment`
  if (past === 0) return `${since(past)}, goes for good in ${days(left)}`
  return `${since(past)}, goes for good ${left === 1 ? 'within a day' : `in ${left}`}`
}

/** What the trash holds, in the words of its question: "1 thought", "5,000 thoughts". */
export const thoughtsWords = (count: number) => (count === 1 ? '1 thought' : `${count.toLocaleString('en-GB')} thoughts`)

import { confidenceFormula, decayedConfidence, STALE_BELOW, tidyScore } from '../../shared/confidence'
import type { ItemSummary } from '../../shared/entities'
import { DAY_MS, WEEK_MS } from '../../shared/timing'

type Validated = Pick<ItemSummary, 'validation' | 'source'>

/** A word for a value, so that nobody has to know the scale. */
export function confidenceWord(value: number): string {
  if (value < STALE_BELOW) return 'stale'
  if (value < 0.45) return 'fading'
  return value < 0.65 ? 'fair' : 'firm'
}

/** "today", "3 days ago", "9.5 weeks ago". */
function ago(at: number, now: number): string {
  const days = Math.floor(Math.max(0, now - at) / DAY_MS)
  if (days === 0) return 'less than a day ago'
  if (days < 7) return days === 1 ? 'a day ago' : `${days} days ago`
  const weeks = Number(((now - at) / WEEK_MS).toFixed(1))
  return weeks === 1 ? 'a week ago' : `${weeks < 100 ? weeks : Math.round(weeks)} weeks ago`
}

function since({ validation, source }: Validated): string {
  if (validation.by === 'reviewed') return 'when you said that it is still true'
  if (validation.by === 'pinned') return 'when you pinned it'
  if (validation.by === 'changed') return 'when it was last changed'
  return source === 'manual' ? 'when you wrote it' : 'when it came in'
}

/** What an item's confidence is now, worked out anew: a page may stay open for days. */
export function confidenceNow({ validation }: Validated, now: number): number {
  return decayedConfidence(validation.score, validation.at, now)
}

/** Why it is what it is: "0.8 when you wrote it, 9.5 weeks ago. It loses 5 % a week: 0.49 now." */
export function confidenceReason(item: Validated, now: number): string {
  const { score, at } = item.validation
  return `${tidyScore(score)} ${since(item)}, ${ago(at, now)}. It loses 5 % a week: ${tidyScore(confidenceNow(item, now))} now.`
}

/** The same as a sum: "0.49 = 0.8 × 0.95^9.5 weeks". */
export function confidenceSum(item: Validated, now: number): string {
  return `${tidyScore(confidenceNow(item, now))} = ${confidenceFormula(item.validation.score, item.validation.at, now)}`
}

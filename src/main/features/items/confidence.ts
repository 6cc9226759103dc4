import { STALE_BELOW, WEEKLY_RATE } from '../../../shared/confidence'
import type { ItemSource } from '../../../shared/entities'
import { WEEK_MS } from '../../../shared/timing'

/** Confidence of a new item by where it came from (seed document). */
const initial: Record<ItemSource, number> = {
  manual: 0.8,
  mcp: 0.7,
  api: 0.7,
  cli: 0.7,
  hive: 0.6,
  telegram: 0.5,
  import: 0.7,
  collect: 0.6,
}

export function initialConfidence(source: ItemSource): number {
  return initial[source]
}

/** Items of this score are stale exactly when they were validated before this moment (milliseconds, not whole); infinite for a score that begins stale. */
export function staleBefore(score: number, now: number): number {
  if (score < STALE_BELOW) return Number.POSITIVE_INFINITY
  return now - (WEEK_MS * Math.log(STALE_BELOW / score)) / Math.log(WEEKLY_RATE)
}

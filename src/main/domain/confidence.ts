import type { ItemSource } from '../../shared/entities'

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

const WEEK_MS = 7 * 24 * 3600 * 1000
/** Share kept per week without validation (seed document). */
const WEEKLY_RATE = 0.95

/** score × 0.95^weeks since validation; a clock before the validation counts as no time. */
export function decayedConfidence(score: number, lastValidatedAt: number, now: number): number {
  return score * WEEKLY_RATE ** (Math.max(0, now - lastValidatedAt) / WEEK_MS)
}

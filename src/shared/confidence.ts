import { WEEK_MS } from './timing'

/** Below this a thought is stale (seed document). */
export const STALE_BELOW = 0.3
/** Share kept per week without validation (seed document). */
export const WEEKLY_RATE = 0.95
/** The mark of a stale item. It is the system's: nobody adds, renames or removes it by hand. */
export const STALE_TAG = 'confidence:stale'

/** Weeks since a validation, not rounded; a clock before the validation counts as no time. */
export function weeksSince(validatedAt: number, now: number): number {
  return Math.max(0, now - validatedAt) / WEEK_MS
}

/** score × 0.95^weeks. Always computed from the score at the validation, so asking twice changes nothing. */
export function decayedConfidence(score: number, validatedAt: number, now: number): number {
  return score * WEEKLY_RATE ** weeksSince(validatedAt, now)
}

/** How a value came about: "0.8 × 0.95^9.5 weeks". Weeks have one digit after the point, none from a hundred on. */
export function confidenceFormula(score: number, validatedAt: number, now: number): string {
  const weeks = weeksSince(validatedAt, now)
  return `${tidyScore(score)} × ${WEEKLY_RATE}^${weeks < 100 ? Number(weeks.toFixed(1)) : Math.round(weeks)} weeks`
}

/** At most two digits after the point: "0.8", "0.49". Cut, not rounded, so that what is below 0.3 never reads as 0.3. */
export function tidyScore(score: number): string {
  return String(Math.floor(score * 100 + 1e-9) / 100)
}

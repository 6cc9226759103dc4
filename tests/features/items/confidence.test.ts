import { describe, expect, it } from 'vitest'
import { staleBefore } from '../../../src/main/features/items/confidence'
import { confidenceFormula, decayedConfidence, STALE_BELOW, tidyScore } from '../../../src/shared/confidence'
import { WEEK_MS } from '../../../src/shared/timing'

const now = 1_800_000_000_000

describe('confidence', () => {
  it('falls by a twentieth a week from the score at the validation', () => {
    expect(decayedConfidence(1, now - 5 * WEEK_MS, now)).toBeCloseTo(0.774, 3)
    expect(decayedConfidence(1, now - 10 * WEEK_MS, now)).toBeCloseTo(0.599, 3)
    expect(decayedConfidence(0.8, now, now)).toBe(0.8)
    expect(decayedConfidence(0.8, now + WEEK_MS, now)).toBe(0.8)
  })

  it('is below the threshold exactly for what was validated before the moment that is given for its score', () => {
    for (const score of [0.1, 0.3, 0.31, 0.5, 0.6, 0.7, 0.8, 1]) {
      const before = staleBefore(score, now)
      for (const at of [before - 1000, before + 1000, now - WEEK_MS, now].filter(Number.isFinite))
        expect([score, at, decayedConfidence(score, at, now) < STALE_BELOW]).toEqual([score, at, at < before])
    }
  })

  it('is said as a sum whose numbers are short, and never reads as fresh when it is stale', () => {
    expect(confidenceFormula(0.8, now - 9.5 * WEEK_MS, now)).toBe('0.8 × 0.95^9.5 weeks')
    expect(confidenceFormula(0.7, now, now)).toBe('0.7 × 0.95^0 weeks')
    expect(confidenceFormula(0.8, now - 130.4 * WEEK_MS, now)).toBe('0.8 × 0.95^130 weeks')
    expect(tidyScore(0.2999)).toBe('0.29')
    expect(tidyScore(0.7)).toBe('0.7')
    expect(tidyScore(0.29)).toBe('0.29')
  })
})

import { expect, test } from 'vitest'
import { confidenceReason, confidenceSum, confidenceWord } from '../../../src/renderer/base/confidence-words'
import type { ItemSummary } from '../../../src/shared/entities'
import { WEEK_MS } from '../../../src/shared/timing'

const now = 1_800_000_000_000
const item = (weeks: number, by: ItemSummary['validation']['by'] = 'captured', source: ItemSummary['source'] = 'manual', score = 0.8) => ({
  source,
  validation: { score, at: now - weeks * WEEK_MS, by },
})

test('the reason says from what, since when and how much is lost, in the words for what set the clock', () => {
  expect(confidenceReason(item(9.5), now)).toBe('0.8 when you wrote it, 9.5 weeks ago. It loses 5 % a week: 0.49 now.')
  expect(confidenceReason(item(0), now)).toBe('0.8 when you wrote it, less than a day ago. It loses 5 % a week: 0.8 now.')
  expect(confidenceReason(item(3 / 7, 'reviewed'), now)).toMatch(/^0.8 when you said that it is still true, 3 days ago\./)
  expect(confidenceReason(item(1, 'captured', 'telegram', 0.5), now)).toMatch(/^0.5 when it came in, a week ago\./)
})

test('the sum and the word agree about what is stale', () => {
  // 19.1 weeks bring 0.8 just above 0.3, 19.2 just below.
  expect(confidenceSum(item(19.1), now)).toBe('0.3 = 0.8 × 0.95^19.1 weeks')
  expect(confidenceSum(item(19.2), now)).toBe('0.29 = 0.8 × 0.95^19.2 weeks')
  expect([0.8, 0.5, 0.3, 0.2999].map(confidenceWord)).toEqual(['firm', 'fair', 'fading', 'stale'])
})

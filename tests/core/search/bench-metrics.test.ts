import { describe, expect, it } from 'vitest'
import { ndcg, recall } from '../../bench/search/metrics'

const gains = new Map([
  ['best', 4],
  ['good', 2],
  ['fair', 1],
])

describe('the measures of the search bench', () => {
  it('ndcg is 1 for the best order, less for another, as computed by hand', () => {
    expect(ndcg(['best', 'good', 'fair'], gains, 10)).toBe(1)
    expect(ndcg(['x', 'best'], gains, 10)).toBeCloseTo(4 / Math.log2(3) / (4 + 2 / Math.log2(3) + 1 / 2), 10)
    expect(ndcg(['x', 'best'], gains, 1)).toBe(0)
    expect(ndcg(['best'], new Map(), 10)).toBe(0)
  })

  it('recall is the share of what is relevant, not of what was found', () => {
    expect(recall(['x', 'fair', 'best'], gains, 10)).toBeCloseTo(2 / 3)
    expect(recall(['x', 'fair', 'best'], gains, 2)).toBeCloseTo(1 / 3)
  })
})

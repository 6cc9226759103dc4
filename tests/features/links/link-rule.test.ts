import { describe, expect, it } from 'vitest'
import { isCloseEnough, surroundingScore } from '../../../src/main/features/links/link-rule'

const near = { aboveFloor: 0.1, rank: 1, rankBack: 2, margin: 0.1, sharesTerms: true }

describe('what is close enough to link unasked', () => {
  it.each([
    ['near from both sides, with a word in common', near, true],
    ['nothing in common and not each other’s nearest', { ...near, sharesTerms: false }, false],
    ['nothing in common but each other’s nearest', { ...near, sharesTerms: false, rank: 0, rankBack: 0 }, true],
    ['each other’s nearest, but only just related', { ...near, sharesTerms: false, rank: 0, rankBack: 0, aboveFloor: 0.03 }, false],
    ['near from one side only: a text that is near to everything', { ...near, rankBack: 9 }, false],
    ['no nearer than all the rest', { ...near, margin: 0.01 }, false],
    ['too few texts to know what is usual', { ...near, margin: null }, true],
    [
      'nothing in common, in a vault too small to have a nearest',
      { ...near, margin: null, sharesTerms: false, rank: 0, rankBack: 0 },
      false,
    ],
    ['below the floor', { ...near, aboveFloor: -0.01 }, false],
  ])('%s', (_name, closeness, expected) => {
    expect(isCloseEnough(closeness)).toBe(expected)
  })

  it('takes what stands around a text without the nearest few', () => {
    expect(surroundingScore([0.9, 0.8, 0.7, 0.4, 0.3, 0.2])).toBeCloseTo(0.3)
    expect(surroundingScore([0.9, 0.8, 0.7, 0.4])).toBeNull()
  })
})

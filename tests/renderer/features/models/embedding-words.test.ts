import { describe, expect, test } from 'vitest'
import {
  type EmbeddingPlan,
  embeddedWords,
  keptBackWords,
  planRows,
  progressWords,
  roughTime,
  secondsLeft,
} from '../../../../src/renderer/features/models/embedding-words'

const plan: EmbeddingPlan = {
  toModel: 'embed-large',
  items: 1204,
  pieces: 3310,
  tokens: 412_000,
  seconds: 240,
  cost: 0.0206,
  keptBack: 12,
  leavesComputer: true,
  dimensions: 1536,
}
const words = (change: Partial<EmbeddingPlan>, currency = 'USD') =>
  Object.fromEntries(planRows({ ...plan, ...change }, 'models.example.org', currency))

describe('what a change costs', () => {
  test('count, time, price and place are all told', () => {
    expect(words({})).toEqual({
      Work: '1,204 thoughts, 3,310 pieces',
      Time: 'about 4 min',
      Price: 'about 0.02 USD, for 412,000 tokens',
      'Goes to': 'models.example.org',
      Vectors: '1,536 numbers each',
    })
  })

  test('an unknown price is not called none, and a small one is not called zero', () => {
    expect(words({ cost: null }).Price).toBe('not known: the model has no price in Settings; 412,000 tokens')
    expect(words({ cost: null, leavesComputer: false })).toMatchObject({
      Price: 'none, 412,000 tokens',
      'Goes to': 'nowhere, it stays on this computer',
    })
    expect(words({ cost: 0.0004 }).Price).toBe('under 0.01 USD, for 412,000 tokens')
    expect(words({ cost: 12.5 }, '').Price).toBe('about 12.50, for 412,000 tokens')
  })

  test('an empty vault needs no work', () => {
    expect(words({ items: 0, pieces: 0, tokens: 0, seconds: 0 })).toMatchObject({ Work: 'nothing to embed yet', Time: 'none' })
  })

  test('thoughts that are kept back are counted, and what that means is said', () => {
    expect(keptBackWords({ keptBack: 0 })).toBeUndefined()
    expect(keptBackWords({ keptBack: 1 })).toBe(
      '1 thought marked “Stays here” is not sent and will have no embedding: it is then found by words only.',
    )
    expect(keptBackWords({ keptBack: 12 })).toMatch(/^12 thoughts marked “Stays here” are not sent .* they are then/)
  })
})

test('a guessed time is no finer than a guess, and never 60 minutes or "1 h 60 min"', () => {
  expect([20, 59, 60, 89, 3569, 3570, 3600, 7100, 7790].map(roughTime)).toEqual([
    'under a minute',
    'under a minute',
    'about 1 min',
    'about 1 min',
    'about 59 min',
    'about 1 h',
    'about 1 h',
    'about 2 h',
    'about 2 h 10 min',
  ])
})

describe('progress', () => {
  test('the estimate is the pace between two counts, and none before there is one', () => {
    expect(secondsLeft({ at: 0, done: 100 }, { at: 10_000, done: 200 }, 1200)).toBe(100)
    expect(secondsLeft({ at: 0, done: 100 }, { at: 10_000, done: 102 }, 1200)).toBeNull()
    expect(secondsLeft({ at: 5, done: 100 }, { at: 5, done: 200 }, 1200)).toBeNull()
  })

  test('is told with and without an estimate', () => {
    expect(progressWords(340, 1204, 170)).toBe('340 of 1,204, about 3 min left')
    expect(progressWords(340, 1204, null)).toBe('340 of 1,204')
  })

  test('none, one, some and all thoughts with an embedding are four sentences', () => {
    expect(embeddedWords({ embedded: 0, total: 0 })).toBe('No thought has an embedding yet. They are made as you write.')
    expect(embeddedWords({ embedded: 1, total: 1 })).toBe('Your one thought has an embedding.')
    expect(embeddedWords({ embedded: 1150, total: 1204 })).toBe('1,150 of 1,204 thoughts have an embedding')
    expect(embeddedWords({ embedded: 1204, total: 1204 })).toBe('All 1,204 thoughts have an embedding.')
  })
})

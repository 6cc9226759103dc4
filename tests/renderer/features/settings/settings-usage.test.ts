import { describe, expect, test } from 'vitest'
import { roundMaximum, stackBar } from '../../../../src/renderer/features/settings/usage-scale'
import { lastDays, sumByDay, sumByWork, sumUsage, tokensByType } from '../../../../src/renderer/features/settings/usage-sums'
import { dayName, estimateWords, formatAmount, sumWords } from '../../../../src/renderer/features/settings/usage-words'
import type { UsageRow } from '../../../../src/shared/contract/usage'

function row(change: Partial<UsageRow>): UsageRow {
  return {
    day: '2026-03-29',
    endpoint: 'http://127.0.0.1:11434/v1',
    model: 'llama',
    role: 'thinker',
    type: 'expand',
    calls: 1,
    promptTokens: 100,
    outputTokens: 20,
    estimatedCalls: 0,
    cost: null,
    ...change,
  }
}

describe('days', () => {
  test('go over the ends of months and years, and the day with 23 hours is neither lost nor twice', () => {
    expect(lastDays('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(lastDays('2027-01-01', 2)).toEqual(['2026-12-31', '2027-01-01'])
    const spring = lastDays('2026-04-10', 30)
    expect(new Set(spring).size).toBe(30)
    expect(spring).toContain('2026-03-29')
  })

  test('hold every row of their date, empty ones are zero, and what is older stays out', () => {
    const rows = [row({}), row({ role: 'worker', type: 'summarize', promptTokens: 7, outputTokens: 1 }), row({ day: '2026-03-26' })]
    expect(sumByDay(rows, '2026-03-30', 3).map(({ day, calls, promptTokens }) => [day, calls, promptTokens])).toEqual([
      ['2026-03-28', 0, 0],
      ['2026-03-29', 2, 107],
      ['2026-03-30', 0, 0],
    ])
  })
})

describe('sums', () => {
  test('of one model and kind join over days and servers; the most tokens come first', () => {
    const works = sumByWork([
      row({ type: 'summarize', promptTokens: 10, outputTokens: 1 }),
      row({}),
      row({ day: '2026-03-30', endpoint: 'https://models.example.org/v1' }),
      row({ model: 'other', promptTokens: 5, outputTokens: 0 }),
    ])
    expect(works.map(({ model, type, calls, promptTokens, outputTokens }) => [model, type, calls, promptTokens, outputTokens])).toEqual([
      ['llama', 'expand', 2, 200, 40],
      ['llama', 'summarize', 1, 10, 1],
      ['other', 'expand', 1, 5, 0],
    ])
  })

  test('a model without a price costs nothing known, which is not nothing', () => {
    expect(sumUsage([row({})])).toMatchObject({ cost: null, unpriced: true })
    expect(sumUsage([row({ cost: 0 })])).toMatchObject({ cost: 0, unpriced: false })
    expect(sumUsage([row({ cost: 0.5 }), row({}), row({ cost: 0.25 })])).toMatchObject({ cost: 0.75, unpriced: true })
  })

  test('by kind count the asked day alone', () => {
    const rows = [row({}), row({ role: 'worker' }), row({ day: '2026-03-28' }), row({ type: 'embed', outputTokens: 0 })]
    expect(tokensByType(rows, '2026-03-29')).toEqual({ expand: 240, embed: 100 })
  })
})

describe('scale', () => {
  test.each([
    [0, 10],
    [10, 10],
    [11, 20],
    [20, 20],
    [2495, 3000],
    [41, 60],
    [81, 100],
    [999_999, 1_000_000],
    [1_000_001, 2_000_000],
  ])('%d fits under %d', (value, maximum) => {
    expect(roundMaximum(value)).toBe(maximum)
  })

  test('no use is no bar, one token among a million still is one', () => {
    expect(stackBar({ promptTokens: 0, outputTokens: 0 }, 100, 120)).toMatchObject({ promptHeight: 0, outputHeight: 0 })
    expect(stackBar({ promptTokens: 1, outputTokens: 1 }, 1_000_000, 120)).toMatchObject({ promptHeight: 1, outputHeight: 1 })
  })

  test('the parts stand on each other and stay in the plot, also where rounding would push them out', () => {
    expect(stackBar({ promptTokens: 50, outputTokens: 25 }, 100, 120)).toEqual({
      promptTop: 60,
      promptHeight: 60,
      outputTop: 30,
      outputHeight: 30,
    })
    for (let prompt = 0; prompt <= 1000; prompt += 1) {
      const bar = stackBar({ promptTokens: prompt, outputTokens: 1000 - prompt }, 1000, 121)
      expect(bar.outputTop).toBeGreaterThanOrEqual(0)
      expect(bar.outputTop + bar.outputHeight).toBeLessThanOrEqual(121)
    }
  })
})

describe('words', () => {
  test('a fraction of a cent is not shown as nothing', () => {
    expect([0, 0.00001, 0.0123, 0.5, 12.344, 1234.5].map((amount) => formatAmount(amount))).toEqual([
      '0.00',
      'under 0.0001',
      '0.0123',
      '0.5000',
      '12.34',
      '1,234.50',
    ])
    expect([0.004, 2].map((amount) => formatAmount(amount, 2))).toEqual(['under 0.01', '2.00'])
  })

  test('say one call and many, and the price only where there is one', () => {
    expect(sumWords(sumUsage([row({})]), 'EUR')).toBe('100 in, 20 out, 1 call')
    expect(sumWords(sumUsage([row({ cost: 1.5, calls: 1200 })]), 'EUR')).toBe('100 in, 20 out, 1,200 calls, 1.50 EUR')
    expect(sumWords(sumUsage([]), 'EUR')).toBe('no model was used')
  })

  test('a day is named by its own date, wherever the computer stands', () => {
    expect(dayName('2026-03-29', '2026-03-30')).toBe('Sun 29 March')
    expect(dayName('2026-03-30', '2026-03-30')).toBe('Today')
  })

  test('whose count it is, is said only where it is ours', () => {
    expect(estimateWords({ calls: 3, estimatedCalls: 0 })).toBeUndefined()
    expect(estimateWords({ calls: 3, estimatedCalls: 1 })).toMatch(/^1 of 3 calls was counted by Cortexa/)
    expect(estimateWords({ calls: 3, estimatedCalls: 3 })).toMatch(/^Counted by Cortexa/)
  })
})

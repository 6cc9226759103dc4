import { describe, expect, it } from 'vitest'
import { createTokenUsageAccumulator, withTotal } from '../../../src/main/core/agent/token-usage'

describe('the token accumulator', () => {
  it('C9: adds up parent and workers', () => {
    const usage = createTokenUsageAccumulator()
    usage.addParentUsage({ inputTokens: 100, outputTokens: 50, totalTokens: 150 })
    const before = usage.getBreakdown()
    usage.addWorkerUsage({ inputTokens: 500, outputTokens: 200, totalTokens: 700 })
    expect(usage.getBreakdown().total).toEqual({ promptTokens: 600, completionTokens: 250, totalTokens: 850 })
    expect(usage.getTotalTokens()).toBe(850)
    expect(before.total).toEqual({ promptTokens: 100, completionTokens: 50, totalTokens: 150 })
    expect(before.workers).toEqual({ promptTokens: 0, completionTokens: 0, totalTokens: 0 })
  })

  it('C9: a missing field counts nothing, and a total is not made up', () => {
    const usage = createTokenUsageAccumulator()
    usage.addParentUsage({ inputTokens: 100 })
    expect(usage.getBreakdown().parent).toEqual({ promptTokens: 100, completionTokens: 0, totalTokens: 0 })
  })

  it('the adapter fills a missing total in before', () => {
    expect(withTotal({ inputTokens: 100, outputTokens: 50 }).totalTokens).toBe(150)
    expect(withTotal({ inputTokens: 100, outputTokens: 50, totalTokens: 120 }).totalTokens).toBe(120)
  })
})

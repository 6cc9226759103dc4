import { describe, expect, it } from 'vitest'
import { isLooping } from '../../../src/main/core/agent/loop-detector'
import { createRunLimiter } from '../../../src/main/core/agent/run-limiter'
import { stopReason } from '../../../src/main/core/agent/stop-conditions'

const step = (toolName: string, input: unknown, output: unknown) => ({ calls: [{ toolName, input, output }] })

describe('the limiter of a run', () => {
  it('lets two in at once over several callers, in the order of their coming', async () => {
    const limiter = createRunLimiter(2)
    let running = 0
    let most = 0
    const order: number[] = []
    const task = (id: number) => async () => {
      order.push(id)
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    }
    await Promise.all([1, 2, 3, 4, 5, 6].map((id) => limiter(task(id))))
    expect(most).toBe(2)
    expect(order).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('gives the place of a failed task to the next, and lets go of one that is aborted while it waits', async () => {
    const limiter = createRunLimiter(1)
    const controller = new AbortController()
    const failing = limiter(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('broken')
    })
    let ran = false
    const waiting = limiter(async () => {
      ran = true
    }, controller.signal)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' })
    await expect(failing).rejects.toThrow('broken')
    expect(await limiter(async () => 'next')).toBe('next')
    expect(ran).toBe(false)
  })
})

describe('the loop detector', () => {
  it('sees the same call with the same result three times, whatever the order of the fields', () => {
    const steps = [step('search', { a: 1, b: 2 }, 'r'), step('search', { b: 2, a: 1 }, 'r'), step('search', { a: 1, b: 2 }, 'r')]
    expect(isLooping(steps)).toBe(true)
    expect(isLooping(steps.slice(1))).toBe(false)
  })

  it('sees a cycle of two steps', () => {
    const cycle = [step('search', 'x', 'r'), step('getWorkspaceOverview', {}, { totalItems: 3 })]
    expect(isLooping([...cycle, ...cycle, ...cycle])).toBe(true)
  })

  it('takes the same question with a new answer for progress', () => {
    expect(isLooping([1, 2, 3].map((totalItems) => step('getWorkspaceOverview', {}, { totalItems })))).toBe(false)
  })
})

describe('the reasons to stop', () => {
  const budget = { maxSteps: 2, usedTokens: () => 100 }
  it('go by steps and by tokens of parent and workers, and by neither before', () => {
    const steps = [step('a', 1, 1), step('b', 2, 2)]
    expect(stopReason(steps.slice(1), budget)).toBeUndefined()
    expect(stopReason(steps, budget)).toBe('step-limit')
    expect(stopReason(steps.slice(1), { ...budget, tokenBudget: 100 })).toBe('token-budget')
    expect(stopReason(steps.slice(1), { ...budget, tokenBudget: 101 })).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { createToolCircuitBreaker } from '../../../src/main/core/agent/circuit-breaker'

describe('the circuit breaker of tools', () => {
  it('C7: trips with the third failure in a row, and stays tripped', () => {
    const breaker = createToolCircuitBreaker()
    expect([1, 2, 3].map(() => breaker.recordFailure('search'))).toEqual([false, false, true])
    breaker.recordSuccess('search')
    expect(breaker.isTripped('search')).toBe(true)
    expect(breaker.isTripped('processUrls')).toBe(false)
    expect(breaker.recordFailure('search')).toBe(false)
  })

  it('C7: a success in between starts the count anew', () => {
    const breaker = createToolCircuitBreaker()
    breaker.recordFailure('search')
    breaker.recordFailure('search')
    breaker.recordSuccess('search')
    breaker.recordFailure('search')
    breaker.recordFailure('search')
    expect(breaker.isTripped('search')).toBe(false)
  })

  it('C7: tells the model what to do', () => {
    const message = createToolCircuitBreaker().getUnavailableMessage('search')
    for (const words of ['search', 'unavailable', 'do not call it again']) expect(message).toContain(words)
  })

  it('names failed tools with the last reason, tripped or not', () => {
    const breaker = createToolCircuitBreaker(2)
    breaker.recordFailure('search', new Error('401 Unauthorized'))
    breaker.recordFailure('findItems')
    breaker.recordFailure('findItems')
    expect(breaker.getFailedTools()).toEqual([
      { name: 'search', reason: '401 Unauthorized' },
      { name: 'findItems', reason: 'unknown error' },
    ])
    expect(breaker.getTrippedTools()).toEqual([{ name: 'findItems', reason: 'unknown error' }])
    expect(createToolCircuitBreaker(1).recordFailure('search')).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { createAllowance, createFailureRest } from '../../../src/main/hosts/http/allowance'

describe('createAllowance', () => {
  it('takes as many as it may within any minute, each key apart, and counts no refused one', () => {
    let now = 5000
    const allowance = createAllowance({ most: 3, now: () => now })
    expect([allowance.take('a'), allowance.take('a'), allowance.take('a'), allowance.take('b')]).toEqual([0, 0, 0, 0])
    now += 10_000
    expect([allowance.take('a'), allowance.take('a')]).toEqual([50_000, 50_000])
    now += 49_999
    expect(allowance.take('a')).toBe(1)
    now += 1
    expect([allowance.take('a'), allowance.take('a'), allowance.take('a')]).toEqual([0, 0, 0])
    expect(allowance.take('a')).toBe(60_000)
  })

  it('cannot be got around at the turn of a minute', () => {
    let now = 0
    const allowance = createAllowance({ most: 2, now: () => now })
    allowance.take('a')
    now = 59_999
    expect(allowance.take('a')).toBe(0)
    now = 60_001
    expect(allowance.take('a')).toBe(0)
    expect(allowance.take('a')).toBe(59_998)
  })
})

describe('createFailureRest', () => {
  it('rests for a minute from the failure that was one too many, and then counts anew', () => {
    let now = 0
    const rest = createFailureRest({ most: 5, now: () => now })
    for (let i = 0; i < 4; i += 1) rest.note()
    expect(rest.left()).toBe(0)
    now = 1000
    rest.note()
    expect(rest.left()).toBe(60_000)
    now = 60_999
    expect(rest.left()).toBe(1)
    now = 61_000
    expect(rest.left()).toBe(0)
    rest.note()
    expect(rest.left()).toBe(0)
  })

  it('forgets failures that are older than a minute', () => {
    let now = 0
    const rest = createFailureRest({ most: 2, now: () => now })
    rest.note()
    now = 60_000
    rest.note()
    expect(rest.left()).toBe(0)
  })
})

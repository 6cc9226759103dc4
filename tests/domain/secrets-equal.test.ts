import { timingSafeEqual } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { secretsEqual } from '../../src/main/domain/secrets-equal'

describe('secretsEqual', () => {
  it('answers for unequal lengths, where timingSafeEqual throws (T13)', () => {
    expect(() => timingSafeEqual(Buffer.from('short'), Buffer.from('longer'))).toThrow()
    expect(secretsEqual('short', 'longer')).toBe(false)
    expect(secretsEqual('', 'x')).toBe(false)
    expect(secretsEqual('prefix', 'prefix-and-more')).toBe(false)
  })

  it('accepts equal secrets as text and as bytes, and refuses one changed character', () => {
    expect(secretsEqual('a-token-ü', Buffer.from('a-token-ü'))).toBe(true)
    expect(secretsEqual('', '')).toBe(true)
    expect(secretsEqual('a-token', 'a-tokeN')).toBe(false)
  })
})

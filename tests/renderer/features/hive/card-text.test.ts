import { describe, expect, it } from 'vitest'
import { cardIn } from '../../../../src/renderer/features/hive/card-text'

describe('cardIn', () => {
  it('says that a text that is too long to be sent has no card, and finds the card in one that has', () => {
    expect(() => cardIn('x'.repeat(200_000))).toThrow(/There is no card in this text/)
    const found = cardIn(`${'words '.repeat(20_000)}cortexa-peer:AQab${' more'.repeat(20_000)}`)
    expect(found.startsWith('cortexa-peer:AQab more')).toBe(true)
    expect(found.length).toBeLessThanOrEqual(10_000)
    // Short text is judged by the vault, as it is.
    expect(cardIn('hello')).toBe('hello')
  })
})

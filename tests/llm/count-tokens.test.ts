import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens, splitByTokens } from '../../src/main/llm/count-tokens'

describe('countTokens', () => {
  it.each([
    ['', 0],
    ['word', 1],
    ['longer', 2],
    ['one two three', 4],
    ['自転車で通勤', 6],
    ['=:{}$|', 6],
    ['Привет мир', 5],
    ['Zürich', 2],
    ['a\n\nb', 4],
    ['   ', 0],
  ])('%j costs %i', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })
})

describe('splitByTokens', () => {
  it('loses nothing and keeps every piece within the limit, in any script', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 4, max: 60 }), (text, limit) => {
        const pieces = splitByTokens(text, limit)
        expect(pieces.join('')).toBe(text)
        for (const piece of pieces) expect(countTokens(piece)).toBeLessThanOrEqual(limit)
      }),
    )
  })

  it('cuts at a blank line rather than in a sentence', () => {
    expect(splitByTokens('First paragraph here.\n\nSecond paragraph there.', 9)).toEqual([
      'First paragraph here.\n\n',
      'Second paragraph there.',
    ])
  })

  it('cuts a long line without a break, and never through a pair of surrogates', () => {
    const pieces = splitByTokens('🚲'.repeat(1000), 7)
    expect(pieces.join('')).toBe('🚲'.repeat(1000))
    for (const piece of pieces) expect(() => encodeURIComponent(piece)).not.toThrow()
  })

  it('ends with a limit of zero', () => {
    expect(splitByTokens('ab🚲', 0).join('')).toBe('ab🚲')
  })
})

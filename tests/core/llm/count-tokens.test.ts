import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens, countTokensInTurns, fewestTokens, splitByTokens } from '../../../src/main/core/llm/count-tokens'
import { tokenSamples } from './token-samples'

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

  it.each(tokenSamples)('is no less than what real vocabularies make of $name, to a hundredth', ({ text, gpt4o, llama3 }) => {
    expect(countTokens(text)).toBeGreaterThanOrEqual(Math.max(gpt4o, llama3) * 0.99)
    expect(fewestTokens(text)).toBeLessThanOrEqual(Math.min(gpt4o, llama3))
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

  it('cuts 60,000 characters for a model of 4,096 tokens at sentence ends, and keeps all of them', () => {
    const text = 'The bus was late again today. Did I take the bike? No, I did not! So it goes, e.g. on rainy days. '.repeat(640)
    const pieces = splitByTokens(text, 4_096 - 1_000)
    expect(text.length).toBeGreaterThan(60_000)
    expect(pieces.join('')).toBe(text)
    expect(pieces.length).toBeGreaterThan(4)
    for (const piece of pieces) {
      expect(piece).toMatch(/[.!?] $/)
      expect(countTokens(piece)).toBeLessThanOrEqual(3_096)
    }
  })

  it('cuts Chinese and Japanese at their full stops', () => {
    const text = '自転車で通勤するのは安い。健康的だと思う！本当に？'.repeat(100)
    const pieces = splitByTokens(text, 200)
    expect(pieces.join('')).toBe(text)
    for (const piece of pieces) expect(piece).toMatch(/[。！？]$/)
  })
})

describe('in turns', () => {
  const texts = {
    words: 'The bus was late again, on 12.11.2026. '.repeat(320_000),
    'one line': 'x'.repeat(12_000_000),
    marks: '=:{}$|'.repeat(2_000_000),
  }

  it.each(Object.entries(texts))('12 MB of %s give the same number, and the event loop goes round meanwhile', async (_name, text) => {
    let turns = 0
    let isRunning = true
    const count = () => {
      turns += 1
      if (isRunning) setImmediate(count)
    }
    setImmediate(count)
    const tokens = await countTokensInTurns(text)
    isRunning = false
    expect(tokens).toBe(countTokens(text))
    // One turn for each million characters.
    expect(turns).toBeGreaterThanOrEqual(11)
  })

  it('stop at an abort', async () => {
    const stopper = new AbortController()
    const counting = countTokensInTurns(texts.words, stopper.signal)
    stopper.abort(new Error('enough'))
    await expect(counting).rejects.toThrow('enough')
  })
})

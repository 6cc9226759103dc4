import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkContent } from '../../../src/main/core/agent/chunk-content'
import { workerChunkChars } from '../../../src/main/core/agent/content-budget'

describe('the content budget of a worker', () => {
  it.each([
    [4000, 4000],
    [8192, 8384],
    [49_999, 91_998],
    [50_000, 112_000],
    [64_000, 145_600],
    [99_999, 231_997],
    [100_000, 272_000],
    [128_000, 350_400],
    [200_000, 552_000],
  ])('C1: a context of %i tokens takes %i characters', (context, characters) => {
    expect(workerChunkChars(context)).toBe(characters)
  })
})

describe('the chunker', () => {
  it('C2: a text that just fits is one chunk', () => {
    const text = 'x'.repeat(500)
    expect(chunkContent(text, 500)).toEqual({ chunks: [{ text, index: 0, total: 1 }], wasSplit: false })
  })

  it('C2: an empty text is one empty chunk', () => {
    expect(chunkContent('', 1000)).toEqual({ chunks: [{ text: '', index: 0, total: 1 }], wasSplit: false })
  })

  it('C2: one character more splits, within the limit, numbered in order', () => {
    const { chunks, wasSplit } = chunkContent('x'.repeat(501), 500)
    expect(wasSplit).toBe(true)
    expect(chunks.length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...chunks.map(({ text }) => text.length))).toBeLessThanOrEqual(500)
    expect(chunks.map(({ index }) => index)).toEqual(chunks.map((_chunk, index) => index))
    expect(new Set(chunks.map(({ total }) => total))).toEqual(new Set([chunks.length]))
  })

  it('ends a chunk before a heading rather than at a nearer line end', () => {
    const text = `${'a'.repeat(60)}\n## Second\n${'b'.repeat(10)}\n${'c'.repeat(60)}`
    const [first] = chunkContent(text, 100).chunks
    expect(first?.text).toBe(`${'a'.repeat(60)}\n`)
  })

  it('loses no word and keeps every chunk within its limit, whatever the text', () => {
    const word = fc.stringMatching(/^[a-zé字]{1,9}$/)
    const gap = fc.constantFrom(' ', '\n', '\n\n', '\n## ', '. ', '。')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, gap), { minLength: 1, maxLength: 200 }), fc.integer({ min: 30, max: 200 }), (parts, max) => {
        const text = parts.map(([one, two], index) => `${one}${index}${two}`).join('')
        const { chunks } = chunkContent(text, max)
        expect(Math.max(...chunks.map((chunk) => chunk.text.length))).toBeLessThanOrEqual(max)
        const all = new Set(chunks.flatMap((chunk) => chunk.text.split(/[\s。]+/)))
        const words = text.split(/[\s。]+/).filter((piece) => piece.length <= max / 2)
        expect(words.filter((piece) => piece !== '' && !all.has(piece) && ![...all].some((whole) => whole.includes(piece)))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  it('repeats at most 15% of a chunk and cuts no pair of surrogates', () => {
    const { chunks } = chunkContent('😀'.repeat(500), 101)
    for (const { text } of chunks) expect(text).toMatch(/^(?:😀)+$/u)
    const total = chunks.reduce((sum, { text }) => sum + text.length, 0)
    expect(total).toBeLessThanOrEqual(1000 + 15 * (chunks.length - 1))
  })

  it('takes a single line of 12 MB apart without going over it again and again', () => {
    const { chunks } = chunkContent('word '.repeat(2_400_000), 4000)
    expect(chunks.length).toBeGreaterThan(3000)
    expect(chunks.at(-1)?.text.endsWith('word ')).toBe(true)
  })
})

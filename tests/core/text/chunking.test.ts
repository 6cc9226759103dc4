import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chunkText } from '../../../src/main/core/text/chunking'
import { contentHash } from '../../../src/main/core/text/content-hash'

describe('chunkText', () => {
  it('cuts after a sentence when there is one in the second half', () => {
    expect(chunkText('One sentence here. Another sentence there. Third.', { maxChars: 30, overlapChars: 0 })).toEqual([
      'One sentence here.',
      'Another sentence there. Third.',
    ])
  })

  it('cuts between words otherwise', () => {
    expect(chunkText('alpha beta gamma delta epsilon', { maxChars: 16, overlapChars: 0 })).toEqual(['alpha beta', 'gamma delta', 'epsilon'])
  })

  it('repeats the end of a chunk from a word on', () => {
    const [first = '', second = ''] = chunkText('alpha beta gamma delta epsilon zeta', { maxChars: 20, overlapChars: 8 })
    expect(first).toBe('alpha beta gamma')
    expect(second.startsWith('gamma delta')).toBe(true)
  })

  it('never splits a surrogate pair', () => {
    for (const chunk of chunkText('😀'.repeat(100), { maxChars: 17, overlapChars: 3 }))
      expect(Buffer.from(chunk, 'utf8').toString('utf8')).toBe(chunk)
  })

  it('gives nothing for a blank text', () => {
    expect(chunkText(' \n\t ', { maxChars: 100, overlapChars: 10 })).toEqual([])
  })

  it('takes a line of 12 MB', () => {
    const chunks = chunkText('x'.repeat(12_000_000), { maxChars: 2000, overlapChars: 0 })
    expect(chunks).toHaveLength(6000)
  })

  it('keeps every word, within the limit, for any text and overlap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '。', '.', '😀'), minLength: 1, maxLength: 12 })),
        fc.nat(30),
        (words, overlapChars) => {
          const text = words.join(' ')
          const chunks = chunkText(text, { maxChars: 40, overlapChars })
          for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(40)
          if (overlapChars === 0) expect(chunks.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
          for (const word of words)
            if (word.length < 10 && !word.includes('。')) expect(chunks.some((chunk) => chunk.includes(word))).toBe(true)
        },
      ),
    )
  })
})

describe('contentHash', () => {
  it('is the same for texts that read alike and differs for others', () => {
    expect(contentHash('Caf\u00e9\r\nopen\n')).toBe(contentHash('Cafe\u0301\nopen'))
    expect(contentHash('a')).not.toBe(contentHash('b'))
    expect(contentHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })
})

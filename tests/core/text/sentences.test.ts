import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitSentences } from '../../../src/main/core/text/sentences'

const texts = (text: string, lang?: string) => splitSentences(text, lang).map((sentence) => sentence.text)

describe('splitSentences', () => {
  it('does not end a sentence at an abbreviation, an initial or a decimal point', () => {
    expect(texts('He met Dr. Smith, e.g. on Tuesday. Then J. R. Tolkien came. It grew by 3.5 percent.')).toEqual([
      'He met Dr. Smith, e.g. on Tuesday.',
      'Then J. R. Tolkien came.',
      'It grew by 3.5 percent.',
    ])
  })

  it('ends a sentence before a figure, where ICU does not', () => {
    expect(texts('It was too wet. 72 % next time. See No. 5 for more.')).toEqual([
      'It was too wet.',
      '72 % next time.',
      'See No. 5 for more.',
    ])
  })

  it('keeps German ordinals and spaced abbreviations together', () => {
    expect(texts('Am 3. Oktober kam z. B. Anna. Dann ging sie.', 'de')).toEqual(['Am 3. Oktober kam z. B. Anna.', 'Dann ging sie.'])
  })

  it('splits Japanese without spaces and keeps a quotation with its verb', () => {
    expect(texts('これは文です。次の文です！「はい。」と言った。', 'ja')).toEqual([
      'これは文です。',
      '次の文です！',
      '「はい。」と言った。',
    ])
  })

  it('splits Arabic at its own question mark', () => {
    expect(texts('هل هذا صحيح؟ نعم.', 'ar')).toEqual(['هل هذا صحيح؟', 'نعم.'])
  })

  it('does not break an address at its question mark', () => {
    expect(texts('See https://example.org/item?id=1 first. Then go.')).toEqual(['See https://example.org/item?id=1 first.', 'Then go.'])
  })

  it('takes headings and list items apart without their marks, and skips code, tables and front matter', () => {
    const text =
      '---\ntags: a\n---\n# Title #\n\n- one\n- [ ] two\n\n> said. By whom?\n\n```js\nconst a = 1. B\n```\n| a | b |\n|---|---|\n\nLast.'
    expect(texts(text)).toEqual(['Title', 'one', 'two', 'said.', 'By whom?', 'Last.'])
  })

  it('joins wrapped lines but not short lines', () => {
    const wrapped = 'This line of prose is long enough to have been wrapped by an editor\nand goes on here.'
    expect(texts(wrapped)).toEqual([wrapped])
    expect(texts('fix sink\ncall mum')).toEqual(['fix sink', 'call mum'])
  })

  it('gives offsets that cut the very text out of the source, in order, for any text', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom('a', 'B', '.', '?', ' ', '\n', '>', '- ', '```', '。', 'é') }),
        ),
        (text) => {
          let before = 0
          for (const sentence of splitSentences(text)) {
            expect(text.slice(sentence.start, sentence.end)).toBe(sentence.text)
            expect(sentence.start).toBeGreaterThanOrEqual(before)
            before = sentence.end
          }
        },
      ),
    )
  })

  it('loses no word of a long line without full stops', () => {
    const line = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(' ')
    const words = splitSentences(line).flatMap((sentence) => sentence.text.split(' '))
    expect(words).toHaveLength(20_000)
    expect(words[19_999]).toBe('word19999')
  })
})

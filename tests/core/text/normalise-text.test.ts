import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, foldWithOffsets } from '../../../src/main/core/text/normalise-text'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom('a', 'e', '\u0301', '\u0308', 'ß', 'İ', 'ﬁ', 'か', '\u3099', 'ﾞ', '가', 'ᄀ', 'ᅡ', 'ᆨ', '😀', '\ud83d', ' '),
  }),
)

describe('foldText', () => {
  it.each([
    ['composed and decomposed letters', 'Café Zürich', 'Cafe\u0301 Zu\u0308rich'],
    ['accents and none', 'Việt Nam', 'viet nam'],
    ['Korean syllables and their letters', '한국어', '한국어'.normalize('NFD')],
    ['full and half width', 'ＡＢＣ１２ ガイド', 'abc12 ｶﾞｲﾄﾞ'],
    ['sharp s', 'STRASSE', 'Straße'],
    ['capital sharp s', 'GROẞ', 'gross'],
    ['both Greek small sigmas', 'ΟΔΟΣ', 'οδοσ'],
    ['Turkish dotted and dotless i', 'İstanbul', 'ıstanbul'],
    ['Hebrew with and without points', 'שָׁלוֹם', 'שלום'],
    ['Arabic with and without vowel signs', 'مُحَمَّد', 'محمد'],
    ['ligatures', 'ﬁnal oﬃce', 'final office'],
    ['curly and straight apostrophes', 'don’t', "don't"],
    ['words with soft hyphens and direction controls', 'in\u00advis\u202eible', 'invisible'],
  ])('makes %s equal', (_, one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })

  it('keeps what makes another word: Japanese voicing and Indic vowel signs', () => {
    expect(foldText('か')).not.toBe(foldText('が'))
    expect(foldText('कि')).not.toBe(foldText('के'))
  })

  it('leaves nothing that SQLite would stop at or replace', () => {
    expect(foldText('a\0b\nc\ud800d\udc00')).toBe('a b c d ')
  })

  it('changes nothing when done twice', () => {
    fc.assert(
      fc.property(anyText, (text) => foldText(foldText(text)) === foldText(text)),
      { numRuns: 500 },
    )
  })
})

describe('foldWithOffsets', () => {
  it('gives the same text as foldText, with one offset for each unit and one for the end', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: folded, offsets } = foldWithOffsets(text)
        expect(folded).toBe(foldText(text))
        expect(offsets.length).toBe(folded.length + 1)
        expect(offsets.at(-1)).toBe(text.length)
        expect([...offsets]).toEqual([...offsets].sort((a, b) => a - b))
      }),
      { numRuns: 500 },
    )
  })

  it('leads back to the unit where the folded letter began', () => {
    const original = 'Zu\u0308rich ﬁne'
    const { text, offsets } = foldWithOffsets(original)
    expect(text).toBe('zurich fine')
    expect(original.slice(offsets[text.indexOf('r')])).toBe('rich ﬁne')
    expect(original.slice(offsets[text.indexOf('ne')])).toBe('ne')
  })
})

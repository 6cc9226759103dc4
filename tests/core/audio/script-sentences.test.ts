import { describe, expect, it } from 'vitest'
import { hasSpeech, scriptSentences } from '../../../src/main/core/audio/script-sentences'

const texts = (script: string, language = 'en') => scriptSentences(script, language).map(({ text }) => text)

describe('the sentences of a script', () => {
  it('end at sentence ends, not at abbreviations, initials or decimals', () => {
    expect(texts('Dr. Miller met J. Smith at 3.5 miles. "Really?" she asked. Yes!')).toEqual([
      'Dr. Miller met J. Smith at 3.5 miles.',
      '"Really?" she asked.',
      'Yes!',
    ])
    expect(texts('Das gilt z.B. Montag. Und bzw. Dienstag?', 'de')).toEqual(['Das gilt z.B. Montag.', 'Und bzw. Dienstag?'])
    expect(texts('一つ。二つ！三つ？', 'ja')).toEqual(['一つ。', '二つ！', '三つ？'])
  })

  it('pause longer after a paragraph; a single line break is none', () => {
    expect(scriptSentences('One.\nTwo goes on. Three.\r\n \r\nFour.', 'en')).toEqual([
      { text: 'One.', pauseAfterMs: 250 },
      { text: 'Two goes on.', pauseAfterMs: 250 },
      { text: 'Three.', pauseAfterMs: 600 },
      { text: 'Four.', pauseAfterMs: 600 },
    ])
  })

  it('leave out what cannot be spoken', () => {
    expect(texts('Before.\n\n---\n\n***\n\nAfter.')).toEqual(['Before.', 'After.'])
    expect(hasSpeech('-- ** ..')).toBe(false)
    expect(hasSpeech('你')).toBe(true)
  })

  it('cut a run without an end at commas and spaces, losing nothing and halving no character', () => {
    const words = Array.from({ length: 900 }, (_, index) => (index % 40 === 39 ? `w${index},` : `w${index}`)).join(' ')
    expect(texts(words).join(' ')).toBe(words)
    expect(Math.max(...texts(words).map((text) => text.length))).toBeLessThanOrEqual(500)
    const faces = `a${'😀'.repeat(600)}b${'字'.repeat(1200)}`
    expect(texts(faces).join('')).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
    expect([...texts(faces).join('')].filter((character) => character === '字')).toHaveLength(1200)
  })

  it('take a nonsense language tag', () => {
    expect(texts('One. Two.', 'not a tag')).toEqual(['One.', 'Two.'])
  })
})

import { describe, expect, it } from 'vitest'
import { placeSentences } from '../../../src/main/core/audio/place-sentences'
import { speechParts } from '../../../src/main/core/audio/speech-parts'
import { speechSamples } from '../../support/fake-openai/wav'

describe('the parts of a script', () => {
  const script = 'One is here. Two is here. Three is here.\n\nFour begins a paragraph. Five ends it.'

  it('end with sentences, below the limit, with nothing lost and paragraphs kept apart', () => {
    expect(speechParts(script, 'en', 1500).map(({ text }) => text)).toEqual([script])
    expect(speechParts(script, 'en', 30).map(({ text, pauseAfterMs }) => [text, pauseAfterMs])).toEqual([
      ['One is here. Two is here.', 250],
      ['Three is here.', 600],
      ['Four begins a paragraph.', 250],
      ['Five ends it.', 600],
    ])
    const sentences = Array.from({ length: 200 }, (_none, index) => `This is sentence ${index} of a long script.`)
    const parts = speechParts(sentences.join(' '), 'en', 400)
    expect(parts.flatMap((part) => part.sentences)).toEqual(sentences)
    expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(400)
    expect(parts.length).toBeLessThan(30)
  })

  it('cut a sentence only when it is longer than the limit, never through a character', () => {
    const long = 'word '.repeat(100).trim()
    const parts = speechParts(`${long}.`, 'en', 120)
    expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(120)
    expect(parts.map(({ text }) => text).join(' ')).toBe(`${long}.`)
    const rare = '𠮷'.repeat(300)
    const pieces = speechParts(rare, 'zh', 101).map(({ text }) => text)
    expect(pieces.join('')).toBe(rare)
    expect(pieces.filter((piece) => /\p{Cs}/u.test(piece))).toEqual([])
  })

  it('are none where there are no words', () => {
    expect(speechParts('... --- \n\n !', 'en', 1500)).toEqual([])
  })
})

describe('placing sentences in the sound', () => {
  const sentences = ['A short one.', 'This is a much longer sentence with quite a few more words in it.', 'And the last.']
  const rate = 24_000

  it('finds the pauses between them, although letters alone would put them elsewhere', () => {
    const spans = placeSentences(sentences, speechSamples(sentences.join(' '), rate), rate)
    const seconds = spans.map(({ start, end }) => [start / rate, end / rate].map((value) => Math.round(value * 100) / 100))
    // 0.35 s for each of 3, 14 and 3 words, and 0.3 s between.
    expect(seconds).toEqual([
      [0, 1.05],
      [1.35, 6.25],
      [6.55, 7.6],
    ])
  })

  it('stays in order and inside where there is no pause at all, or no sound', () => {
    for (const samples of [new Int16Array(1000).fill(500), new Int16Array(1000), new Int16Array(0)]) {
      const spans = placeSentences(sentences, samples, rate)
      expect(spans.map(({ start }) => start)[0]).toBe(0)
      expect(spans.at(-1)?.end).toBe(samples.length)
      spans.forEach(({ start, end }, index) => {
        expect(end).toBeGreaterThanOrEqual(start)
        expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0)
      })
    }
  })
})

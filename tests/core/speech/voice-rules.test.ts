import { describe, expect, it } from 'vitest'
import { normalisePeak, trimSilence } from '../../../src/main/core/audio/loudness'
import { countSpokenWords, isPlausibleDuration } from '../../../src/main/core/audio/speaking-rate'
import { chooseEspeakVoice } from '../../../src/main/core/speech/espeak-voice'

const voices = [
  {
    identifier: 'sit/cmn',
    languages: [
      { name: 'cmn', priority: 5 },
      { name: 'zh', priority: 5 },
    ],
  },
  { identifier: 'gmw/de', languages: [{ name: 'de', priority: 5 }] },
  {
    identifier: 'gmw/en-029',
    languages: [
      { name: 'en-029', priority: 5 },
      { name: 'en', priority: 10 },
    ],
  },
  {
    identifier: 'gmw/en',
    languages: [
      { name: 'en-gb', priority: 2 },
      { name: 'en', priority: 2 },
    ],
  },
  {
    identifier: 'gmw/en-US',
    languages: [
      { name: 'en-us', priority: 2 },
      { name: 'en', priority: 3 },
    ],
  },
  {
    identifier: 'sit/yue',
    languages: [
      { name: 'yue', priority: 5 },
      { name: 'zh', priority: 8 },
    ],
  },
]

describe('choosing a voice', () => {
  it.each([
    ['de', 'gmw/de'],
    ['de-CH-1996', 'gmw/de'],
    ['en', 'gmw/en'],
    ['en_US', 'gmw/en-US'],
    ['en-Latn-US', 'gmw/en-US'],
    ['en-NZ', 'gmw/en'],
    ['zh-Hant-TW', 'sit/cmn'],
    ['yue', 'sit/yue'],
    ['tlh', 'gmw/en'],
    ['', 'gmw/en'],
  ])('for %j takes %s', (language, identifier) => {
    expect(chooseEspeakVoice(voices, language)?.identifier).toBe(identifier)
  })

  it('answers nothing when there is not even English', () => {
    expect(chooseEspeakVoice([], 'de')).toBeUndefined()
  })
})

describe('the length of the sound', () => {
  it.each([
    [600, 240_000, true],
    [600, 60_000, false], // cut off: 600 words a minute
    [600, 1_200_000, false], // spelled out: 30 words a minute
    [2, 6000, true], // too short for a lower bound
    [2, 100, false],
    [600, 0, false],
  ])('%i words in %i ms: %s', (words, durationMs, plausible) => {
    expect(isPlausibleDuration(words, durationMs)).toBe(plausible)
  })

  it('counts words where no spaces are written, and digits one by one', () => {
    expect(countSpokenWords('Hello, big world!', 'en')).toBe(3)
    expect(countSpokenWords('今天天气很好', 'zh')).toBeGreaterThanOrEqual(3)
    expect(countSpokenWords('in 1984', 'en')).toBe(5)
  })
})

describe('loudness', () => {
  it('cuts the silence at both ends only', () => {
    expect([...trimSilence(Int16Array.of(0, 5, -99, 400, 0, -300, 20, 0))]).toEqual([400, 0, -300])
    expect(trimSilence(new Int16Array(9))).toHaveLength(0)
  })

  it('uses one factor for all, never clips, and does not blow up near silence', () => {
    const samples = Int16Array.of(10_000, -20_000, 5000)
    normalisePeak(samples)
    expect([...samples]).toEqual([14_602, -29_204, 7301])
    const loud = Int16Array.of(-32_768)
    normalisePeak(loud)
    expect([...loud]).toEqual([-29_204])
    const faint = Int16Array.of(150)
    normalisePeak(faint)
    expect([...faint]).toEqual([600])
  })
})

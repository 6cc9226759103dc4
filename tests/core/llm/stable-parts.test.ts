import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../src/main/core/llm/count-tokens'
import { stableParts } from '../../../src/main/core/llm/stable-parts'

/** Sentences that differ, from a generator with a fixed start. */
function prose(paragraphs: number, seed = 7): string {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const words = 'garden bridge letter winter morning reason answer table window number paper river stone bread light'.split(' ')
  const sentence = () => `${Array.from({ length: 6 + next(10) }, () => words[next(words.length)]).join(' ')} ${next(1000)}.`
  return Array.from({ length: paragraphs }, () => Array.from({ length: 1 + next(5) }, sentence).join(' ')).join('\n\n')
}

const kinds: Record<string, string> = {
  paragraphs: prose(400),
  'one line of sentences': prose(400).replace(/\n\n/g, ' '),
  'Windows line ends': prose(400).replace(/\n/g, '\r\n'),
  'one word without end': 'abcdefghij0123456789'.repeat(2000) + prose(40).replace(/\s/g, ''),
  emoji: '🚲🌧'.repeat(6000),
  Chinese: Array.from({ length: 900 }, (_, n) => `第${n}天我们走路去上班，下雨也走。`).join(''),
  'line ends only': '\n'.repeat(9000),
}

/** The parts of `after` that `before` does not have. */
function fresh(before: readonly string[], after: readonly string[]): string[] {
  const known = new Set(before)
  return after.filter((part) => !known.has(part))
}

describe('stableParts', () => {
  it.each(Object.entries(kinds))('loses nothing of %s, stays within the limit, and cuts no pair of surrogates', async (_, text) => {
    const parts = await stableParts(text, 300)
    expect(parts.join('')).toBe(text)
    expect(parts.length).toBeGreaterThan(5)
    for (const part of parts) {
      expect(countTokens(part)).toBeLessThanOrEqual(300)
      expect(part).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/)
    }
    // Not many small parts: each is a call to a model.
    for (const part of parts.slice(0, -1)) expect(countTokens(part)).toBeGreaterThanOrEqual(148)
  })

  it('ends parts at blank lines where it can, else behind sentences', async () => {
    for (const part of (await stableParts(kinds.paragraphs ?? '', 600)).slice(0, -1)) expect(part.endsWith('\n\n')).toBe(true)
    for (const part of (await stableParts(kinds['one line of sentences'] ?? '', 600)).slice(0, -1)) expect(part).toMatch(/\. $/)
  })

  it.each(['paragraphs', 'one line of sentences', 'Windows line ends', 'Chinese'])(
    'leaves all parts but a few as they were after an insertion or a deletion at the top, in the middle, at the end: %s',
    async (kind) => {
      const text = kinds[kind] ?? ''
      const before = await stableParts(text, 300)
      expect(before.length).toBeGreaterThan(30)
      const middle = Math.floor(text.length / 2)
      const edits = [
        `A new first sentence. ${text}`,
        text.slice(1700),
        `${text.slice(0, middle)} And one more. ${text.slice(middle)}`,
        `${text}\n\nA last word.`,
      ]
      for (const edited of edits) expect(fresh(before, await stableParts(edited, 300)).length).toBeLessThanOrEqual(before.length / 3)
    },
  )

  it('falls into step again within three parts on average, wherever the edit is', async () => {
    const text = prose(1500, 11)
    const before = await stableParts(text, 300)
    const counts: number[] = []
    for (let at = 1000; at < text.length; at += Math.floor(text.length / 60)) {
      counts.push(fresh(before, await stableParts(`${text.slice(0, at)} inserted words here ${text.slice(at)}`, 300)).length)
    }
    expect(before.length).toBeGreaterThan(100)
    expect(counts.reduce((sum, count) => sum + count, 0) / counts.length).toBeLessThan(3)
  })

  it('gives one part for what fits and none for nothing, and stops when it is told to', async () => {
    expect(await stableParts('A short text.', 300)).toEqual(['A short text.'])
    expect(await stableParts('', 300)).toEqual([])
    expect(await stableParts('ab🚲', 0)).toEqual(['ab', '🚲'])
    const stopper = new AbortController()
    stopper.abort(new Error('enough'))
    await expect(stableParts('word '.repeat(200_000), 300, stopper.signal)).rejects.toThrow('enough')
  })

  it('cuts twelve megabytes of one line, with turns of the event loop between', async () => {
    const text = kinds['one line of sentences']?.slice(0, 100_000).repeat(120) ?? ''
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 0)
    const parts = await stableParts(text, 2000)
    clearInterval(counting)
    expect(parts.join('')).toBe(text)
    expect(turns).toBeGreaterThan(10)
  })
})

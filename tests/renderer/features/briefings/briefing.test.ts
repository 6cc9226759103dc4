import { expect, test } from 'vitest'
import { readAudio } from '../../../../src/renderer/features/briefings/briefing-audio'
import { fileName } from '../../../../src/renderer/features/briefings/file-name'
import { stepSpeed } from '../../../../src/renderer/features/briefings/speeds'
import { clockTime, sentenceAt, spokenTime, transcriptLines } from '../../../../src/renderer/features/briefings/transcript-lines'
import { createClient } from '../../../../src/shared/client'

const sentences = [
  { text: 'One.', startMs: 0, endMs: 900 },
  { text: 'Two.', startMs: 1000, endMs: 1900 },
  { text: 'Three.', startMs: 2000, endMs: 3000 },
]

test('the spoken sentence is the last that has begun, also in the pause after it', () => {
  expect([0, 950, 1000, 2999, 60_000].map((time) => sentenceAt(sentences, time))).toEqual([0, 0, 1, 2, 2])
  expect(sentenceAt([{ text: 'Late.', startMs: 300, endMs: 900 }], 100)).toBe(-1)
  expect(sentenceAt([], 100)).toBe(-1)
})

test('the paragraphs of the script are found again in the spoken sentences', () => {
  expect(transcriptLines('One. Two.\n\nThree.', sentences).map((line) => line.opens)).toEqual([true, false, true])
  expect(transcriptLines('Something else entirely.', sentences).map((line) => line.opens)).toEqual([true, false, false])
})

test('without audio the script itself is the transcript; without a script there is none', () => {
  expect(transcriptLines('A b.\n\n\nC d.', [])).toEqual([
    { text: 'A b.', startMs: null, opens: true, itemIds: [] },
    { text: 'C d.', startMs: null, opens: true, itemIds: [] },
  ])
  expect(transcriptLines(null, [])).toEqual([])
})

test('each sentence knows the thoughts it speaks of, spoken or only read', () => {
  const script = 'One two. Three four.\n\nOne two. Five.'
  const places = [
    { start: 0, end: 8, itemId: 'a' },
    { start: 9, end: 20, itemId: 'b' },
    { start: 22, end: 30, itemId: 'c' },
    { start: 22, end: 30, itemId: 'a' },
  ]
  const spoken = ['One two.', 'Three', 'four.', 'One two.', 'Five.'].map((text, index) => ({ text, startMs: index, endMs: index + 1 }))
  // The same words twice are told apart by their place, and a sentence in two pieces is of one thought.
  expect(transcriptLines(script, spoken, places).map(({ text, itemIds }) => [text, itemIds])).toEqual([
    ['One two.', ['a']],
    ['Three', ['b']],
    ['four.', ['b']],
    ['One two.', ['c', 'a']],
    ['Five.', []],
  ])
  expect(transcriptLines(script, [], places).map(({ text, opens, itemIds }) => [text, opens, itemIds])).toEqual([
    ['One two.', true, ['a']],
    ['Three four.', false, ['b']],
    ['One two. Five.', true, ['c', 'a']],
  ])
})

test('the speed moves step by step and stops at both ends', () => {
  expect([stepSpeed(1, 1), stepSpeed(1, -1), stepSpeed(2, 1), stepSpeed(0.75, -1), stepSpeed(1.3, 1)]).toEqual([1.25, 0.75, 2, 0.75, 1.5])
})

test('times on the clock and for a screen reader', () => {
  expect([0, 98_400, 252_000, 3_725_000].map(clockTime)).toEqual(['0:00', '1:38', '4:12', '1:02:05'])
  expect(spokenTime(98_400)).toBe('1 minute 38')
  expect(spokenTime(9000)).toBe('9 seconds')
})

/** An endpoint that hands out `whole` in parts of `size` bytes. */
function audioClient(whole: Uint8Array, size: number) {
  return createClient({
    invoke: async (_name, input) => {
      const { offset } = input as { offset: number }
      const part = whole.subarray(offset, offset + size)
      return {
        ok: true,
        data: {
          mime: 'audio/wav',
          bytes: whole.length,
          offset,
          base64: btoa(String.fromCharCode(...part)),
          done: offset + part.length >= whole.length,
        },
      }
    },
    subscribe: () => () => {},
  })
}

test('audio read in parts is joined byte for byte, also when parts do not end on a base64 border', async () => {
  const whole = Uint8Array.from({ length: 1000 }, (_, index) => (index * 37) % 256)
  const blob = await readAudio(audioClient(whole, 7), 'b', () => true)
  expect(blob?.type).toBe('audio/wav')
  expect(new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(whole)
})

test('an audio that nobody waits for any more is not read to its end, and an empty one ends', async () => {
  let asked = 0
  expect(await readAudio(audioClient(new Uint8Array(1000), 10), 'b', () => ++asked < 3)).toBeNull()
  expect(asked).toBe(3)
  expect((await readAudio(audioClient(new Uint8Array(0), 10), 'b', () => true))?.size).toBe(0)
})

test('file names keep the letters of every script and nothing a file system trips over', () => {
  expect(fileName('Rent: is a / "subscription"?', 'txt')).toBe('Rent is a subscription.txt')
  expect(fileName('間は沈黙ではなく、余白', 'wav')).toBe('間は沈黙ではなく 余白.wav')
  expect(fileName('../..\\', 'txt')).toBe('Briefing.txt')
  expect(fileName('😀'.repeat(3), 'txt')).toBe('Briefing.txt')
  expect(fileName('x'.repeat(500), 'txt')).toHaveLength(84)
})

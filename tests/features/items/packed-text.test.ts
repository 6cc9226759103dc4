import { describe, expect, it } from 'vitest'
import { keyNames, packText, unpackText } from '../../../src/main/features/items/packed-text'

const never = new AbortController().signal

/** Words that compress like prose, the same every time. */
function prose(length: number): string {
  let state = 7
  const words: string[] = []
  for (let size = 0; size < length; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    const word = `w${(state % 5000).toString(36)}`
    words.push(word)
    size += word.length + 1
  }
  return words.join(' ')
}

async function roundTrip(text: string): Promise<string> {
  const { fresh, keys } = await packText(text, new Set(), never)
  const byKey = new Map(fresh.map(({ key, data }) => [key.toString('hex'), data]))
  return unpackText(keyNames(keys).map((name) => byKey.get(name) ?? Buffer.alloc(0)))
}

describe('a packed text', () => {
  it.each([
    ['nothing', ''],
    ['one letter', 'a'],
    ['every script', 'Grüße, καλημέρα, שלום, こんにちは, 안녕, 🧂\u{1F469}\u200d\u{1F373} é\n\r\n\t\0end'],
    ['one letter repeated, which has no natural ends', 'x'.repeat(300_000)],
    ['letters of three bytes over many chunks', '米と塩。'.repeat(60_000)],
  ])('comes back as it was: %s', async (_, text) => {
    expect(await roundTrip(text)).toBe(text)
  })

  it('shares nearly everything with the same text after an edit, on one line and in any place', async () => {
    const text = prose(2_000_000)
    const first = await packText(text, new Set(), never)
    const known = new Set(keyNames(first.keys))
    for (const at of [0, 1_000_000, text.length]) {
      const edited = `${text.slice(0, at)} one more remark ${text.slice(at)}`
      const { fresh } = await packText(edited, known, never)
      expect(fresh.length).toBeLessThanOrEqual(3)
      expect(fresh.length).toBeGreaterThan(0)
    }
    expect((await packText(text, known, never)).fresh).toEqual([])
  })

  it('is given up when the vault closes', async () => {
    await expect(packText(prose(500_000), new Set(), AbortSignal.abort())).rejects.toThrow()
  })
})

import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkRecoveryGroups, readRecoveryKey, writeRecoveryKey } from '../../../src/main/core/crypto/recovery-key'
import { loadSodium } from '../../../src/main/core/crypto/sodium'

beforeAll(async () => {
  await loadSodium()
})

const badKey = expect.objectContaining({ code: 'BAD_RECOVERY_KEY' })

describe('recovery key', () => {
  it('is 14 groups of 4 and reads back to the same 32 bytes, for all-zero, all-one and random secrets', () => {
    for (const secret of [Buffer.alloc(32), Buffer.alloc(32, 255), ...Array.from({ length: 200 }, () => randomBytes(32))]) {
      const text = writeRecoveryKey(secret)
      expect(text).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){13}[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(readRecoveryKey(text).equals(secret)).toBe(true)
    }
  })

  it('keeps its form: a key printed by an earlier version must stay readable', () => {
    const text = writeRecoveryKey(Buffer.from(Array.from({ length: 32 }, (_, n) => n * 7)))
    expect(text).toMatchInlineSnapshot(`"003G-W58W-4CN3-2E1Z-8S6N-8PV2-D5R7-EZM5-HJ9S-N8D8-NYVB-VH6B-TBCG-YH0B"`)
  })

  it('forgives small letters, O for 0, I and L for 1, spaces, line breaks, other dashes and full-width letters', () => {
    const secret = Buffer.alloc(32, 0x08) // has many 0 and 1 in base32
    const text = writeRecoveryKey(secret)
    expect(text).toMatch(/0/)
    expect(text).toMatch(/1/)
    for (const typed of [
      text.toLowerCase(),
      text.replaceAll('0', 'o'),
      text.replaceAll('0', 'O').replaceAll('1', 'I'),
      text.replaceAll('1', 'l'),
      ` ${text.replaceAll('-', ' ')}\n`,
      text.replaceAll('-', ''),
      text.replaceAll('-', '\u2013'),
      text.replaceAll('-', '\r\n'),
      text.replace(/[0-9A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ]) {
      expect(readRecoveryKey(typed).equals(secret), JSON.stringify(typed)).toBe(true)
    }
  })

  it('finds every wrong single character and every swap of two neighbours by the checksum', () => {
    const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    const text = writeRecoveryKey(randomBytes(32)).replaceAll('-', '')
    for (let at = 0; at < text.length; at++) {
      for (const letter of alphabet) {
        if (letter === text[at]) continue
        expect(() => readRecoveryKey(text.slice(0, at) + letter + text.slice(at + 1)), `${letter} at ${at}`).toThrow(badKey)
      }
      const swapped = text.slice(0, at) + text.slice(at + 1, at + 2) + text.slice(at, at + 1) + text.slice(at + 2)
      if (swapped !== text) expect(() => readRecoveryKey(swapped)).toThrow(badKey)
    }
  })

  it('refuses everything that is not a whole key', () => {
    const text = writeRecoveryKey(randomBytes(32))
    for (const typed of [
      '',
      ' ',
      'U'.repeat(56),
      text.slice(0, -1),
      `${text}0`,
      `${text.slice(0, -1)}ß`,
      '\0'.repeat(56),
      '😀'.repeat(56),
      'x'.repeat(10_000_000),
    ])
      expect(() => readRecoveryKey(typed)).toThrow(badKey)
  })

  it('checks typed-back groups against their places', () => {
    const text = writeRecoveryKey(Buffer.alloc(32, 0x08))
    const groups = text.split('-')
    const [third = '', last = ''] = [groups[2], groups[13]]
    expect(checkRecoveryGroups(text, [2, 13], [third, last])).toBe(true)
    expect(checkRecoveryGroups(text, [2, 13], [` ${third.toLowerCase().replaceAll('0', 'o')}`, last])).toBe(true)
    expect(checkRecoveryGroups(text, [2, 13], [last, third]) && last !== third).toBe(false)
    expect(checkRecoveryGroups(text, [2, 13], [third, ''])).toBe(false)
    expect(checkRecoveryGroups(text, [2, 13], [third])).toBe(false)
    expect(checkRecoveryGroups(text, [14], ['']), 'a place that does not exist').toBe(false)
    expect(checkRecoveryGroups(text, [-1], ['']), 'a negative place').toBe(false)
    expect(checkRecoveryGroups(text, [], []), 'nothing typed is no confirmation').toBe(false)
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { loadSodium } from '../../../src/main/core/crypto/sodium'
import {
  HEADER_BYTES,
  isForUs,
  openThought,
  paddedLength,
  SEAL_BYTES,
  sealedLength,
  sealThought,
} from '../../../src/main/features/hive/hive-file'
import { type HiveKeys, makeHiveKeys, pairCode, type Sodium } from '../../../src/main/features/hive/hive-keys'
import { type HivePayload, readPayload, writePayload } from '../../../src/main/features/hive/hive-payload'
import { cleanName, readCard, writeCard } from '../../../src/main/features/hive/peer-card'
import { MOST_HIVE_BYTES } from '../../../src/shared/contract/hive'
import { AppError } from '../../../src/shared/errors'

let sodium: Sodium
let [ada, ben, eve]: HiveKeys[] = []

beforeAll(async () => {
  sodium = await loadSodium()
  ;[ada, ben, eve] = [makeHiveKeys(sodium), makeHiveKeys(sodium), makeHiveKeys(sodium)]
})

function keys(of: HiveKeys | undefined): HiveKeys {
  if (!of) throw new Error('no keys')
  return of
}

function payload(over: Partial<HivePayload> = {}): string {
  return writePayload({
    format: 'cortexa-thought',
    version: 1,
    id: '0123456789abcdef0123456789abcdef',
    thread: 'ffffffffffffffffffffffffffffffff',
    revision: 1,
    created: 1_700_000_000_000,
    title: 'Überfließend',
    body: 'Bees dance 漢字 🧠\nto tell the way',
    tags: ['bees'],
    ...over,
  })
}

/** Ben's side, who knows Ada. */
function open(file: Uint8Array, over: { blocked?: boolean; known?: HiveKeys } = {}) {
  const known = over.known ?? keys(ada)
  return openThought(sodium, file, keys(ben), (key) =>
    Buffer.compare(key, known.sign) === 0 ? { id: 'ada', sign: known.sign, box: known.box, blocked: over.blocked ?? false } : null,
  )
}

function reason(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error instanceof AppError ? error.data?.reason : error
  }
  return 'opened'
}

/** A file whose seal holds what the test says, in place of what sealThought makes. */
function forge(change: (inner: Buffer, header: Buffer) => { inner?: Buffer; header?: Buffer }, text = payload()): Uint8Array {
  const whole = Buffer.from(sealThought(sodium, text, keys(ada), keys(ben)))
  const header = whole.subarray(0, HEADER_BYTES)
  const inner = Buffer.from(sodium.crypto_box_seal_open(whole.subarray(HEADER_BYTES), keys(ben).box, keys(ben).boxSecret))
  const changed = change(inner, header)
  return Buffer.concat([changed.header ?? header, sodium.crypto_box_seal(changed.inner ?? inner, keys(ben).box)])
}

describe('a shared thought', () => {
  it('comes out as the very bytes that went in', () => {
    const text = payload()
    const file = sealThought(sodium, text, keys(ada), keys(ben))
    expect(file.length).toBe(sealedLength(text))
    const opened = open(file)
    expect(Buffer.from(opened.text).equals(Buffer.from(text))).toBe(true)
    expect([opened.senderId, opened.payload.body]).toEqual(['ada', 'Bees dance 漢字 🧠\nto tell the way'])
    expect(Buffer.from(file).includes('Bees dance')).toBe(false)
  })

  it('is refused by whom it is not for, and tells nobody else for whom it is', () => {
    const file = sealThought(sodium, payload(), keys(ada), keys(eve))
    expect(reason(() => open(file))).toBe('not-ours')
    expect([isForUs(sodium, file, keys(eve)), isForUs(sodium, file, keys(ben))]).toEqual([true, false])
    const again = sealThought(sodium, payload(), keys(ada), keys(eve))
    // The hint differs from file to file, so that two files do not show that they are for one person.
    expect(Buffer.from(file.subarray(5, HEADER_BYTES)).equals(Buffer.from(again.subarray(5, HEADER_BYTES)))).toBe(false)
  })

  it('of an unknown or blocked sender is not opened', () => {
    const file = sealThought(sodium, payload(), keys(ada), keys(ben))
    expect(reason(() => open(file, { known: keys(eve) }))).toBe('unknown')
    expect(reason(() => open(file, { blocked: true }))).toBe('blocked')
  })

  it('is refused when anybody else signed it in the name of a peer', () => {
    const forged = forge((inner) => {
      const signature = sodium.crypto_sign_detached(inner.subarray(96), keys(eve).signSecret)
      return { inner: Buffer.concat([keys(ada).sign, signature, inner.subarray(96)]) }
    })
    expect(reason(() => open(forged))).toBe('damaged')
  })

  it('cannot be passed on to somebody else under the same signature', () => {
    // Eve got a thought from Ada and seals it anew for Ben: the signature names Eve as who it is for.
    const whole = Buffer.from(sealThought(sodium, payload(), keys(ada), keys(eve)))
    const inner = Buffer.from(sodium.crypto_box_seal_open(whole.subarray(HEADER_BYTES), keys(eve).box, keys(eve).boxSecret))
    const header = Buffer.from(sealThought(sodium, payload(), keys(eve), keys(ben)).subarray(0, HEADER_BYTES))
    const passed = Buffer.concat([header, sodium.crypto_box_seal(inner, keys(ben).box)])
    expect(reason(() => open(passed))).toBe('damaged')
  })

  it('with a header of another file is refused', () => {
    const other = Buffer.from(sealThought(sodium, payload(), keys(ada), keys(ben)).subarray(0, HEADER_BYTES))
    expect(reason(() => open(forge(() => ({ header: other }))))).toBe('damaged')
  })

  it('cut anywhere, or with one bit turned anywhere, is refused', () => {
    const file = Buffer.from(sealThought(sodium, payload(), keys(ada), keys(ben)))
    const middle = HEADER_BYTES + SEAL_BYTES
    const places = [...Array(HEADER_BYTES + 8).keys(), middle, middle + 31, middle + 32, middle + 96, middle + 100, file.length - 1]
    for (const at of places) {
      expect([at, reason(() => open(file.subarray(0, at)))]).toEqual([at, 'damaged'])
      const turned = Buffer.from(file)
      turned[at] = (turned[at] ?? 0) ^ 1
      expect(['not-hive', 'newer', 'not-ours', 'damaged']).toContain(reason(() => open(turned)))
    }
    expect(reason(() => open(Buffer.concat([file, Buffer.of(0)])))).toBe('damaged')
    expect(reason(() => open(Buffer.from('PK\u0003\u0004 a zip file')))).toBe('not-hive')
  })

  it('with a correct signature around what is no such thought is refused before it is used', () => {
    const texts = [
      '{}',
      'not json',
      payload().replace('"tags"', '"vault": "x", "tags"'),
      payload().replace('"version": 1', '"version": 2'),
      payload().replace('"revision": 1', '"revision": 0'),
      payload().replace('"tags": [\n    "bees"\n  ]', `"tags": ${JSON.stringify(Array(101).fill('x'))}`),
    ]
    for (const text of texts)
      expect([text.slice(0, 30), reason(() => open(sealThought(sodium, text, keys(ada), keys(ben))))]).toEqual([
        text.slice(0, 30),
        'unreadable',
      ])
  })

  it('is at most 5 MB, on the way out and on the way in', () => {
    const long = payload({ body: 'x'.repeat(4_999_000) })
    expect(() => sealThought(sodium, long, keys(ada), keys(ben))).toThrow(/5 MB/)
    expect(reason(() => open(Buffer.concat([Buffer.from('CXHV'), Buffer.alloc(MOST_HIVE_BYTES)])))).toBe('too-large')
    const fits = payload({ body: '漢'.repeat(1_400_000) })
    expect(open(sealThought(sodium, fits, keys(ada), keys(ben))).payload.body.length).toBe(1_400_000)
  })

  it('shows its length only roughly', () => {
    const lengths = new Set(Array.from({ length: 400 }, (_, extra) => sealedLength(payload({ body: 'y'.repeat(3000 + extra) }))))
    expect(lengths.size).toBeLessThan(8)
    for (const length of [1, 1024, 1025, 5000, 99_999, 4_000_000]) {
      expect(paddedLength(length)).toBeGreaterThanOrEqual(length)
      expect(paddedLength(length)).toBeLessThanOrEqual(Math.max(1024, length * 1.125))
    }
  })
})

describe('a card', () => {
  it('is read from a text that a mail program has broken', () => {
    const card = writeCard(sodium, keys(ada), 'Ada  Lovelace')
    const wrapped = `Hello,\nmy card:\n  ${card.slice(0, 60)}\n${card.slice(60)}\n\nBest. Ada`
    expect(readCard(sodium, wrapped.replace('\n\nBest. Ada', ''))).toMatchObject({
      name: 'Ada Lovelace',
      sign: keys(ada).sign,
      box: keys(ada).box,
    })
    expect(readCard(sodium, wrapped)).toMatchObject({ name: 'Ada Lovelace' })
  })

  it('of which a letter was changed, cut, or whose keys were exchanged is refused', () => {
    const card = writeCard(sodium, keys(ada), 'Ada')
    const bytes = Buffer.from(card.slice('cortexa-peer:'.length), 'base64url')
    for (let at = 1; at < bytes.length; at += 7) {
      const turned = Buffer.from(bytes)
      turned[at] = (turned[at] ?? 0) ^ 4
      expect(() => readCard(sodium, `cortexa-peer:${turned.toString('base64url')}`)).toThrow(AppError)
      expect(() => readCard(sodium, `cortexa-peer:${bytes.subarray(0, at).toString('base64url')}`)).toThrow(AppError)
    }
    for (const text of ['', 'hello', 'cortexa-peer:']) expect(() => readCard(sodium, text)).toThrow(/no card in this text/)
    // Zeros, and too little for any card, are no later version that an update would help with.
    for (const text of ['AAAA', 'AgAA', 'A'.repeat(400)]) expect(() => readCard(sodium, `cortexa-peer:${text}`)).toThrow(/damaged/)
    bytes[0] = 2
    expect(() => readCard(sodium, `cortexa-peer:${bytes.toString('base64url')}`)).toThrow(/another version/)
  })

  it('has a name of one line without anything hidden', () => {
    expect(cleanName('Eve\u202e\n\u200bdlog')).toBe('Eve dlog')
    expect([...cleanName('🧠'.repeat(200))].length).toBe(60)
    expect(readCard(sodium, writeCard(sodium, keys(ada), '🧠'.repeat(200))).name).toBe('🧠'.repeat(60))
    expect(readCard(sodium, writeCard(sodium, keys(ada), '\u200b')).name).toBe('Unnamed')
  })
})

describe('the code', () => {
  it('is the same on both sides, and another one with any other key', () => {
    const code = pairCode(sodium, keys(ada), keys(ben))
    expect(code).toMatch(/^(\d{5} ){7}\d{5}$/)
    expect(pairCode(sodium, keys(ben), keys(ada))).toBe(code)
    const other = makeHiveKeys(sodium)
    expect(pairCode(sodium, keys(ada), keys(eve))).not.toBe(code)
    expect(pairCode(sodium, { ...keys(ada), box: other.box }, keys(ben))).not.toBe(code)
    expect(pairCode(sodium, keys(ada), { ...keys(ben), sign: other.sign })).not.toBe(code)
  })
})

it('a payload that is read is the one that was written', () => {
  expect(readPayload(payload())).toMatchObject({ title: 'Überfließend', tags: ['bees'] })
  expect(readPayload(`[${payload()}]`)).toBeNull()
})

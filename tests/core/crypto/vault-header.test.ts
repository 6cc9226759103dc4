import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { kdfLimits } from '../../../src/main/core/crypto/kdf-parameters'
import { loadSodium, readySodium } from '../../../src/main/core/crypto/sodium'
import { decodeHeader, encodeHeader, headerMac, type VaultHeader } from '../../../src/main/core/crypto/vault-header'
import { AppError } from '../../../src/shared/errors'

const limits = kdfLimits
const headerKey = Buffer.alloc(32, 9)
const golden = readFileSync(join(__dirname, 'fixtures/header-format-1.hdr'))

const header: VaultHeader = {
  vaultId: Buffer.alloc(16, 1),
  created: 1_764_000_000_000,
  generation: 3,
  cipher: 'aegis',
  slots: [
    {
      type: 'passphrase',
      kdf: { t: 3, m: 262_144 },
      salt: Buffer.alloc(16, 2),
      nonce: Buffer.alloc(24, 3),
      wrappedKey: Buffer.alloc(48, 4),
    },
    { type: 'recovery', kdf: { t: 0, m: 0 }, salt: Buffer.alloc(16), nonce: Buffer.alloc(24, 5), wrappedKey: Buffer.alloc(48, 6) },
  ],
}

beforeAll(async () => {
  await loadSodium()
})

function codeOf(bytes: Buffer): string {
  try {
    decodeHeader(bytes, limits)
    return 'read'
  } catch (error) {
    // Anything but an AppError is a crash.
    if (!(error instanceof AppError)) throw error
    return error.code
  }
}

/** The header with some bytes replaced and its checksum made right again: what somebody with an editor can do. */
function forged(change: (bytes: Buffer) => Buffer | undefined): Buffer {
  const body = Buffer.from(encodeHeader(header, headerKey).subarray(0, -32))
  const changed = change(body) ?? body
  return Buffer.concat([changed, readySodium().crypto_generichash(32, changed, null)])
}

describe('encodeHeader and decodeHeader', () => {
  it('give the header back, with a MAC over all before it', () => {
    const bytes = encodeHeader(header, headerKey)
    const read = decodeHeader(bytes, limits)
    expect(read).toMatchObject(header)
    expect(read.mac.equals(headerMac(read.authenticated, headerKey))).toBe(true)
    expect(read.mac.equals(headerMac(read.authenticated, Buffer.alloc(32, 8)))).toBe(false)
    expect(bytes.length).toBe(44 + 2 * 100 + 64)
  })

  it('still write format 1 byte for byte as the stored golden header: a change would lock out every existing vault', () => {
    expect(createHash('sha256').update(encodeHeader(header, headerKey)).digest('hex')).toBe(
      createHash('sha256').update(golden).digest('hex'),
    )
    expect(decodeHeader(golden, limits)).toMatchObject(header)
  })

  it('refuse a header cut at any length as damaged', () => {
    for (let length = 0; length < golden.length; length++)
      expect(codeOf(golden.subarray(0, length)), `cut to ${length}`).toBe('HEADER_DAMAGED')
  })

  it('refuse every single flipped bit as damaged, never as too new or unsupported', () => {
    for (let bit = 0; bit < golden.length * 8; bit++) {
      const bytes = Buffer.from(golden)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(codeOf(bytes), `bit ${bit}`).toBe('HEADER_DAMAGED')
    }
  })

  it('refuse trailing bytes, other files, zeros and huge files', () => {
    expect(codeOf(Buffer.concat([golden, Buffer.alloc(1)]))).toBe('HEADER_DAMAGED')
    expect(codeOf(forged((bytes) => Buffer.concat([bytes, Buffer.alloc(100)])))).toBe('HEADER_DAMAGED')
    expect(codeOf(Buffer.alloc(308))).toBe('HEADER_DAMAGED')
    expect(codeOf(Buffer.from('SQLite format 3\0'.repeat(30)))).toBe('HEADER_DAMAGED')
    expect(codeOf(Buffer.concat([golden, Buffer.alloc(17_000)]))).toBe('HEADER_DAMAGED')
  })

  it('tell a later format from damage', () => {
    expect(codeOf(forged((bytes) => void bytes.writeUInt16BE(2, 4)))).toBe('VAULT_TOO_NEW')
    expect(codeOf(forged((bytes) => void bytes.writeUInt16BE(2, 6)))).toBe('VAULT_TOO_NEW')
    expect(codeOf(forged((bytes) => void bytes.writeUInt16BE(65_535, 4))), 'far newer').toBe('VAULT_TOO_NEW')
    const laterAndShorter = forged((bytes) => {
      bytes.writeUInt16BE(2, 4)
      return bytes.subarray(0, 30)
    })
    expect(codeOf(laterAndShorter), 'a later format may have any length').toBe('VAULT_TOO_NEW')
    expect(codeOf(forged((bytes) => void bytes.writeUInt16BE(0, 4)))).toBe('HEADER_UNSUPPORTED')
  })

  it.each<[string, (bytes: Buffer) => void]>([
    ['an unknown cipher', (bytes) => bytes.writeUInt8(3, 40)],
    ['an unknown derivation', (bytes) => bytes.writeUInt8(2, 41)],
    ['no slots', (bytes) => bytes.writeUInt8(0, 42)],
    ['nine slots', (bytes) => bytes.writeUInt8(9, 42)],
    ['a reserved byte in use', (bytes) => bytes.writeUInt8(1, 43)],
    ['an unknown slot type', (bytes) => bytes.writeUInt8(7, 44)],
    ['a reserved slot byte in use', (bytes) => bytes.writeUInt8(1, 46)],
    ['a generation beyond whole numbers', (bytes) => bytes.writeBigUInt64BE(2n ** 60n, 32)],
    ['4 GiB of memory', (bytes) => bytes.writeUInt32BE(4 * 1024 * 1024 - 1, 52)],
    ['the largest memory', (bytes) => bytes.writeUInt32BE(0xffff_ffff, 52)],
    ['memory just above 1 GiB', (bytes) => bytes.writeUInt32BE(1024 * 1024 + 1, 52)],
    ['memory below 64 MiB, which makes guessing cheap', (bytes) => bytes.writeUInt32BE(64 * 1024 - 1, 52)],
    ['two passes', (bytes) => bytes.writeUInt32BE(2, 48)],
    ['eleven passes', (bytes) => bytes.writeUInt32BE(11, 48)],
    ['2^31 passes', (bytes) => bytes.writeUInt32BE(0x8000_0000, 48)],
    ['a recovery slot with a cost', (bytes) => bytes.writeUInt32BE(3, 148)],
  ])('refuse %s as unsupported, also with a right checksum', (_, change) => {
    expect(codeOf(forged((bytes) => void change(bytes)))).toBe('HEADER_UNSUPPORTED')
  })

  it('accept the limits themselves', () => {
    for (const [t, m] of [
      [3, 65_536],
      [10, 1_048_576],
    ] as const) {
      const bytes = forged((body) => {
        body.writeUInt32BE(t, 48)
        body.writeUInt32BE(m, 52)
        return undefined
      })
      expect(codeOf(bytes)).toBe('read')
    }
  })
})

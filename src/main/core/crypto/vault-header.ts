import { AppError } from '../../../shared/errors'
import type { Cipher } from '../db/connection-contract'
import { type KdfLimits, type KdfParameters, withinLimits } from './kdf-parameters'
import { readySodium } from './sodium'

/*
 * vault.hdr, all numbers big-endian:
 *   magic "TVH1" 4 | format u16 | min_reader u16 | vault id 16 | created u64 (ms) | generation u64 | cipher u8 | kdf u8 |
 *   slot count u8 | zero u8 | slots of 100 bytes | keyed BLAKE2b-256 under the header key 32 | BLAKE2b-256 of all before 32
 * slot: type u8 | zero 3 | t u32 | m u32 (KiB) | salt 16 | nonce 24 | wrapped vault key 48
 * In every later format magic, format, min_reader and the trailing checksum keep their places.
 */
export const headerFormat = 1
export const headerSizeLimit = 16 * 1024
const magic = Buffer.from('TVH1')
const fixedLength = 44
const slotLength = 100
const macLength = 32
const checksumLength = 32
const slotCountLimit = 8
const cipherIds: Record<Cipher, number> = { aegis: 1, chacha20: 2 }
const slotTypes = { passphrase: 1, recovery: 2 } as const
/** Argon2id version 1.3, one lane, 32 bytes. */
export const kdfId = 1

export interface KeySlot {
  type: keyof typeof slotTypes
  /** Zeros in a recovery slot: its key is random and needs no slow derivation. */
  kdf: KdfParameters
  salt: Buffer
  nonce: Buffer
  wrappedKey: Buffer
}

export interface VaultHeader {
  vaultId: Buffer
  created: number
  generation: number
  cipher: Cipher
  slots: KeySlot[]
}

/** A header as it was read, with the bytes that its MAC covers. */
export interface ReadHeader extends VaultHeader {
  authenticated: Buffer
  mac: Buffer
}

/** The header's bytes. `headerKey` makes the MAC that ties slots, cipher and generation to the vault key. */
export function encodeHeader(header: VaultHeader, headerKey: Uint8Array): Buffer {
  const start = Buffer.alloc(fixedLength)
  magic.copy(start)
  start.writeUInt16BE(headerFormat, 4)
  start.writeUInt16BE(headerFormat, 6)
  header.vaultId.copy(start, 8)
  start.writeBigUInt64BE(BigInt(header.created), 24)
  start.writeBigUInt64BE(BigInt(header.generation), 32)
  start.writeUInt8(cipherIds[header.cipher], 40)
  start.writeUInt8(kdfId, 41)
  start.writeUInt8(header.slots.length, 42)
  const authenticated = Buffer.concat([start, ...header.slots.map(encodeSlot)])
  const signed = Buffer.concat([authenticated, headerMac(authenticated, headerKey)])
  return Buffer.concat([signed, checksum(signed)])
}

/**
 * Reads a header without any key. Throws HEADER_DAMAGED (not ours, cut, bit flips), VAULT_TOO_NEW (a later format) or
 * HEADER_UNSUPPORTED (whole, but asks for something this version does not do, such as a derivation outside `limits`).
 */
export function decodeHeader(bytes: Buffer, limits: KdfLimits): ReadHeader {
  if (bytes.length > headerSizeLimit || bytes.length < 8 + checksumLength || !bytes.subarray(0, 4).equals(magic)) throw damaged()
  const signed = bytes.subarray(0, -checksumLength)
  if (!bytes.subarray(-checksumLength).equals(checksum(signed))) throw damaged()
  if (bytes.readUInt16BE(4) > headerFormat || bytes.readUInt16BE(6) > headerFormat) {
    throw new AppError(
      'VAULT_TOO_NEW',
      'This vault was written by a newer version of Cortexa. Nothing was changed. Install the newest version to open it.',
    )
  }
  if (bytes.readUInt16BE(4) !== headerFormat || bytes.readUInt16BE(6) !== headerFormat) throw unsupported('its format')
  if (bytes.length < fixedLength + macLength + checksumLength) throw damaged()
  const slotCount = bytes.readUInt8(42)
  if (slotCount < 1 || slotCount > slotCountLimit || bytes.readUInt8(43) !== 0) throw unsupported('its key slots')
  if (bytes.length !== fixedLength + slotCount * slotLength + macLength + checksumLength) throw damaged()
  const cipher = (Object.keys(cipherIds) as Cipher[]).find((name) => cipherIds[name] === bytes.readUInt8(40))
  if (cipher === undefined) throw unsupported('its cipher')
  if (bytes.readUInt8(41) !== kdfId) throw unsupported('its key derivation')
  const authenticated = Buffer.from(bytes.subarray(0, fixedLength + slotCount * slotLength))
  return {
    vaultId: authenticated.subarray(8, 24),
    created: safeNumber(bytes.readBigUInt64BE(24)),
    generation: safeNumber(bytes.readBigUInt64BE(32)),
    cipher,
    slots: Array.from({ length: slotCount }, (_, nth) => decodeSlot(authenticated.subarray(fixedLength + nth * slotLength), limits)),
    authenticated,
    mac: Buffer.from(bytes.subarray(authenticated.length, authenticated.length + macLength)),
  }
}

export function headerMac(authenticated: Uint8Array, headerKey: Uint8Array): Uint8Array {
  return readySodium().crypto_generichash(macLength, authenticated, headerKey)
}

/** What the sealing of a slot is bound to, so that nobody can move a slot or swap its parameters. */
export function slotBinding(vaultId: Uint8Array, { type, kdf, salt }: Pick<KeySlot, 'type' | 'kdf' | 'salt'>): Buffer {
  const numbers = Buffer.alloc(12)
  numbers.writeUInt16BE(headerFormat, 0)
  numbers.writeUInt8(slotTypes[type], 2)
  numbers.writeUInt8(kdfId, 3)
  numbers.writeUInt32BE(kdf.t, 4)
  numbers.writeUInt32BE(kdf.m, 8)
  return Buffer.concat([numbers, vaultId, salt])
}

function encodeSlot({ type, kdf, salt, nonce, wrappedKey }: KeySlot): Buffer {
  const numbers = Buffer.alloc(12)
  numbers.writeUInt8(slotTypes[type], 0)
  numbers.writeUInt32BE(kdf.t, 4)
  numbers.writeUInt32BE(kdf.m, 8)
  return Buffer.concat([numbers, salt, nonce, wrappedKey], slotLength)
}

function decodeSlot(bytes: Buffer, limits: KdfLimits): KeySlot {
  const type = (Object.keys(slotTypes) as KeySlot['type'][]).find((name) => slotTypes[name] === bytes.readUInt8(0))
  if (type === undefined || bytes.readUIntBE(1, 3) !== 0) throw unsupported('the kind of one of its key slots')
  const kdf = { t: bytes.readUInt32BE(4), m: bytes.readUInt32BE(8) }
  const salt = bytes.subarray(12, 28)
  // Checked before anything is allocated: a header must neither exhaust the memory nor make guessing cheap.
  if (type === 'passphrase' && !withinLimits(kdf, limits)) throw unsupported('the cost of its key derivation')
  if (type === 'recovery' && (kdf.t !== 0 || kdf.m !== 0 || salt.some((byte) => byte !== 0))) throw unsupported('its recovery slot')
  return { type, kdf, salt, nonce: bytes.subarray(28, 52), wrappedKey: bytes.subarray(52, slotLength) }
}

function checksum(bytes: Uint8Array): Uint8Array {
  return readySodium().crypto_generichash(checksumLength, bytes, null)
}

function safeNumber(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw unsupported('one of its counters')
  return Number(value)
}

function damaged(): AppError {
  return new AppError(
    'HEADER_DAMAGED',
    'The key file of this vault (vault.hdr) is damaged, so the vault cannot be opened. Nothing was changed. If you have a copy of the vault folder, put its vault.hdr back.',
  )
}

function unsupported(what: string): AppError {
  return new AppError(
    'HEADER_UNSUPPORTED',
    `The key file of this vault (vault.hdr) is not one this version accepts: ${what} is outside what it allows. Nothing was changed. Put back vault.hdr from a backup, or install the newest version.`,
  )
}

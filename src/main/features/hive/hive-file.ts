import { MOST_HIVE_BYTES } from '../../../shared/contract/hive'
import { AppError } from '../../../shared/errors'
import { fingerprintOf, type HiveKeys, KEY_BYTES, type PublicKeys, purpose, type Sodium } from './hive-keys'
import { type HivePayload, readPayload } from './hive-payload'
import { isSigned } from './peer-card'

const MAGIC = Buffer.from('CXHV')
const VERSION = 1
const SALT_BYTES = 8
const HINT_BYTES = 8
/** Magic, version, salt, hint: all that is not sealed. */
export const HEADER_BYTES = MAGIC.length + 1 + SALT_BYTES + HINT_BYTES
const SIGNATURE_BYTES = 64
const LENGTH_BYTES = 4
/** What stands before the text, inside of the seal: who, the signature, how long the text is. */
const INNER_BYTES = KEY_BYTES + SIGNATURE_BYTES + LENGTH_BYTES
/** An ephemeral key and the tag. */
export const SEAL_BYTES = 48
/** The shortest padded text. */
const LEAST_ROOM = 1024

/** Why a file was not taken. `damaged` may still be on its way; the others stay what they are. */
export type Refusal = 'damaged' | 'not-hive' | 'newer' | 'too-large' | 'not-ours' | 'unknown' | 'blocked' | 'unreadable'

const refusals: Record<Refusal, string> = {
  damaged: 'This file is not whole, or was changed on its way, so nothing was taken in. Ask for it to be shared again.',
  'not-hive': 'This is no thought shared by Cortexa. Such a file ends in .hive.',
  newer: 'This file was made by a newer Cortexa. Update Cortexa, then take it in again.',
  'too-large': 'This file is larger than 5 MB, so it was not opened. A shared thought is never that large.',
  'not-ours': 'This file is sealed for somebody else, so it cannot be opened here. Ask whether it was meant for you.',
  unknown: 'This file is sealed for you, but by nobody among your peers, so it was not opened. Add the card of whoever sent it first.',
  blocked: 'This file is from a peer that you blocked, so nothing was taken in. Unblock them first if you want it.',
  unreadable: 'This file is signed by your peer, but what it says cannot be read by this version of Cortexa. Nothing was taken in.',
}

/** The error that a person sees. `data.reason` is the refusal, for code. */
export function hiveRefusal(reason: Refusal): AppError {
  const code = reason === 'too-large' ? 'TOO_LARGE' : reason === 'unknown' || reason === 'blocked' ? 'FORBIDDEN' : 'BAD_INPUT'
  return new AppError(code, refusals[reason], { data: { reason } })
}

/** The room that a text is padded to: at most an eighth more, so that a length says little (Padmé, Nikitin and others, 2019). */
export function paddedLength(length: number): number {
  if (length <= LEAST_ROOM) return LEAST_ROOM
  const exponent = Math.floor(Math.log2(length))
  const free = 2 ** (exponent - (Math.floor(Math.log2(exponent)) + 1))
  return Math.ceil(length / free) * free
}

/** Bytes of the file that a payload becomes. */
export function sealedLength(payload: string): number {
  return HEADER_BYTES + SEAL_BYTES + INNER_BYTES + paddedLength(Buffer.byteLength(payload, 'utf8'))
}

/** Tells the recipient which files of a folder are theirs, and nobody else for whom one is: the salt makes each different. */
function hintFor(sodium: Sodium, recipient: PublicKeys, salt: Uint8Array): Uint8Array {
  const words = Buffer.concat([Buffer.from(purpose.hint), salt, fingerprintOf(sodium, recipient)])
  return sodium.crypto_generichash(16, words, null).subarray(0, HINT_BYTES)
}

/**
 * What is signed: a hash (BLAKE2b-512) of the text with its padding, who it is from, who it is for and the header, so that no part can be put
 * into another file. The hash, since Ed25519 itself goes over its message twice and more slowly.
 */
function signedBytes(sodium: Sodium, header: Uint8Array, from: PublicKeys, to: PublicKeys, content: Uint8Array): Uint8Array {
  const all = Buffer.concat([Buffer.from(purpose.message), header, from.sign, from.box, to.sign, to.box, content])
  return sodium.crypto_generichash(64, all, null)
}

/** Signs a payload and seals it to its recipient. The payload is taken as it is. Throws TOO_LARGE. */
export function sealThought(sodium: Sodium, payload: string, mine: HiveKeys, recipient: PublicKeys): Uint8Array {
  if (sealedLength(payload) > MOST_HIVE_BYTES)
    throw new AppError('TOO_LARGE', 'This thought is longer than what can be shared, which is 5 MB. Share a shorter part of it.')
  const text = Buffer.from(payload, 'utf8')
  const salt = sodium.randombytes_buf(SALT_BYTES)
  const header = Buffer.concat([MAGIC, Uint8Array.of(VERSION), salt, hintFor(sodium, recipient, salt)])
  const content = Buffer.alloc(LENGTH_BYTES + paddedLength(text.length))
  content.writeUInt32BE(text.length)
  text.copy(content, LENGTH_BYTES)
  const signature = sodium.crypto_sign_detached(signedBytes(sodium, header, mine, recipient, content), mine.signSecret)
  return Buffer.concat([header, sodium.crypto_box_seal(Buffer.concat([mine.sign, signature, content]), recipient.box)])
}

/** Whether the header says that a file is for these keys; null when there is no such header (yet). Reads the first 21 bytes only. */
export function isForUs(sodium: Sodium, head: Uint8Array, mine: PublicKeys): boolean | null {
  if (head.length < HEADER_BYTES || Buffer.compare(head.subarray(0, MAGIC.length), MAGIC) !== 0) return null
  if (head[MAGIC.length] !== VERSION) return null
  const salt = head.subarray(MAGIC.length + 1, MAGIC.length + 1 + SALT_BYTES)
  return Buffer.compare(head.subarray(MAGIC.length + 1 + SALT_BYTES, HEADER_BYTES), hintFor(sodium, mine, salt)) === 0
}

export interface KnownSender extends PublicKeys {
  id: string
  blocked: boolean
}

export interface OpenedThought {
  senderId: string
  payload: HivePayload
  /** The text that was signed, byte for byte what the sender saw. */
  text: string
}

/**
 * Opens a file. In this order: size, version, is it ours, who sent it, the signature, and only then is a word of it read. Throws AppError with
 * `data.reason`, a Refusal.
 */
export function openThought(
  sodium: Sodium,
  file: Uint8Array,
  mine: HiveKeys,
  senderBy: (signKey: Uint8Array) => KnownSender | null,
): OpenedThought {
  if (file.length > MOST_HIVE_BYTES) throw hiveRefusal('too-large')
  const known = file.subarray(0, MAGIC.length)
  if (Buffer.compare(known, MAGIC.subarray(0, known.length)) !== 0) throw hiveRefusal('not-hive')
  if (file.length < HEADER_BYTES + SEAL_BYTES + INNER_BYTES) throw hiveRefusal('damaged')
  if (file[MAGIC.length] !== VERSION) throw hiveRefusal('newer')
  const header = file.subarray(0, HEADER_BYTES)
  if (isForUs(sodium, header, mine) !== true) throw hiveRefusal('not-ours')
  const inner = unseal(sodium, file.subarray(HEADER_BYTES), mine)
  if (inner === null) throw hiveRefusal('damaged')
  const sender = senderBy(inner.subarray(0, KEY_BYTES))
  if (sender === null) throw hiveRefusal('unknown')
  if (sender.blocked) throw hiveRefusal('blocked')
  const signature = inner.subarray(KEY_BYTES, KEY_BYTES + SIGNATURE_BYTES)
  const content = inner.subarray(KEY_BYTES + SIGNATURE_BYTES)
  if (!isSigned(sodium, signature, signedBytes(sodium, header, sender, mine, content), sender.sign)) throw hiveRefusal('damaged')
  const length = content.readUInt32BE(0)
  const padding = content.subarray(LENGTH_BYTES + length)
  if (LENGTH_BYTES + length > content.length || Buffer.compare(padding, Buffer.alloc(padding.length)) !== 0) throw hiveRefusal('unreadable')
  const text = utf8(content.subarray(LENGTH_BYTES, LENGTH_BYTES + length))
  const payload = text === null ? null : readPayload(text)
  if (text === null || payload === null) throw hiveRefusal('unreadable')
  return { senderId: sender.id, payload, text }
}

function unseal(sodium: Sodium, sealed: Uint8Array, mine: HiveKeys): Buffer | null {
  try {
    return Buffer.from(sodium.crypto_box_seal_open(sealed, mine.box, mine.boxSecret))
  } catch {
    return null
  }
}

function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

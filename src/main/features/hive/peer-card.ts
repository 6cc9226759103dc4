import { LONGEST_PEER_NAME } from '../../../shared/contract/hive'
import { AppError } from '../../../shared/errors'
import { plainLine } from '../../../shared/untrusted-text'
import { type HiveKeys, KEY_BYTES, type PublicKeys, purpose, type Sodium } from './hive-keys'

/** What a card says of its owner. */
export interface PeerCard extends PublicKeys {
  name: string
}

const PREFIX = 'cortexa-peer:'
const VERSION = 1
const SIGNATURE_BYTES = 64
/** Version, two keys, length of the name. */
const HEAD_BYTES = 1 + 2 * KEY_BYTES + 1
/** Bytes of a name; as many characters of four bytes. */
const MOST_NAME_BYTES = LONGEST_PEER_NAME * 4

/** A name as it is shown: one line, nothing hidden in it. '' when nothing is left. */
export function cleanName(name: string): string {
  return [...plainLine(name.normalize('NFC'), LONGEST_PEER_NAME * 4)].slice(0, LONGEST_PEER_NAME).join('').trim()
}

/** One line of text for a peer: both public keys and the name, signed, so that the two keys and the name belong together. */
export function writeCard(sodium: Sodium, keys: HiveKeys, name: string): string {
  const words = Buffer.from(cleanName(name), 'utf8')
  const head = Buffer.concat([Uint8Array.of(VERSION), keys.sign, keys.box, Uint8Array.of(words.length), words])
  const signature = sodium.crypto_sign_detached(Buffer.concat([Buffer.from(purpose.card), head]), keys.signSecret)
  return PREFIX + Buffer.concat([head, signature]).toString('base64url')
}

/**
 * Reads a card out of pasted text or a `.hivecard` file; white space and words around it do no harm. Throws BAD_INPUT. A card proves that its
 * keys and name belong together, not whose they are: for that the codes are compared.
 */
export function readCard(sodium: Sodium, text: string): PeerCard {
  // Mail programs break long lines: what follows the mark is read over line ends.
  const found = /cortexa-peer:\s*([A-Za-z0-9_-][A-Za-z0-9_\s-]*)/.exec(text)
  if (!found) throw new AppError('BAD_INPUT', 'There is no card in this text. A card is one line that begins with “cortexa-peer:”.')
  const bytes = Buffer.from((found[1] ?? '').replace(/\s+/g, ''), 'base64url')
  // What is too short for any card, or has no version, was cut or changed; only a whole one can be of a later version.
  if (bytes.length < HEAD_BYTES + SIGNATURE_BYTES || bytes[0] === 0) throw broken()
  if (bytes[0] !== VERSION)
    throw new AppError('BAD_INPUT', 'This card was made by another version of Cortexa. Update Cortexa, then add it again.')
  const nameLength = bytes[HEAD_BYTES - 1] ?? 0
  const whole = HEAD_BYTES + nameLength + SIGNATURE_BYTES
  if (bytes.length < whole || nameLength > MOST_NAME_BYTES) throw broken()
  const head = bytes.subarray(0, HEAD_BYTES + nameLength)
  const sign = bytes.subarray(1, 1 + KEY_BYTES)
  const signature = bytes.subarray(head.length, whole)
  if (!isSigned(sodium, signature, Buffer.concat([Buffer.from(purpose.card), head]), sign)) throw broken()
  const name = cleanName(head.subarray(HEAD_BYTES).toString('utf8'))
  return {
    sign: Uint8Array.from(sign),
    box: Uint8Array.from(bytes.subarray(1 + KEY_BYTES, 1 + 2 * KEY_BYTES)),
    name: name === '' ? 'Unnamed' : name,
  }
}

function broken(): AppError {
  return new AppError(
    'BAD_INPUT',
    'This card is damaged: it is not whole, or was changed on its way. Ask for it again, and copy the entire line.',
  )
}

/** False also for what libsodium refuses to look at. */
export function isSigned(sodium: Sodium, signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean {
  try {
    return sodium.crypto_sign_verify_detached(signature, message, key)
  } catch {
    return false
  }
}

import { AppError } from '../../../shared/errors'
import { secretMemory } from './secret-memory'
import { readySodium } from './sodium'

/** Crockford's base32: no I, L, O and U, so that a key copied by hand has no doubtful letters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const secretLength = 32
const secretCharacters = 52
const checksumCharacters = 4
const checksumContext = Buffer.from('tvrecovery-checksum')

/** 256 bits as 14 groups of 4: 52 characters for the secret and 4 that catch a typo. Needs libsodium to be loaded. */
export function writeRecoveryKey(secret: Uint8Array): string {
  if (secret.length !== secretLength) throw new RangeError('A recovery key has 32 bytes')
  const characters = toBase32(secret, secretCharacters) + toBase32(checksum(secret), checksumCharacters)
  return characters.match(/.{4}/g)?.join('-') ?? ''
}

/**
 * The 32 bytes of a typed recovery key. Small letters, spaces, dashes, O for 0 and I or L for 1 are accepted.
 * Throws BAD_RECOVERY_KEY when the length, a letter or the checksum is wrong. Needs libsodium to be loaded.
 */
export function readRecoveryKey(typed: string): Buffer {
  const characters = normalize(typed.slice(0, 4096))
  const unknown = [...characters].find((character) => !alphabet.includes(character))
  if (unknown !== undefined) throw bad(`"${unknown}" does not occur in recovery keys.`)
  const expected = secretCharacters + checksumCharacters
  if (characters.length !== expected) throw bad(`It has ${characters.length} letters and digits, but a recovery key has ${expected}.`)
  const secret = fromBase32(characters.slice(0, secretCharacters))
  // Encoding again also refuses a last character whose spare bits are set.
  if (secret === undefined || writeRecoveryKey(secret).replaceAll('-', '') !== characters) {
    secret?.fill(0)
    throw bad('At least one character is wrong.')
  }
  return secret
}

/** Whether the typed groups are the groups of this key at these places (0-based), by the same forgiving reading. */
export function checkRecoveryGroups(recoveryKey: string, indices: readonly number[], groups: readonly string[]): boolean {
  const all = normalize(recoveryKey).match(/.{4}/g) ?? []
  return (
    indices.length > 0 &&
    indices.length === groups.length &&
    indices.every((at, nth) => all[at] !== undefined && all[at] === normalize(groups[nth] ?? ''))
  )
}

function normalize(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\p{Pc}.,:]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

function checksum(secret: Uint8Array): Uint8Array {
  const message = secretMemory(checksumContext.length + secret.length)
  message.set(checksumContext)
  message.set(secret, checksumContext.length)
  const sum = readySodium().crypto_generichash(16, message, null)
  message.fill(0)
  return sum
}

function toBase32(bytes: Uint8Array, length: number): string {
  let text = ''
  for (let at = 0; at < length; at++) {
    let value = 0
    for (let bit = at * 5; bit < at * 5 + 5; bit++) value = (value << 1) | (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
    text += alphabet[value]
  }
  return text
}

function fromBase32(text: string): Buffer | undefined {
  const bytes = secretMemory(secretLength)
  for (const [at, character] of [...text].entries()) {
    const value = alphabet.indexOf(character)
    if (value < 0) return undefined
    for (let nth = 0; nth < 5; nth++) {
      const bit = at * 5 + nth
      if (bit < secretLength * 8 && (value >> (4 - nth)) & 1) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (7 - (bit & 7)))
    }
  }
  return bytes
}

function bad(what: string): AppError {
  return new AppError(
    'BAD_RECOVERY_KEY',
    `This is not a whole recovery key. ${what} Compare it with your copy, group by group. Nothing was tried with it yet.`,
  )
}

import type * as sodiumModule from 'libsodium-wrappers'

export type Sodium = typeof sodiumModule

/** The public halves: an Ed25519 key that signs, an X25519 key that thoughts are sealed to. 32 bytes each. */
export interface PublicKeys {
  sign: Uint8Array
  box: Uint8Array
}

/** Both pairs of a vault. */
export interface HiveKeys extends PublicKeys {
  /** 64 bytes, as libsodium keeps an Ed25519 key. */
  signSecret: Uint8Array
  boxSecret: Uint8Array
}

export const KEY_BYTES = 32
/** What the hashes and signatures of this file format are for, so that none is of use elsewhere. */
export const purpose = {
  fingerprint: 'cortexa hive fingerprint 1',
  code: 'cortexa hive code 1',
  card: 'cortexa hive card 1',
  hint: 'cortexa hive hint 1',
  message: 'cortexa hive message 1',
} as const

/** Rounds of the hash behind a code: each guess of someone who looks for keys with the same code costs so many. About 10 ms. */
const CODE_ROUNDS = 1024
const CODE_GROUPS = 8
const GROUP_DIGITS = 5

export function makeHiveKeys(sodium: Sodium): HiveKeys {
  const sign = sodium.crypto_sign_keypair()
  const box = sodium.crypto_box_keypair()
  return { sign: sign.publicKey, signSecret: sign.privateKey, box: box.publicKey, boxSecret: box.privateKey }
}

/** Both public keys in 32 bytes (BLAKE2b). */
export function fingerprintOf(sodium: Sodium, keys: PublicKeys): Uint8Array {
  return sodium.crypto_generichash(32, Buffer.concat([Buffer.from(purpose.fingerprint), keys.sign, keys.box]), null)
}

/**
 * What two people compare: eight groups of five digits, the same for a pair whoever asks. 40 digits are 2^133, so that two keys which give one
 * code, the work of someone between the two who offers keys to both, take about 2^66 guesses of 1,024 hashes.
 */
export function pairCode(sodium: Sodium, mine: PublicKeys, theirs: PublicKeys): string {
  const both = [fingerprintOf(sodium, mine), fingerprintOf(sodium, theirs)].sort(Buffer.compare)
  const start = Buffer.concat([Buffer.from(purpose.code), ...both])
  let hash: Uint8Array = sodium.crypto_generichash(64, start, null)
  for (let round = 1; round < CODE_ROUNDS; round++) hash = sodium.crypto_generichash(64, Buffer.concat([hash, ...both]), null)
  const bytes = Buffer.from(hash)
  return Array.from({ length: CODE_GROUPS }, (_, group) => {
    // Eight bytes a group: what the modulus favours is below 2^-47.
    const number = bytes.readBigUInt64BE(group * 8) % 10n ** BigInt(GROUP_DIGITS)
    return number.toString().padStart(GROUP_DIGITS, '0')
  }).join(' ')
}

export function sameKeys(a: PublicKeys, b: PublicKeys): boolean {
  return Buffer.compare(a.sign, b.sign) === 0 && Buffer.compare(a.box, b.box) === 0
}

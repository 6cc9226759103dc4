import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import type { RunKdf } from '../../src/main/core/crypto/kdf-parameters'

const derive = promisify(argon2)

/** The same key as the app's own derivation gives, by Node's Argon2id: no thread has to be started for each, which takes most of the time. */
export const cheapKdf: RunKdf = async (message, nonce, { t, m }) =>
  Buffer.from(await derive('argon2id', { message: Uint8Array.from(message), nonce, parallelism: 1, tagLength: 32, memory: m, passes: t }))

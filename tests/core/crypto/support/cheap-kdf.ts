import type { KdfParameters, RunKdf } from '../../../../src/main/core/crypto/kdf-parameters'
import { loadSodium } from '../../../../src/main/core/crypto/sodium'

/** One pass over 8 KiB: real Argon2id that takes no time. */
export const cheapKdf: KdfParameters = { t: 1, m: 8 }

/** Argon2id in this thread, counting its runs. */
export function countingKdf(): { runKdf: RunKdf; runs: () => number } {
  let runs = 0
  return {
    runs: () => runs,
    async runKdf(passphrase, salt, { t, m }) {
      runs++
      const sodium = await loadSodium()
      return Buffer.from(sodium.crypto_pwhash(32, passphrase, salt, t, m * 1024, sodium.crypto_pwhash_ALG_ARGON2ID13))
    },
  }
}

import { parentPort } from 'node:worker_threads'
import { loadSodium } from '../crypto/sodium'

/** One derivation: 32 bytes of Argon2id version 1.3 over the transferred buffers. The thread is ended by whoever started it. */
interface KdfRequest {
  passphrase: Uint8Array
  salt: Uint8Array
  t: number
  m: number
}

parentPort?.once('message', async ({ passphrase, salt, t, m }: KdfRequest) => {
  try {
    const sodium = await loadSodium()
    const key = sodium.crypto_pwhash(32, passphrase, salt, t, m * 1024, sodium.crypto_pwhash_ALG_ARGON2ID13)
    passphrase.fill(0)
    const owned = new Uint8Array(key)
    key.fill(0)
    parentPort?.postMessage({ key: owned }, [owned.buffer])
  } catch (error) {
    parentPort?.postMessage({ failure: error instanceof Error ? error.message : 'unknown' })
  }
})

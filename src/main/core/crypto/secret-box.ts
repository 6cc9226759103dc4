import { AppError } from '../../../shared/errors'
import { readySodium } from './sodium'

export interface SecretBox {
  /** Base64 of nonce and ciphertext. '' stays ''. */
  seal(secret: string): string
  /** Throws VAULT_DAMAGED when the text was not sealed with this key. */
  open(sealed: string): string
}

/** Wraps keys of other services once more, inside the encrypted database: a stray row is then not yet a key. XChaCha20-Poly1305. */
export function createSecretBox(key: Uint8Array, randomBytes: (length: number) => Uint8Array): SecretBox {
  const NONCE_BYTES = 24
  const purpose = 'cortexa secret v1'

  return {
    seal(secret) {
      if (secret === '') return ''
      const sodium = readySodium()
      const nonce = randomBytes(NONCE_BYTES)
      const sealed = sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(secret, purpose, null, nonce, key)
      return Buffer.concat([nonce, sealed]).toString('base64')
    },
    open(sealed) {
      if (sealed === '') return ''
      const bytes = Buffer.from(sealed, 'base64')
      try {
        const plain = readySodium().crypto_aead_xchacha20poly1305_ietf_decrypt(
          null,
          bytes.subarray(NONCE_BYTES),
          purpose,
          bytes.subarray(0, NONCE_BYTES),
          key,
        )
        return Buffer.from(plain).toString('utf8')
      } catch (cause) {
        throw new AppError('VAULT_DAMAGED', 'The stored API key cannot be read. Enter it again in Settings.', { cause })
      }
    },
  }
}

import { AppError } from '../../../shared/errors'
import type { BlobContext } from './blob-stream'
import { moveSecret } from './secret-memory'
import { readySodium } from './sodium'

const nonceLength = 24
const wrappedLength = nonceLength + 48

/** The key of one file, sealed for its row: 72 bytes. */
export function wrapBlobKey(fileKey: Buffer, key: Buffer, context: BlobContext): Buffer {
  const sodium = readySodium()
  const nonce = sodium.randombytes_buf(nonceLength)
  return Buffer.concat([nonce, sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(fileKey, keyBinding(context), null, nonce, key)])
}

/** Throws BLOB_DAMAGED when it is not the wrapped key of this blob. */
export function unwrapBlobKey(wrapped: Uint8Array, key: Buffer, context: BlobContext): Buffer {
  if (wrapped.length !== wrappedLength) throw damagedBlob()
  try {
    return moveSecret(
      readySodium().crypto_aead_xchacha20poly1305_ietf_decrypt(
        null,
        wrapped.subarray(nonceLength),
        keyBinding(context),
        wrapped.subarray(0, nonceLength),
        key,
      ),
    )
  } catch (error) {
    throw damagedBlob(error)
  }
}

function keyBinding({ vaultId, blobId }: BlobContext): Buffer {
  return Buffer.concat([Buffer.from('tvblobk1'), vaultId, blobId])
}

export function takenBlob(): AppError {
  return new AppError('CONFLICT', 'There is an attachment with this id already. Try again, so that it gets a new one.')
}

export function damagedBlob(cause?: unknown): AppError {
  return new AppError(
    'BLOB_DAMAGED',
    'The file of this attachment is damaged, so it is not shown. The item itself is fine. A backup may have a good copy.',
    cause === undefined ? {} : { cause },
  )
}

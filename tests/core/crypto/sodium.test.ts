import { argon2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { endStream, forgetInSodium, isInSodium, loadSodium } from '../../../src/main/core/crypto/sodium'
import { deriveVaultKeys, vaultKeyOf } from '../../../src/main/core/crypto/vault-keys'

describe('libsodium', () => {
  it('is the build with Argon2id (T1): the smaller package of the same name has the types but not the function', async () => {
    const sodium = await loadSodium()
    const salt = Buffer.from('sixteen bytes of')
    const key = sodium.crypto_pwhash(32, 'password', salt, 3, 1024 * 1024, sodium.crypto_pwhash_ALG_ARGON2ID13)
    const other = argon2Sync('argon2id', { message: 'password', nonce: salt, parallelism: 1, tagLength: 32, memory: 1024, passes: 3 })
    expect(Buffer.from(key).equals(other), 'the same key as another implementation').toBe(true)
    expect(sodium.crypto_pwhash_ALG_ARGON2ID13).toBe(2)
  })

  it('keeps copies of keys in its memory, and forgetInSodium removes them', async () => {
    const sodium = await loadSodium()
    const key = Buffer.from(sodium.randombytes_buf(32))
    sodium.crypto_generichash(32, 'message', key)
    expect(isInSodium(key), 'the control: without wiping the key stays').toBe(true)
    forgetInSodium(key)
    expect(isInSodium(key)).toBe(false)
  })

  it('leaves no vault key behind after wipe, neither in the buffers nor in libsodium', async () => {
    const sodium = await loadSodium()
    const vaultKey = Buffer.from(sodium.randombytes_buf(32))
    const keys = deriveVaultKeys(vaultKey, { vaultId: Buffer.alloc(16, 1), cipher: 'aegis', generation: 1 })
    const all = [keys.database, keys.blobs, keys.index, keys.backup, keys.sequence, keys.secrets, keys.share, vaultKey]
    const copies = all.map((key) => Buffer.from(key))
    expect(new Set(copies.map((key) => key.toString('hex'))).size, 'eight different keys').toBe(8)
    for (const key of copies) sodium.crypto_generichash(32, 'use', key)
    keys.wipe()
    for (const key of all) expect(key.equals(Buffer.alloc(32))).toBe(true)
    for (const key of copies) expect(isInSodium(key)).toBe(false)
    expect(() => vaultKeyOf(keys)).toThrow('wiped')
    keys.wipe()
  })

  it('ends a stream so that its key state is gone and its memory is used again, which the wrapper alone never does', async () => {
    const sodium = await loadSodium()
    const key = Buffer.from(sodium.randombytes_buf(32))
    const { state } = sodium.crypto_secretstream_xchacha20poly1305_init_push(key)
    const address = state as unknown as number
    const heap = (sodium as unknown as { libsodium: { HEAPU8: Uint8Array } }).libsodium.HEAPU8
    const stateKey = Buffer.from(heap.subarray(address, address + 32))
    expect(isInSodium(stateKey)).toBe(true)
    endStream(state)
    expect(isInSodium(stateKey)).toBe(false)
    const addresses = new Set<unknown>()
    for (let n = 0; n < 200; n++) {
      const next = sodium.crypto_secretstream_xchacha20poly1305_init_push(key).state
      addresses.add(next)
      endStream(next)
    }
    expect(addresses.size).toBeLessThan(5)
  })

  it('derives the documented subkeys: a change of context or number would make every vault unreadable', async () => {
    await loadSodium()
    const vaultKey = Buffer.from(Array.from({ length: 32 }, (_, n) => n))
    const keys = deriveVaultKeys(vaultKey, { vaultId: Buffer.alloc(16), cipher: 'aegis', generation: 1 })
    expect(keys.database.toString('hex')).toMatchInlineSnapshot(`"62d14e3bf5db3a165fd54609c2d63ade73a23d1f0ae4e1a376bad7f5b199bcc0"`)
    expect(keys.share.toString('hex')).toMatchInlineSnapshot(`"b8252519aed9ca599b8e50e9764d221769b81302599f9c82277aeda56757d618"`)
    keys.wipe()
  })
})

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKeyRing } from '../../../src/main/core/crypto/key-ring'
import { loadSodium } from '../../../src/main/core/crypto/sodium'
import { AppError } from '../../../src/shared/errors'
import { cheapKdf, countingKdf } from './support/cheap-kdf'
import { temporaryFolder } from './support/temporary-folder'

const passphrase = 'orbit kelp lantern'
const code = (value: string) => expect.objectContaining({ code: value })

async function newVault() {
  const dataDir = temporaryFolder()
  const kdf = countingKdf()
  const open = () => createKeyRing({ dataDir, runKdf: kdf.runKdf, now: () => 1_764_000_000_000, kdfParameters: cheapKdf })
  const { recoveryKey } = await open().create(passphrase)
  const main = join(dataDir, 'vault.hdr')
  return { dataDir, open, runs: kdf.runs, recoveryKey, main, copy: `${main}.bak`, quarantine: join(dataDir, 'quarantine') }
}

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}

/** Bytes with a fresh checksum behind them, as a forger would write them. */
async function rechecked(body: Buffer): Promise<Buffer> {
  const sodium = await loadSodium()
  return Buffer.concat([body, sodium.crypto_generichash(32, body, null)])
}

describe('a damaged main file', () => {
  it('opens from the copy, is written again, and its damaged bytes are kept', async () => {
    const { open, main, quarantine } = await newVault()
    const good = readFileSync(main)
    const damaged = flipped(good, 100)
    writeFileSync(main, damaged)
    expect(await open().inspect()).toBe('present')
    expect(existsSync(quarantine), 'looking changes nothing').toBe(false)
    await expect(open().unlock('wrong passphrase')).rejects.toThrow(code('WRONG_PASSPHRASE'))
    expect(readFileSync(main).equals(damaged), 'neither does a wrong passphrase').toBe(true)
    await open().unlock(passphrase)
    expect(readFileSync(main).equals(good)).toBe(true)
    const [kept = ''] = readdirSync(quarantine)
    expect(readFileSync(join(quarantine, kept)).equals(damaged)).toBe(true)
  })

  it('opens from the copy at every length it can be cut to, also when it is gone', async () => {
    const { open, main, copy } = await newVault()
    const good = readFileSync(main)
    for (const length of [0, 1, 3, 4, 7, 8, 40, 43, 44, 143, 200, good.length - 33, good.length - 32, good.length - 1]) {
      writeFileSync(main, good.subarray(0, length))
      await expect(open().unlock(passphrase), `cut to ${length}`).resolves.toBeDefined()
      expect(readFileSync(main).equals(good)).toBe(true)
    }
    rmSync(main)
    await expect(open().unlock(passphrase)).resolves.toBeDefined()
    expect(readFileSync(main).equals(readFileSync(copy))).toBe(true)
  })

  it('is a header error and never "no vault" when the copy is damaged or gone too, at any length', async () => {
    const { dataDir, open, main, copy } = await newVault()
    const good = readFileSync(main)
    for (const other of ['gone', 'damaged'] as const) {
      if (other === 'gone') rmSync(copy)
      else writeFileSync(copy, flipped(good, 50))
      for (let length = 0; length < good.length; length += length < 50 ? 1 : 13) {
        writeFileSync(main, good.subarray(0, length))
        await expect(open().inspect(), `${other}, ${length}`).rejects.toThrow(code('HEADER_DAMAGED'))
      }
      await expect(open().create('a whole new passphrase')).rejects.toThrow(code('HEADER_DAMAGED'))
      await expect(open().unlock(passphrase)).rejects.toThrow(code('HEADER_DAMAGED'))
    }
    expect(readdirSync(dataDir).sort()).toEqual(['vault.hdr', 'vault.hdr.bak'])
  })

  it('opens with every single byte of it changed, one after the other', async () => {
    const { open, main } = await newVault()
    const good = readFileSync(main)
    for (let at = 0; at < good.length; at += 7) {
      writeFileSync(main, flipped(good, at))
      await expect(open().unlock(passphrase), `byte ${at}`).resolves.toBeDefined()
    }
  })
})

describe('a header changed on purpose', () => {
  it('is told from damage and from a wrong passphrase, byte by byte', async () => {
    const { open, main, copy } = await newVault()
    const good = readFileSync(main)
    const seen = new Map<string, number[]>()
    for (const at of [...Array(144).keys(), 150, 200, 243, 244, 260, good.length - 33]) {
      const forged = await rechecked(flipped(good.subarray(0, -32), at))
      writeFileSync(main, forged)
      const failure = await open()
        .unlock(passphrase)
        .then(
          () => 'opened',
          (error: unknown) => (error instanceof AppError ? error.code : String(error)),
        )
      // Only a destroyed magic makes it "damaged", and then the copy opens.
      if (failure === 'opened') writeFileSync(main, good)
      else expect(readFileSync(main).equals(forged), 'nothing is overwritten').toBe(true)
      seen.set(failure, [...(seen.get(failure) ?? []), at])
    }
    expect(seen.get('opened'), 'magic, and a slot count that the length contradicts').toEqual([0, 1, 2, 3, 42])
    expect(seen.get('HEADER_TAMPERED'), 'created, generation, the other slot, the MAC').toEqual(
      expect.arrayContaining([31, 39, 200, good.length - 33]),
    )
    expect(seen.get('WRONG_PASSPHRASE'), 'vault id, salt, nonce, wrapped key').toEqual(expect.arrayContaining([8, 23, 56, 72, 96, 143]))
    expect(readFileSync(copy).equals(good)).toBe(true)
  }, 60_000)

  it('that names the other cipher is tampered with: nobody can make the app read the database another way', async () => {
    const { open, main } = await newVault()
    const body = Buffer.from(readFileSync(main).subarray(0, -32))
    body.writeUInt8(2, 40)
    writeFileSync(main, await rechecked(body))
    await expect(open().unlock(passphrase)).rejects.toThrow(code('HEADER_TAMPERED'))
  })

  it('of a newer version stays byte for byte as it is', async () => {
    const { open, main, copy, dataDir } = await newVault()
    const body = Buffer.from(readFileSync(main).subarray(0, -32))
    body.writeUInt16BE(2, 4)
    const newer = await rechecked(body)
    writeFileSync(main, newer)
    const oldCopy = readFileSync(copy)
    await expect(open().inspect()).rejects.toThrow(code('VAULT_TOO_NEW'))
    await expect(open().unlock(passphrase)).rejects.toThrow(code('VAULT_TOO_NEW'))
    await expect(open().changePassphrase(passphrase, 'lantern orbit kelp')).rejects.toThrow(code('VAULT_TOO_NEW'))
    await expect(open().create(passphrase)).rejects.toThrow(code('VAULT_TOO_NEW'))
    expect(readFileSync(main).equals(newer)).toBe(true)
    expect(readFileSync(copy).equals(oldCopy)).toBe(true)
    expect(readdirSync(dataDir).sort()).toEqual(['vault.hdr', 'vault.hdr.bak'])
  })

  it('that asks for 4 GiB or 2^31 passes is refused before any derivation starts', async () => {
    const { open, main, runs } = await newVault()
    const before = runs()
    for (const [at, value] of [
      [52, 4 * 1024 * 1024],
      [48, 0x8000_0000],
    ] as const) {
      const body = Buffer.from(readFileSync(main).subarray(0, -32))
      body.writeUInt32BE(value, at)
      writeFileSync(main, await rechecked(body))
      await expect(open().unlock(passphrase)).rejects.toThrow(code('HEADER_UNSUPPORTED'))
    }
    expect(runs()).toBe(before)
  })

  it('whose slot was taken from another vault does not open', async () => {
    const one = await newVault()
    const two = await newVault()
    const body = Buffer.from(readFileSync(one.main).subarray(0, -32))
    readFileSync(two.main).copy(body, 44, 44, 144)
    writeFileSync(one.main, await rechecked(body))
    await expect(one.open().unlock(passphrase)).rejects.toThrow(code('WRONG_PASSPHRASE'))
    await expect(one.open().unlockWithRecoveryKey(one.recoveryKey)).rejects.toThrow(code('HEADER_TAMPERED'))
  })
})

describe('the copy', () => {
  it('of an older generation is replaced at the next unlock, so that an old passphrase cannot linger', async () => {
    const { open, main, copy, quarantine } = await newVault()
    const old = readFileSync(copy)
    await open().changePassphrase(passphrase, 'lantern orbit kelp')
    writeFileSync(copy, old) // as after a crash between the two writes
    await open().unlock('lantern orbit kelp')
    expect(readFileSync(copy).equals(readFileSync(main))).toBe(true)
    expect(existsSync(quarantine), 'the old slot is not kept either').toBe(false)
  })

  it('is made again when it is gone or damaged; damaged bytes are kept', async () => {
    const { open, main, copy, quarantine } = await newVault()
    rmSync(copy)
    await open().unlock(passphrase)
    expect(readFileSync(copy).equals(readFileSync(main))).toBe(true)
    writeFileSync(copy, 'rubbish')
    await open().unlock(passphrase)
    expect(readFileSync(copy).equals(readFileSync(main))).toBe(true)
    expect(readdirSync(quarantine).map((name) => readFileSync(join(quarantine, name), 'utf8'))).toEqual(['rubbish'])
  })

  it('of a newer generation is left alone when an old main file was put back: the generation tells', async () => {
    const { open, main, copy } = await newVault()
    const old = readFileSync(main)
    await open().changePassphrase(passphrase, 'lantern orbit kelp')
    const newer = readFileSync(copy)
    writeFileSync(main, old)
    expect((await open().unlock(passphrase)).generation).toBe(1)
    expect(readFileSync(copy).equals(newer)).toBe(true)
  })
})

describe('a missing header beside data', () => {
  it.each([
    ['the database', 'vault.db'],
    ['only its WAL', 'vault.db-wal'],
    ['a blob', 'blobs/ab/abcd.tvb'],
    ['a backup', 'backups/2026-11-30.tvk'],
  ])('(%s) is an error, and no new key is made', async (_, name) => {
    const { dataDir, open, main, copy } = await newVault()
    rmSync(main)
    rmSync(copy)
    mkdirSync(join(dataDir, name, '..'), { recursive: true })
    writeFileSync(join(dataDir, name), '')
    await expect(open().inspect()).rejects.toThrow(code('HEADER_MISSING'))
    await expect(open().unlock(passphrase)).rejects.toThrow(code('HEADER_MISSING'))
    await expect(open().create(passphrase)).rejects.toThrow(code('HEADER_MISSING'))
    expect(existsSync(main)).toBe(false)
  })

  it('is no vault at all when the folders are empty or hold only what a file browser leaves', async () => {
    const { dataDir, open, main, copy } = await newVault()
    rmSync(main)
    rmSync(copy)
    mkdirSync(join(dataDir, 'blobs/ab'), { recursive: true })
    mkdirSync(join(dataDir, 'backups'))
    writeFileSync(join(dataDir, 'blobs/.DS_Store'), '')
    expect(await open().inspect()).toBe('absent')
  })

  it('can be answered by putting a header back', async () => {
    const { dataDir, open, main, copy } = await newVault()
    copyFileSync(main, join(dataDir, 'saved'))
    writeFileSync(join(dataDir, 'vault.db'), 'data')
    rmSync(main)
    rmSync(copy)
    copyFileSync(join(dataDir, 'saved'), main)
    await expect(open().unlock(passphrase)).resolves.toBeDefined()
  })
})

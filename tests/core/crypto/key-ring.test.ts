import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkRecoveryGroups, createKeyRing } from '../../../src/main/core/crypto/key-ring'
import { isInSodium } from '../../../src/main/core/crypto/sodium'
import { vaultKeyOf } from '../../../src/main/core/crypto/vault-keys'
import { cheapKdf, countingKdf } from './support/cheap-kdf'
import { temporaryFolder } from './support/temporary-folder'

const passphrase = 'orbit kelp lantern'
const code = (value: string) => expect.objectContaining({ code: value })

function ring(dataDir: string) {
  const kdf = countingKdf()
  return { ...createKeyRing({ dataDir, runKdf: kdf.runKdf, now: () => 1_764_000_000_000, kdfParameters: cheapKdf }), runs: kdf.runs }
}

/** All files below a folder with their bytes. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name)).toString('hex')]),
  )
}

describe('create and unlock', () => {
  it('gives the same keys for the passphrase and for the recovery key, after a restart too', async () => {
    const dataDir = join(temporaryFolder(), 'new')
    const { keys, recoveryKey } = await ring(dataDir).create(passphrase)
    const again = await ring(dataDir).unlock(passphrase)
    const recovered = await ring(dataDir).unlockWithRecoveryKey(recoveryKey.toLowerCase())
    for (const opened of [again, recovered]) {
      expect(opened).toMatchObject({ vaultId: keys.vaultId, cipher: 'aegis', generation: 1 })
      for (const name of ['database', 'blobs', 'index', 'backup', 'sequence', 'secrets', 'share'] as const)
        expect(opened[name].equals(keys[name]), name).toBe(true)
    }
    expect(keys.vaultId).toMatch(/^[0-9a-f]{32}$/)
    expect(checkRecoveryGroups(recoveryKey, [0, 13], [recoveryKey.slice(0, 4), recoveryKey.slice(-4)])).toBe(true)
  })

  it('makes folder and files that only the owner can read, and puts no key or passphrase into them', async () => {
    const dataDir = join(temporaryFolder(), 'new')
    const { keys, recoveryKey } = await ring(dataDir).create(passphrase)
    expect(readdirSync(dataDir).sort()).toEqual(['vault.hdr', 'vault.hdr.bak'])
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(dataDir)) {
      expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600)
      const bytes = readFileSync(join(dataDir, name))
      for (const secret of [vaultKeyOf(keys), keys.database, Buffer.from(passphrase), Buffer.from(recoveryKey)])
        expect(bytes.includes(secret)).toBe(false)
    }
  })

  it('takes a passphrase typed in another Unicode form', async () => {
    const dataDir = temporaryFolder()
    await ring(dataDir).create('grün über sieben Berge')
    await expect(ring(dataDir).unlock('gru\u0308n u\u0308ber sieben Berge')).resolves.toBeDefined()
  })

  it('makes different keys and salts each time', async () => {
    const [one, two] = [temporaryFolder(), temporaryFolder()]
    const first = await ring(one).create(passphrase)
    const second = await ring(two).create(passphrase)
    expect(first.keys.database.equals(second.keys.database)).toBe(false)
    expect(first.recoveryKey).not.toBe(second.recoveryKey)
    expect(
      readFileSync(join(one, 'vault.hdr'))
        .subarray(56, 72)
        .equals(readFileSync(join(two, 'vault.hdr')).subarray(56, 72)),
      'salt',
    ).toBe(false)
  })

  it('refuses a weak passphrase before anything is derived or written', async () => {
    const dataDir = temporaryFolder()
    const keys = ring(dataDir)
    await expect(keys.create('short')).rejects.toThrow(code('WEAK_PASSPHRASE'))
    expect(readdirSync(dataDir)).toEqual([])
    expect(keys.runs()).toBe(0)
  })

  it('refuses a second vault, also when both are made at once', async () => {
    const dataDir = temporaryFolder()
    const keys = ring(dataDir)
    const results = await Promise.allSettled([keys.create(passphrase), keys.create('another passphrase')])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(keys.create(passphrase)).rejects.toThrow(code('VAULT_EXISTS'))
    await expect(ring(dataDir).unlock(passphrase)).resolves.toBeDefined()
  })

  it('leaves no key in memory after wipe', async () => {
    const dataDir = temporaryFolder()
    await ring(dataDir).create(passphrase)
    const keys = await ring(dataDir).unlock(passphrase)
    const copies = [vaultKeyOf(keys), keys.database, keys.secrets].map((key) => Buffer.from(key))
    keys.wipe()
    for (const copy of copies) expect(isInSodium(copy)).toBe(false)
    expect(keys.database.equals(Buffer.alloc(32))).toBe(true)
  })

  it('leaves nothing half made when the folder cannot be written', async () => {
    const dataDir = join(temporaryFolder(), 'file-in-the-way')
    writeFileSync(dataDir, 'a file')
    await expect(ring(dataDir).create(passphrase)).rejects.toThrow()
    expect(readFileSync(dataDir, 'utf8')).toBe('a file')
  })
})

describe('wrong input', () => {
  it('tells a wrong passphrase, changes nothing, and costs one derivation like the right one', async () => {
    const dataDir = temporaryFolder()
    await ring(dataDir).create(passphrase)
    const before = contents(dataDir)
    for (const wrong of ['', 'orbit kelp lanterN', `${passphrase} `, 'x'.repeat(1024), '\u0000']) {
      const keys = ring(dataDir)
      await expect(keys.unlock(wrong), JSON.stringify(wrong)).rejects.toThrow(code('WRONG_PASSPHRASE'))
      expect(keys.runs()).toBe(1)
    }
    expect(contents(dataDir)).toEqual(before)
  })

  it('tells a mistyped recovery key from one of another vault, both without any slow derivation', async () => {
    const [dataDir, otherDir] = [temporaryFolder(), temporaryFolder()]
    const { recoveryKey } = await ring(dataDir).create(passphrase)
    const other = await ring(otherDir).create(passphrase)
    const keys = ring(dataDir)
    const typo = (recoveryKey.startsWith('2') ? '3' : '2') + recoveryKey.slice(1)
    await expect(keys.unlockWithRecoveryKey(typo)).rejects.toThrow(code('BAD_RECOVERY_KEY'))
    await expect(keys.unlockWithRecoveryKey(other.recoveryKey)).rejects.toThrow(code('WRONG_RECOVERY_KEY'))
    await expect(keys.resetPassphrase(other.recoveryKey, 'a new long passphrase')).rejects.toThrow(code('WRONG_RECOVERY_KEY'))
    expect(keys.runs()).toBe(0)
    await expect(ring(dataDir).unlock(passphrase)).resolves.toBeDefined()
  })

  it('says that there is no vault', async () => {
    const dataDir = temporaryFolder()
    expect(await ring(dataDir).inspect()).toBe('absent')
    expect(await ring(join(dataDir, 'not-there')).inspect()).toBe('absent')
    await expect(ring(dataDir).unlock(passphrase)).rejects.toThrow(code('VAULT_ABSENT'))
    expect(readdirSync(dataDir)).toEqual([])
  })
})

describe('changing keys', () => {
  it('changes the passphrase with two derivations, touching only vault.hdr and its copy', async () => {
    const dataDir = temporaryFolder()
    const first = await ring(dataDir).create(passphrase)
    writeFileSync(join(dataDir, 'vault.db'), randomBytes(5000))
    mkdirSync(join(dataDir, 'blobs'))
    const before = contents(dataDir)
    const keys = ring(dataDir)
    expect(await keys.changePassphrase(passphrase, 'lantern orbit kelp')).toEqual({ generation: 2 })
    expect(keys.runs()).toBe(2)
    const after = contents(dataDir)
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    expect(changed.sort()).toEqual([join(dataDir, 'vault.hdr'), join(dataDir, 'vault.hdr.bak')])
    expect(after[join(dataDir, 'vault.hdr')], 'the old slot is in neither').toBe(after[join(dataDir, 'vault.hdr.bak')])
    await expect(ring(dataDir).unlock(passphrase)).rejects.toThrow(code('WRONG_PASSPHRASE'))
    const reopened = await ring(dataDir).unlock('lantern orbit kelp')
    expect(reopened.database.equals(first.keys.database)).toBe(true)
    expect(reopened.generation).toBe(2)
    await expect(ring(dataDir).unlockWithRecoveryKey(first.recoveryKey), 'the recovery key lives on').resolves.toBeDefined()
  })

  it('changes nothing when the current passphrase is wrong or the next one weak', async () => {
    const dataDir = temporaryFolder()
    await ring(dataDir).create(passphrase)
    const before = contents(dataDir)
    await expect(ring(dataDir).changePassphrase('wrong passphrase', 'lantern orbit kelp')).rejects.toThrow(code('WRONG_PASSPHRASE'))
    await expect(ring(dataDir).changePassphrase(passphrase, 'kelp')).rejects.toThrow(code('WEAK_PASSPHRASE'))
    expect(contents(dataDir)).toEqual(before)
  })

  it('sets a new passphrase with the recovery key; the forgotten one stops working', async () => {
    const dataDir = temporaryFolder()
    const first = await ring(dataDir).create(passphrase)
    const keys = await ring(dataDir).resetPassphrase(first.recoveryKey, 'a fresh passphrase')
    expect(keys.database.equals(first.keys.database)).toBe(true)
    expect(keys.generation).toBe(2)
    await expect(ring(dataDir).unlock(passphrase)).rejects.toThrow(code('WRONG_PASSPHRASE'))
    await expect(ring(dataDir).unlock('a fresh passphrase')).resolves.toBeDefined()
  })

  it('reissues the recovery key without any passphrase; the old one stops working', async () => {
    const dataDir = temporaryFolder()
    const first = await ring(dataDir).create(passphrase)
    const keys = ring(dataDir)
    const opened = await keys.unlock(passphrase)
    const { recoveryKey, generation } = await keys.reissueRecoveryKey(opened)
    expect(generation).toBe(2)
    await expect(ring(dataDir).unlockWithRecoveryKey(first.recoveryKey)).rejects.toThrow(code('WRONG_RECOVERY_KEY'))
    await expect(ring(dataDir).unlockWithRecoveryKey(recoveryKey)).resolves.toBeDefined()
    await expect(ring(dataDir).unlock(passphrase)).resolves.toBeDefined()
    opened.wipe()
    await expect(keys.reissueRecoveryKey(opened)).rejects.toThrow('wiped')
  })

  it('keeps every one of many changes made at once in a header that opens', async () => {
    const dataDir = temporaryFolder()
    const keys = ring(dataDir)
    await keys.create(passphrase)
    const opened = await keys.unlock(passphrase)
    await Promise.all([
      keys.changePassphrase(passphrase, 'second passphrase'),
      keys.reissueRecoveryKey(opened),
      keys.changePassphrase('second passphrase', 'third passphrase'),
    ])
    expect((await ring(dataDir).unlock('third passphrase')).generation).toBe(4)
  })

  it('leaves the old header whole when the new one cannot be written', async () => {
    if (process.getuid?.() === 0) return // root writes everywhere
    const dataDir = temporaryFolder()
    await ring(dataDir).create(passphrase)
    const before = contents(dataDir)
    chmodSync(dataDir, 0o500)
    await expect(ring(dataDir).changePassphrase(passphrase, 'lantern orbit kelp')).rejects.toThrow()
    chmodSync(dataDir, 0o700)
    expect(contents(dataDir)).toEqual(before)
  })
})

describe('calibration', () => {
  it('starts from 256 MiB and keeps it on a fast computer', async () => {
    const asked: { t: number; m: number }[] = []
    const dataDir = temporaryFolder()
    const { runKdf } = countingKdf()
    const keys = createKeyRing({
      dataDir,
      now: Date.now,
      runKdf: (bytes, salt, parameters) => {
        asked.push(parameters)
        return runKdf(bytes, salt, cheapKdf)
      },
    })
    await keys.create(passphrase)
    expect(asked).toEqual([
      { t: 3, m: 262_144 },
      { t: 3, m: 262_144 },
    ])
    expect(readFileSync(join(dataDir, 'vault.hdr')).readUInt32BE(52)).toBe(262_144)
    expect(existsSync(join(dataDir, 'vault.hdr.bak'))).toBe(true)
  })
})

import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createClient } from '../../src/shared/client'
import { closeApps, startWithVault, type TestApp } from '../support/app'
import { attach } from '../support/attach'

afterEach(closeApps)

/** Each blob of a vault or a backup with its path, by size of the file: the tests attach files of different sizes. */
function blobsOf(folder: string): string[] {
  const blobs = join(folder, 'blobs')
  return readdirSync(blobs)
    .flatMap((group) => readdirSync(join(blobs, group)).map((name) => join(blobs, group, name)))
    .sort((one, other) => statSync(one).size - statSync(other).size)
}

function flip(path: string, at = 60): void {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  writeFileSync(path, bytes)
}

/** A vault with a small and a large file, the large one of several sealed pieces. */
async function startWithFiles(): Promise<TestApp & { small: string; large: string }> {
  const running = await startWithVault()
  const { id } = await running.window.call('capture-item', { title: 'Bees', body: 'About bees' })
  await attach(running.window, id, 'small.txt', Buffer.alloc(2000, 'a'))
  await attach(running.window, id, 'large.bin', Buffer.alloc(700_000, Buffer.from([0, 255, 1, 254])))
  // A file without text: nothing is read, so nothing runs in the background.
  const [small = '', large = ''] = blobsOf(running.dataDir)
  return { ...running, small, large }
}

const problem = (name: string, fault: string) => ({ kind: 'attachment', name, title: 'Bees', private: false, where: 'vault', fault })

describe('the files of a backup', { timeout: 120_000 }, () => {
  it('are copies: a byte flipped in the vault later leaves the backup as it was', async () => {
    const { window, dataDir, large } = await startWithFiles()
    const backup = await window.call('make-backup', {})
    expect(backup).toMatchObject({
      complete: true,
      problems: [],
      problemCount: 0,
      files: 2,
      older: { backups: 0, separated: 0, shared: 0 },
    })
    expect(backup.bytes).toBe(
      [join(backup.path, 'vault.hdr'), join(backup.path, 'vault.db'), ...blobsOf(backup.path)].reduce(
        (sum, one) => sum + statSync(one).size,
        0,
      ),
    )
    const before = readFileSync(large)
    flip(large)
    const copy = join(backup.path, large.slice(dataDir.length))
    expect(readFileSync(copy).equals(before)).toBe(true)
    expect(statSync(copy).nlink).toBe(1)
    expect(statSync(copy).mode & 0o777).toBe(0o600)
  })

  it.each([28, 60, 300_000, 700_200])('name the file of the vault that is damaged at byte %i, and keep the rest', async (at) => {
    const { window, large } = await startWithFiles()
    flip(large, at)
    const backup = await window.call('make-backup', {})
    expect(backup).toMatchObject({ complete: false, files: 1, problems: [problem('large.bin', 'damaged')], problemCount: 1 })
    expect(backup.path).toMatch(/Z-incomplete$/)
    expect(existsSync(backup.path)).toBe(true)
  })

  it('name the one that is missing', async () => {
    const { window, small } = await startWithFiles()
    rmSync(small)
    expect(await window.call('make-backup', {})).toMatchObject({ complete: false, files: 1, problems: [problem('small.txt', 'missing')] })
  })

  it('name the one that cannot be read', async () => {
    const { window, small } = await startWithFiles()
    rmSync(small)
    mkdirSync(small)
    expect(await window.call('make-backup', {})).toMatchObject({ complete: false, problems: [problem('small.txt', 'unreadable')] })
  })

  it('of a thought that stays here are not named to a program', async () => {
    const { app, window, dataDir } = await startWithVault()
    const { id } = await window.call('capture-item', { title: 'Secret', body: 'Kept here', private: true })
    await attach(window, id, 'secret.txt', Buffer.from('kept'))
    for (const blob of blobsOf(dataDir)) rmSync(blob)
    expect((await window.call('make-backup', {})).problems).toMatchObject([{ name: 'secret.txt', title: 'Secret' }])
    const { problems } = await createClient(app.endpointFor('cli')).call('make-backup', {})
    expect(problems).toEqual([{ kind: 'attachment', name: '', title: null, private: true, where: 'vault', fault: 'missing' }])
  })

  it('that older backups share with the vault become files of their own', async () => {
    const { window, small, large, dataDir } = await startWithFiles()
    const first = await window.call('make-backup', {})
    for (const [own, copy] of [small, large].map((one) => [one, join(first.path, one.slice(dataDir.length))] as const)) {
      rmSync(copy)
      linkSync(own, copy)
    }
    const second = await window.call('make-backup', {})
    expect(second).toMatchObject({ complete: true, older: { backups: 1, separated: 2, shared: 0 } })
    flip(large)
    expect(blobsOf(first.path).map((one) => statSync(one).nlink)).toEqual([1, 1])
    expect(blobsOf(first.path).map((one) => readFileSync(one))).toEqual(blobsOf(second.path).map((one) => readFileSync(one)))
    expect(await window.call('make-backup', {})).toMatchObject({ older: { backups: 0, separated: 0, shared: 0 } })
  })

  it('are not made half: a lock stops the backup, says so, and leaves nothing', async () => {
    const { window, dataDir } = await startWithFiles()
    const backup = window.call('make-backup', {}).then(
      () => null,
      (error: unknown) => error,
    )
    await window.call('lock-vault', {})
    expect(await backup).toMatchObject({ code: 'VAULT_LOCKED', message: expect.stringContaining('The backup was not made') })
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
  })

  it('of a process that was killed half-way are cleared by the next backup', async () => {
    const { window, dataDir } = await startWithFiles()
    const left = join(dataDir, 'backups', '2026-01-01T00-00-00Z.unfinished')
    mkdirSync(join(left, 'blobs', 'ab'), { recursive: true })
    writeFileSync(join(left, 'blobs', 'ab', 'half.tvb'), 'half')
    const { path } = await window.call('make-backup', {})
    expect(readdirSync(join(dataDir, 'backups')).map((name) => join(dataDir, 'backups', name))).toEqual([path])
  })

  it('have nowhere to go when the folder is a file or leads nowhere, and the message says so', async () => {
    const { window, dataDir } = await startWithFiles()
    const folder = join(dataDir, 'backups')
    writeFileSync(folder, 'in the way')
    const refused = { code: 'FOLDER_NOT_WRITABLE', message: expect.stringContaining('is not a folder') }
    await expect(window.call('make-backup', {})).rejects.toMatchObject(refused)
    expect(readFileSync(folder, 'utf8')).toBe('in the way')
    rmSync(folder)
    symlinkSync(join(dataDir, 'nowhere'), folder)
    await expect(window.call('make-backup', {})).rejects.toMatchObject(refused)
  })

  it('may lie in another place, where there is one on another file system', async () => {
    const { window, dataDir } = await startWithFiles()
    const elsewhere = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cortexa-backups-'))
    try {
      symlinkSync(elsewhere, join(dataDir, 'backups'))
      expect(await window.call('make-backup', {})).toMatchObject({ complete: true, files: 2 })
      expect(readdirSync(elsewhere)).toHaveLength(1)
    } finally {
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })
})

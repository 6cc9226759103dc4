import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault } from '../support/app'
import { attach, readAttachment } from '../support/attach'

afterEach(closeApps)

/** The least that a header on the disk may ask for: cheaper keys open only once. */
const kdfParameters = { t: 3, m: 64 * 1024 }

describe('a backup', { timeout: 120_000 }, () => {
  it('is a vault folder with everything in it, the private too, opens with the passphrase, and holds no plain text', async () => {
    const { app, window, dataDir } = await startWithVault({ kdfParameters })
    const { id } = await window.call('capture-item', { body: 'Canary-7731 is kept here', private: true })
    const { attachment } = await attach(window, id, 'note.txt', Buffer.from('Attached canary'))
    await window.call('capture-item', { body: 'A second thought' })
    await app.whenIdle()
    const backup = await window.call('make-backup', {})
    expect(backup).toMatchObject({ items: 2, files: 1 })
    expect(backup.path).toMatch(/backups.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)
    expect(statSync(backup.path).mode & 0o777).toBe(0o700)
    expect(readdirSync(backup.path).sort()).toEqual(['blobs', 'vault.db', 'vault.hdr'])
    const database = readFileSync(join(backup.path, 'vault.db'))
    expect([database.includes('Canary-7731'), database.includes('SQLite format')]).toEqual([false, false])
    // What is taken from the vault later stays in the backup.
    await window.call('delete-item', { id })
    await window.call('erase-item', { id })
    await app.whenIdle()
    await closeApp(app)
    expect(existsSync(join(dataDir, 'backups'))).toBe(true)

    const copy = startApp({ dataDir: backup.path })
    await copy.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect(await copy.window.call('vault-status', {})).toMatchObject({ state: 'unlocked', problem: null })
    expect(await copy.window.call('get-item', { id })).toMatchObject({ body: 'Canary-7731 is kept here', private: true })
    expect((await readAttachment(copy.window, attachment.id)).toString()).toBe('Attached canary')
  })

  it('that cannot be finished leaves nothing that could be taken for one, and says so', async () => {
    const { window, dataDir } = await startWithVault()
    const header = join(dataDir, 'vault.hdr')
    renameSync(header, `${header}.away`)
    await expect(window.call('make-backup', {})).rejects.toMatchObject({ message: expect.stringContaining('The backup') })
    renameSync(`${header}.away`, header)
    expect(readdirSync(join(dataDir, 'backups'))).toEqual([])
  })

  it('asked for twice at once is made once, and a second one later gets a name of its own', async () => {
    const now = () => Date.UTC(2026, 10, 30, 12, 0, 0)
    const { window, dataDir } = await startWithVault({ now })
    const [one, other] = await Promise.all([window.call('make-backup', {}), window.call('make-backup', {})])
    expect(one.path).toBe(other.path)
    await window.call('make-backup', {})
    expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual(['2026-11-30T12-00-00Z', '2026-11-30T12-00-00Z-2'])
  })
})

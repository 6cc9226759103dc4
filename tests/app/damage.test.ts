import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault } from '../support/app'

afterEach(closeApps)

/** Random bytes over pages in the middle of the file, as a dying disk would leave them. */
function spoil(file: string): void {
  const pages = Math.floor(statSync(file).size / 4096)
  const handle = openSync(file, 'r+')
  for (let page = Math.floor(pages / 4); page < pages - 1; page += 3) writeSync(handle, randomBytes(4096), 0, 4096, page * 4096)
  closeSync(handle)
}

/** The folder of a closed vault with long thoughts. They are not embedded: what they mean is of no matter to the pages. */
async function closedVault(options: { now?: () => number } = {}): Promise<string> {
  const { window, app, dataDir } = await startWithVault(options)
  await window.call('pause-queue', {})
  for (let n = 0; n < 40; n++) await window.call('capture-item', { body: `Thought ${n} ${'of some length '.repeat(200)}` })
  await closeApp(app)
  return dataDir
}

it('a vault with damaged pages says so, keeps what it can, and takes nothing more', { timeout: 60_000 }, async () => {
  const clock = { now: Date.now() }
  const dataDir = await closedVault({ now: () => clock.now })
  const file = join(dataDir, 'vault.db')
  spoil(file)
  const before = readFileSync(file)
  clock.now += 8 * 86_400_000
  const { window, app } = startApp({ dataDir, now: () => clock.now })
  const opened = await window.call('unlock-vault', { passphrase: PASSPHRASE }).then(
    () => 'open',
    (error: { code: string }) => error.code,
  )
  const status = await window.call('vault-status', {})
  expect(status.problem?.code).toBe('VAULT_DAMAGED')
  if (opened === 'open') {
    await expect(window.call('capture-item', { body: 'Into a damaged file?' })).rejects.toMatchObject({ code: 'VAULT_DAMAGED' })
  } else expect(opened).toBe('VAULT_DAMAGED')
  await closeApp(app)
  // Every page that could be read before can still be: nothing was written over them.
  expect(readFileSync(file).length).toBe(before.length)
})

it('damage that is met at work stops all writing, in words', { timeout: 60_000 }, async () => {
  const dataDir = await closedVault()
  spoil(join(dataDir, 'vault.db'))
  // The last check was moments ago, so none is due: the damage shows only when its pages are read.
  const { window } = startApp({ dataDir })
  const opened = await window.call('unlock-vault', { passphrase: PASSPHRASE }).then(
    () => true,
    () => false,
  )
  if (!opened) return
  const answer = await window.call('list-items', { limit: 200 }).catch((error: { code: string; message: string }) => error)
  if ('code' in answer) {
    expect(answer.code).toBe('VAULT_DAMAGED')
    expect(answer.message).toContain('copy of the vault folder')
    expect((await window.call('vault-status', {})).problem?.code).toBe('VAULT_DAMAGED')
    await expect(window.call('capture-item', { body: 'Into a damaged file?' })).rejects.toMatchObject({ code: 'VAULT_DAMAGED' })
  }
})

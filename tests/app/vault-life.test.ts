import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault } from '../support/app'

afterEach(closeApps)

function hashes(folder: string): Record<string, string> {
  const result: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry)
    if (statSync(path).isFile() && !entry.startsWith('lock.db'))
      result[entry] = createHash('sha256').update(readFileSync(path)).digest('hex')
  }
  return result
}

describe('a new vault', () => {
  it('is made once, is not complete before two groups are typed back, and opens with its recovery key', async () => {
    const { window, dataDir, app } = startApp({ runKdf: undefined })
    expect(await window.call('vault-status', {})).toMatchObject({ state: 'absent' })
    await expect(window.call('create-vault', { passphrase: 'short' })).rejects.toMatchObject({ code: 'WEAK_PASSPHRASE' })
    const { recoveryKey, confirmGroups } = await window.call('create-vault', { passphrase: PASSPHRASE })
    expect(await window.call('vault-status', {})).toMatchObject({ state: 'unlocked', recoveryConfirmed: false })
    const groups = recoveryKey.split(/[\s-]+/)
    expect(groups).toHaveLength(14)
    await expect(window.call('confirm-recovery-key', { groups: ['0000', '0000'] })).rejects.toMatchObject({ code: 'BAD_RECOVERY_KEY' })
    await window.call('confirm-recovery-key', { groups: confirmGroups.map((index) => groups[index]?.toLowerCase() ?? '') })
    expect(await window.call('vault-status', {})).toMatchObject({ recoveryConfirmed: true })
    await window.call('capture-item', { body: 'kept' })
    await closeApp(app)

    const again = startApp({ dataDir, runKdf: undefined })
    await expect(again.window.call('create-vault', { passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'VAULT_EXISTS' })
    await again.window.call('recover-vault', { recoveryKey, newPassphrase: 'another long passphrase' })
    expect((await again.window.call('list-items', {})).items.map((item) => item.title)).toEqual(['kept'])
    await again.window.call('lock-vault', {})
    await expect(again.window.call('unlock-vault', { passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'WRONG_PASSPHRASE' })
    await again.window.call('unlock-vault', { passphrase: 'another long passphrase' })
  })

  it('changes its passphrase without touching anything but the header', async () => {
    const { window, dataDir } = await startWithVault()
    await window.call('capture-item', { body: 'kept' })
    await window.call('lock-vault', {})
    await window.call('unlock-vault', { passphrase: PASSPHRASE })
    await window.call('change-passphrase', { current: PASSPHRASE, next: 'a rather different one' })
    await window.call('lock-vault', {})
    await expect(window.call('unlock-vault', { passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'WRONG_PASSPHRASE' })
    await window.call('unlock-vault', { passphrase: 'a rather different one' })
    expect((await window.call('list-items', {})).total).toBe(1)
    expect(Object.keys(hashes(dataDir))).toEqual(expect.arrayContaining(['vault.hdr', 'vault.hdr.bak', 'vault.db', 'vault.seq']))
  })
})

describe('what is wrong with a vault', () => {
  async function vaultFolder(): Promise<string> {
    const { window, dataDir, app } = await startWithVault()
    await window.call('capture-item', { body: 'precious' })
    await closeApp(app)
    return dataDir
  }

  it('is told in four different sentences, and nothing is written', async () => {
    const messages = new Map<string, string>()
    const breakages: Record<string, (dataDir: string) => void> = {
      HEADER_DAMAGED: (dataDir) => {
        for (const name of ['vault.hdr', 'vault.hdr.bak']) {
          const bytes = readFileSync(join(dataDir, name))
          bytes[40] = (bytes[40] ?? 0) ^ 1
          writeFileSync(join(dataDir, name), bytes)
        }
      },
      HEADER_MISSING: (dataDir) => {
        renameSync(join(dataDir, 'vault.hdr'), join(dataDir, '..', 'away.hdr'))
        renameSync(join(dataDir, 'vault.hdr.bak'), join(dataDir, '..', 'away.hdr.bak'))
      },
    }
    for (const [code, damage] of Object.entries(breakages)) {
      const dataDir = await vaultFolder()
      damage(dataDir)
      const before = hashes(dataDir)
      const { window, app } = startApp({ dataDir })
      const status = await window.call('vault-status', {})
      expect(status).toMatchObject({ state: 'broken', problem: { code } })
      messages.set(code, status.problem?.message ?? '')
      await expect(window.call('unlock-vault', { passphrase: PASSPHRASE })).rejects.toMatchObject({ code })
      await expect(window.call('create-vault', { passphrase: PASSPHRASE })).rejects.toMatchObject({ code })
      await closeApp(app)
      const after = hashes(dataDir)
      for (const [name, hash] of Object.entries(before)) expect([name, after[name]]).toEqual([name, hash])
    }
    const dataDir = await vaultFolder()
    const { window } = startApp({ dataDir })
    await window
      .call('unlock-vault', { passphrase: 'a wrong passphrase here' })
      .catch((error: Error) => messages.set('WRONG_PASSPHRASE', error.message))
    expect(new Set(messages.values()).size).toBe(3)
  })

  it('is noticed when an older database was put back', async () => {
    const { window, dataDir, app } = await startWithVault()
    await window.call('capture-item', { body: 'old' })
    await closeApp(app)
    const old = readFileSync(join(dataDir, 'vault.db'))
    const second = startApp({ dataDir })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await second.window.call('capture-item', { body: 'new and acknowledged' })
    await second.app.whenIdle()
    await closeApp(second.app)
    writeFileSync(join(dataDir, 'vault.db'), old)
    const third = startApp({ dataDir })
    await third.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect(await third.window.call('vault-status', {})).toMatchObject({ state: 'unlocked', problem: { code: 'COMMITS_LOST' } })
    expect((await third.window.call('list-items', {})).items.map((item) => item.title)).toEqual(['old'])
  })

  it('is refused while another process owns the folder', async () => {
    const { dataDir } = await startWithVault()
    expect(() => startApp({ dataDir })).toThrow(expect.objectContaining({ code: 'VAULT_IN_USE' }))
  })

  it('makes one wait after five wrong tries', { timeout: 60_000 }, async () => {
    const { window } = await startWithVault()
    await window.call('lock-vault', {})
    for (let tries = 0; tries < 6; tries++) {
      await window.call('unlock-vault', { passphrase: `wrong passphrase ${tries}` }).catch(() => undefined)
    }
    await expect(window.call('unlock-vault', { passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    expect((await window.call('vault-status', {})).retryAfterSeconds).toBeGreaterThan(0)
  })
})

/** Longer than the app waits between two looks at the clock. */
const LOOK_MS = 2500

describe('auto-lock', () => {
  it('locks after the idle time by the wall clock, and not while the person is there', { timeout: 30_000 }, async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const clock = { now: Date.now() }
    const { window, events } = await startWithVault({ now: () => clock.now })
    await window.call('update-settings', { autoLockMinutes: 1 })
    clock.now += 50_000
    await window.call('report-activity', {})
    clock.now += 50_000
    vi.advanceTimersByTime(LOOK_MS)
    expect(await window.call('vault-status', {})).toMatchObject({ state: 'unlocked' })
    clock.now += 20_000
    vi.advanceTimersByTime(LOOK_MS)
    await expect.poll(async () => (await window.call('vault-status', {})).state, { timeout: 8000 }).toBe('locked')
    expect(events.at(-1)).toMatchObject({ type: 'vault-locked', payload: { reason: 'idle' } })
  })
})

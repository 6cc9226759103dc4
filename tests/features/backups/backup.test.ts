import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createBackups } from '../../../src/main/features/backups/backup'
import type { BackupContents } from '../../../src/main/features/backups/backup-contents'
import { separateOlderBackups } from '../../../src/main/features/backups/older-backups'
import { describeProblem } from '../../../src/main/hosts/cli/commands/backup'
import { temporaryFolder } from '../../core/crypto/support/temporary-folder'

const whole: BackupContents = { items: 1, jobs: 0, files: 0, bytes: 10, problems: [], problemCount: 0 }
const missing: BackupContents = {
  ...whole,
  problems: [{ blobId: 'b1', kind: 'attachment', name: 'a', title: 't', private: false, where: 'vault', fault: 'missing' }],
  problemCount: 1,
}
const fileError = (code: string) => Object.assign(new Error(code), { code })

function start(fill: (staging: string) => Promise<BackupContents>, isNamed = true) {
  const dataDir = temporaryFolder()
  const backups = createBackups({
    dataDir,
    now: () => Date.UTC(2026, 0, 1),
    copyDatabase: (file) => writeFileSync(file, 'database', { flag: 'wx' }),
    fill,
    isNamed: () => isNamed,
    separate: async () => ({ backups: 0, separated: 0, shared: 0 }),
  })
  return { make: backups.make, names: () => readdirSync(join(dataDir, 'backups')) }
}

describe('a backup', () => {
  it('on a full disk says so and leaves nothing', async () => {
    const { make, names } = start(() => Promise.reject(fileError('ENOSPC')))
    await expect(make()).rejects.toMatchObject({ code: 'DISK_FULL', message: expect.stringContaining('the backup') })
    expect(names()).toEqual([])
  })

  it('has its name only once it is filled', async () => {
    const seen: string[][] = []
    const { make, names } = start(async () => {
      seen.push(names())
      return whole
    })
    expect((await make()).complete).toBe(true)
    expect([seen, names()]).toEqual([[['2026-01-01T00-00-00Z.unfinished']], ['2026-01-01T00-00-00Z']])
  })

  it('copies the database again when a file it names was deleted meanwhile', async () => {
    const results = [missing, whole]
    const { make, names } = start(async () => results.shift() ?? whole, false)
    expect(await make()).toMatchObject({ complete: true })
    expect([results, names()]).toEqual([[], ['2026-01-01T00-00-00Z']])
  })

  it('is incomplete at once when the vault still names the missing file', async () => {
    let fills = 0
    const { make, names } = start(async () => {
      fills += 1
      return missing
    })
    expect(await make()).toMatchObject({ complete: false, problemCount: 1 })
    expect([fills, names()]).toEqual([1, ['2026-01-01T00-00-00Z-incomplete']])
  })
})

describe('older backups', () => {
  it('get files of their own; what is not a finished backup is left alone', async () => {
    const folder = temporaryFolder()
    const own = join(folder, 'own.tvb')
    writeFileSync(own, 'sealed')
    const link = (backup: string) => {
      const group = join(folder, backup, 'blobs', 'ab')
      mkdirSync(group, { recursive: true })
      linkSync(own, join(group, 'ab.tvb'))
      return join(group, 'ab.tvb')
    }
    const [older, another, foreign] = [link('2026-01-01T00-00-00Z'), link('2026-01-02T00-00-00Z-2-incomplete'), link('mine')]
    writeFileSync(`${older}.tmp`, 'cut off')
    expect(await separateOlderBackups(folder, new AbortController().signal)).toEqual({ backups: 2, separated: 2, shared: 0 })
    expect([older, another, foreign].map((file) => statSync(file).nlink)).toEqual([1, 1, 2])
    expect([older, another].map((file) => readFileSync(file, 'utf8'))).toEqual(['sealed', 'sealed'])
    expect(readdirSync(join(older, '..'))).toEqual(['ab.tvb'])
  })
})

describe('what the command line says of a file that is not whole', () => {
  const base = { kind: 'attachment', name: 'bees.pdf', title: 'Bees', private: false, where: 'vault', fault: 'missing' } as const
  it.each([
    [base, `bees.pdf of "Bees": the vault's own file is missing`],
    [{ ...base, where: 'copy', fault: 'damaged' } as const, 'bees.pdf of "Bees": the copy is damaged'],
    [{ ...base, fault: 'unreadable' } as const, `bees.pdf of "Bees": the vault's own file cannot be read`],
    [{ ...base, name: '', title: null, private: true }, `a file of a thought that stays here: the vault's own file is missing`],
    [{ ...base, kind: 'briefing', name: '', title: null } as const, `the audio of a briefing: the vault's own file is missing`],
  ])('%#', (problem, words) => expect(describeProblem(problem)).toBe(words))
})

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createCheckpointPolicy } from '../../../src/main/core/db/checkpoints'
import { openDatabase } from '../../../src/main/core/db/open-database'
import { isKeptWal, keepLeftoverWal } from '../../../src/main/core/files/leftover-wal'
import { temporaryFolder } from '../crypto/support/temporary-folder'

/** A clock whose timers run when it is moved. */
function fakeClock() {
  let now = 1_000_000
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    waiting: () => timers.map(({ at }) => at - now),
    setTimer(run: () => void, milliseconds: number) {
      const timer = { at: now + milliseconds, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    advance(milliseconds: number) {
      now += milliseconds
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
  }
}

function start() {
  const file = join(temporaryFolder(), 'vault.db')
  const db = openDatabase({ file, key: Buffer.alloc(32, 1), cipher: 'aegis' })
  onTestFinished(() => db.close())
  db.exec('CREATE TABLE t (a)')
  const clock = fakeClock()
  const failures: unknown[] = []
  const policy = createCheckpointPolicy({ db, now: clock.now, setTimer: clock.setTimer, onFailure: (error) => failures.push(error) })
  const insert = db.prepare('INSERT INTO t VALUES (?)')
  const walSize = () => statSync(`${file}-wal`).size
  return { db, clock, policy, insert, walSize, failures }
}

describe('createCheckpointPolicy', () => {
  it('cuts the WAL 30 s after a commit, once for many commits', () => {
    const { clock, policy, insert, walSize } = start()
    for (let n = 0; n < 10; n++) {
      insert.run('x')
      policy.afterCommit()
      clock.advance(1000)
    }
    expect(clock.waiting()).toEqual([20_000])
    clock.advance(19_999)
    expect(walSize()).toBeGreaterThan(0)
    clock.advance(1)
    expect(walSize()).toBe(0)
    expect(clock.waiting()).toEqual([])
  })

  it('does it 5 s after a delete, so that the deleted text is not kept in the WAL', () => {
    const { db, clock, policy, insert, walSize } = start()
    insert.run('x')
    policy.afterCommit()
    db.exec('DELETE FROM t')
    policy.afterDelete()
    policy.afterCommit()
    expect(clock.waiting()).toEqual([5000])
    clock.advance(5000)
    expect(walSize()).toBe(0)
  })

  it('writes back at once, but after the caller, when the WAL has 500 pages, and cuts the file a second later', () => {
    const { db, clock, policy, insert, walSize } = start()
    const fill = (pages: number) =>
      db.transaction(() => {
        for (let n = 0; n < pages; n++) insert.run(Buffer.alloc(4000))
      })()
    const waitingPages = () => {
      const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[]
      return (state?.log ?? 0) - (state?.checkpointed ?? 0)
    }
    fill(400)
    policy.afterCommit()
    expect(clock.waiting()).toEqual([30_000])
    fill(150)
    policy.afterCommit()
    expect(waitingPages()).toBeGreaterThan(500)
    clock.advance(0)
    expect(waitingPages()).toBe(0)
    expect(clock.waiting()).toEqual([1000])
    insert.run('x')
    policy.afterCommit()
    expect(waitingPages()).toBeLessThan(10)
    expect(walSize()).toBeGreaterThan(2_000_000)
    clock.advance(1000)
    expect(walSize()).toBe(0)
    expect(clock.waiting()).toEqual([])
  })

  it('forgets a full WAL that a flush has emptied', () => {
    const { db, clock, policy, insert, walSize } = start()
    db.transaction(() => {
      for (let n = 0; n < 600; n++) insert.run(Buffer.alloc(4000))
    })()
    policy.afterCommit()
    expect(policy.flush()).toBe(true)
    insert.run('x')
    policy.afterCommit()
    expect(clock.waiting()).toEqual([30_000])
    clock.advance(30_000)
    expect(walSize()).toBe(0)
  })

  it('still waits its 30 s when it is asked in the middle of an iteration, and sees a full WAL again afterwards', () => {
    const { db, clock, policy, insert, walSize, failures } = start()
    insert.run('x')
    const rows = db.prepare('SELECT a FROM t').iterate()
    rows.next()
    policy.afterCommit()
    expect(clock.waiting()).toEqual([30_000])
    rows.return?.()
    db.exec('CREATE TABLE later (a)')
    db.transaction(() => {
      for (let n = 0; n < 1100; n++) insert.run(Buffer.alloc(4000))
    })()
    policy.afterCommit()
    expect(clock.waiting()).toEqual([0])
    clock.advance(0)
    clock.advance(1000)
    expect(walSize()).toBe(0)
    expect(failures).toEqual([])
  })

  it('waits for an open reader and for a transaction, and tries again after 5 s', () => {
    const { db, clock, policy, insert, walSize, failures } = start()
    for (let n = 0; n < 5; n++) insert.run('x')
    policy.afterCommit()
    const rows = db.prepare('SELECT a FROM t').iterate()
    rows.next()
    clock.advance(30_000)
    expect(walSize()).toBeGreaterThan(0)
    expect(policy.flush()).toBe(false)
    expect(clock.waiting()).toEqual([5000])
    rows.return?.()
    clock.advance(5000)
    expect(walSize()).toBe(0)
    expect(failures).toEqual([])
    db.transaction(() => {
      insert.run('y')
      expect(policy.flush()).toBe(false)
    })()
    expect(policy.flush()).toBe(true)
  })

  it('flush writes back now and cancels what was waiting; stop ends everything', () => {
    const { clock, policy, insert, walSize } = start()
    insert.run('x')
    policy.afterCommit()
    expect(policy.flush()).toBe(true)
    expect(walSize()).toBe(0)
    expect(clock.waiting()).toEqual([])
    insert.run('x')
    policy.afterCommit()
    policy.stop()
    policy.afterCommit()
    policy.afterDelete()
    expect(clock.waiting()).toEqual([])
  })

  it('does nothing to a database that was closed meanwhile', () => {
    const { db, clock, policy, insert, failures } = start()
    insert.run('x')
    policy.afterCommit()
    db.close()
    clock.advance(30_000)
    expect(failures).toEqual([])
    expect(clock.waiting()).toEqual([])
  })

  it('says once that the WAL has passed 64 MB', () => {
    const { db, clock, insert } = start()
    const told: number[] = []
    const policy = createCheckpointPolicy({ db, now: clock.now, setTimer: clock.setTimer, onLargeWal: (pages) => told.push(pages) })
    db.transaction(() => {
      for (let n = 0; n < 17; n++) insert.run(Buffer.alloc(4_100_000))
    })()
    policy.afterCommit()
    policy.afterCommit()
    expect(told).toHaveLength(1)
    expect(told[0]).toBeGreaterThan(16_384)
  })
})

describe('keepLeftoverWal', () => {
  const now = () => 1_764_000_000_000

  it('copies the WAL of a crash before the database is opened, and discards the copy when all is well', async () => {
    const folder = temporaryFolder()
    const databaseFile = join(folder, 'vault.db')
    const quarantineDir = join(folder, 'quarantine')
    writeFileSync(`${databaseFile}-wal`, 'frames')
    const kept = await keepLeftoverWal({ databaseFile, quarantineDir, now })
    const second = await keepLeftoverWal({ databaseFile, quarantineDir, now })
    expect(kept?.path).not.toBe(second?.path)
    expect(readFileSync(kept?.path ?? '', 'utf8')).toBe('frames')
    expect(statSync(kept?.path ?? '').mode & 0o777).toBe(0o600)
    expect(statSync(quarantineDir).mode & 0o777).toBe(0o700)
    expect(readdirSync(quarantineDir).every((name) => isKeptWal(name, databaseFile))).toBe(true)
    await kept?.discard()
    expect(existsSync(kept?.path ?? '')).toBe(false)
    expect(existsSync(second?.path ?? '')).toBe(true)
  })

  it('has nothing to keep after a clean end', async () => {
    const folder = temporaryFolder()
    const databaseFile = join(folder, 'vault.db')
    expect(await keepLeftoverWal({ databaseFile, quarantineDir: join(folder, 'quarantine'), now })).toBeNull()
    writeFileSync(`${databaseFile}-wal`, '')
    expect(await keepLeftoverWal({ databaseFile, quarantineDir: join(folder, 'quarantine'), now })).toBeNull()
    expect(existsSync(join(folder, 'quarantine'))).toBe(false)
  })
})

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Cipher, openDatabase, vacuumInto } from '../../../src/main/core/db/open-database'
import type { Connection } from '../../../src/main/core/db/sqlite-driver'
import { bundle } from '../crypto/support/bundle'
import { inMemoryOf } from '../crypto/support/process-memory'
import { temporaryFolder } from '../crypto/support/temporary-folder'

/*
 * The traps T2 to T10 of the security notes, on the pinned driver and with both ciphers. Each test first shows the trap on
 * a bare connection (when that stops, the rule may be outdated), then that our connection does not fall into it.
 * T1 is in tests/core/crypto/sodium.test.ts, T13 in tests/hosts/http/guard.test.ts.
 */
const key = randomBytes(32)
const isLinux = process.platform === 'linux'

function bare(file: string, cipher: Cipher, keyText = `raw:${key.toString('hex')}`): Connection {
  const db = new BetterSqlite(file) as Connection
  onTestFinished(() => void db.close())
  db.pragma(`cipher='${cipher}'`)
  db.key(Buffer.from(keyText))
  return db
}

function ours(file: string, cipher: Cipher) {
  const db = openDatabase({ file, key, cipher })
  onTestFinished(() => db.close())
  return db
}

let program: string
beforeAll(async () => {
  program = await bundle('tests/core/crypto/support/database-program.ts')
}, 60_000)

async function run(file: string, cipher: Cipher, task: string, prefix: string[] = []): Promise<ChildProcessWithoutNullStreams> {
  const [command = '', ...rest] = [...prefix, process.execPath, '--expose-gc', program, file, cipher, task]
  const child = spawn(command, rest)
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stderr.pipe(process.stderr)
  child.stdin.write(Buffer.from(key.map((byte) => ~byte & 255)))
  return child
}

async function until(child: ChildProcessWithoutNullStreams, word: string): Promise<string> {
  let output = ''
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    output += String(piece)
    if (output.includes(word)) return output
  }
  throw new Error(`the program ended without saying "${word}"`)
}

/** Content of files that this process has open although they have no name any more. */
function deletedOpenFiles(): Buffer[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      if (!readlinkSync(`/proc/self/fd/${descriptor}`).endsWith('(deleted)')) return []
      return [readFileSync(`/proc/self/fd/${descriptor}`)]
    } catch {
      return [] // closed meanwhile
    }
  })
}

describe.each<Cipher>(['aegis', 'chacha20'])('traps with %s', (cipher) => {
  it.skipIf(!isLinux)('T2: temporary files are plain text; ours are never written', () => {
    const folder = temporaryFolder()
    const sort = 'SELECT body FROM t ORDER BY body || id DESC'
    const fill =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO t (body) SELECT 'canary' || hex(randomblob(200)) FROM n"
    const sorting = (db: { prepare(sql: string): { iterate(): IterableIterator<unknown> } }) => {
      const rows = db.prepare(sort).iterate()
      rows.next()
      const leaked = deletedOpenFiles().some((bytes) => bytes.includes('canary'))
      rows.return?.()
      return leaked
    }
    const control = bare(join(folder, 'bare.db'), cipher)
    control.pragma('cache_size=50')
    control.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)')
    control.exec(fill)
    expect(sorting(control), 'the control finds the leak').toBe(true)
    const db = ours(join(folder, 'ours.db'), cipher)
    db.pragma('cache_size=50')
    db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT)')
    db.exec(fill)
    expect(sorting(db)).toBe(false)
    db.exec('CREATE TEMP TABLE copied AS SELECT * FROM t')
    expect(deletedOpenFiles().some((bytes) => bytes.includes('canary'))).toBe(false)
  })

  it('T3: synchronous falls to NORMAL at the second open; ours stays FULL', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'bare.db')
    const first = bare(file, cipher)
    first.pragma('journal_mode=WAL')
    first.exec('CREATE TABLE t (a)')
    first.close()
    const second = bare(file, cipher)
    second.pragma('journal_mode=WAL')
    expect(second.pragma('synchronous', { simple: true })).toBe(1)
    for (let round = 0; round < 3; round++) {
      const db = ours(join(folder, 'ours.db'), cipher)
      expect(db.pragma('synchronous', { simple: true })).toBe(2)
      db.close()
    }
  })

  it.skipIf(!existsSync('/usr/bin/strace'))('T3: every commit of a second open is synced', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'vault.db')
    openDatabase({ file, key, cipher }).close()
    const log = join(folder, 'calls')
    const child = await run(file, cipher, 'commit', ['/usr/bin/strace', '-f', '-qq', '-e', 'trace=fdatasync,fsync', '-o', log])
    await until(child, 'done')
    expect(readFileSync(log, 'utf8').match(/f(data)?sync\(/g)?.length ?? 0).toBeGreaterThanOrEqual(100)
  })

  it('T4: an empty key makes a plain file and a malformed one a passphrase; ours refuses both', () => {
    const folder = temporaryFolder()
    const plain = join(folder, 'plain.db')
    expect(
      () => bare(join(folder, 'empty.db'), cipher, ''),
      'since 13.0 the driver refuses an empty Buffer, but not an empty text',
    ).toThrow()
    const db = new BetterSqlite(plain)
    onTestFinished(() => void db.close())
    db.pragma(`cipher='${cipher}'`)
    db.pragma("key=''")
    db.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('canary')")
    db.close()
    expect(readFileSync(plain).includes('canary')).toBe(true)
    for (const malformed of [`raw:${'0'.repeat(62)}`, 'raw:zz', 'ab'])
      expect(() => bare(join(folder, `${malformed.length}.db`), cipher, malformed).exec('CREATE TABLE t (a)')).not.toThrow()
    for (const wrong of [Buffer.alloc(0), Buffer.alloc(31, 1)])
      expect(() => openDatabase({ file: join(folder, 'ours.db'), key: wrong, cipher })).toThrow(RangeError)
    expect(() => openDatabase({ file: plain, key, cipher })).toThrow(expect.objectContaining({ code: 'VAULT_DAMAGED' }))
    expect(existsSync(join(folder, 'ours.db'))).toBe(false)
  })

  it('T5: serialize and ATTACH with an empty key give plain text; ours has neither', () => {
    const folder = temporaryFolder()
    const db = bare(join(folder, 'bare.db'), cipher)
    db.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('canary')")
    expect(db.serialize().includes('canary')).toBe(true)
    db.exec(`ATTACH '${join(folder, 'plain.db')}' AS plain KEY ''; CREATE TABLE plain.t AS SELECT * FROM main.t; DETACH plain`)
    expect(readFileSync(join(folder, 'plain.db')).includes('canary')).toBe(true)
    const vault = ours(join(folder, 'ours.db'), cipher)
    expect('serialize' in vault).toBe(false)
    expect(() => vault.prepare('SELECT 1').database.serialize()).toThrow(TypeError)
    expect(() => vault.exec(`ATTACH '${join(folder, 'other.db')}' AS other KEY ''`)).toThrow(TypeError)
    expect(existsSync(join(folder, 'other.db'))).toBe(false)
  })

  it('T6: backup() fails on an encrypted source; VACUUM INTO gives an encrypted copy under the same key', async () => {
    const folder = temporaryFolder()
    const db = bare(join(folder, 'bare.db'), cipher)
    db.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('canary')")
    await expect(db.backup(join(folder, 'backup.db'))).rejects.toThrow()
    const vault = ours(join(folder, 'ours.db'), cipher)
    vault.exec('CREATE TABLE t (a)')
    const insert = vault.prepare('INSERT INTO t VALUES (?)')
    vault.transaction(() => {
      for (let n = 0; n < 500; n++) insert.run(`canary ${n}`)
    })()
    vacuumInto(vault, join(folder, "o'copy.db"))
    expect(readFileSync(join(folder, "o'copy.db")).includes('canary')).toBe(false)
    expect(ours(join(folder, "o'copy.db"), cipher).prepare('SELECT count(*) FROM t').pluck().get()).toBe(500)
  })

  it('T7: rekey in place keeps the salt; on a copy outside WAL mode the new key works and the old one does not', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'vault.db')
    const next = randomBytes(32)
    const nextKey = () => Buffer.from(`raw:${next.toString('hex')}`)
    const inPlace = bare(join(folder, 'bare.db'), cipher) as Connection & { rekey(key: Buffer): number }
    inPlace.pragma('journal_mode=WAL')
    inPlace.exec('CREATE TABLE t (a)')
    inPlace.pragma('wal_checkpoint(TRUNCATE)')
    const salt = readFileSync(join(folder, 'bare.db')).subarray(0, 16)
    inPlace.rekey(nextKey())
    inPlace.close()
    expect(readFileSync(join(folder, 'bare.db')).subarray(0, 16).equals(salt), 'the trap').toBe(true)

    const vault = ours(file, cipher)
    vault.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('canary')")
    expect(() => vault.exec("PRAGMA rekey='x'")).toThrow(TypeError)
    const copy = join(folder, 'copy.db')
    vacuumInto(vault, copy)
    const rotating = bare(copy, cipher) as Connection & { rekey(key: Buffer): number }
    rotating.pragma('journal_mode=DELETE')
    rotating.rekey(nextKey())
    expect(rotating.pragma('integrity_check', { simple: true })).toBe('ok')
    rotating.close()
    expect(() => ours(copy, cipher)).toThrow(expect.objectContaining({ code: 'VAULT_DAMAGED' }))
    const rotated = openDatabase({ file: copy, key: next, cipher })
    onTestFinished(() => rotated.close())
    expect(rotated.prepare('SELECT a FROM t').pluck().get()).toBe('canary')
  })

  it.each(['with a flipped bit', 'that is gone'])(
    'T8: a WAL %s loses committed rows silently, and integrity_check says ok',
    async (damage) => {
      const folder = temporaryFolder()
      const file = join(folder, 'vault.db')
      const db = openDatabase({ file, key, cipher })
      db.exec('CREATE TABLE t (a)')
      const insert = db.prepare('INSERT INTO t VALUES (?)')
      for (let n = 0; n < 300; n++) insert.run('x'.repeat(300))
      const crashed = join(folder, 'crashed.db')
      for (const suffix of ['', '-wal']) copyFileSync(file + suffix, crashed + suffix)
      db.close()
      if (damage === 'that is gone') rmSync(`${crashed}-wal`)
      else {
        const wal = readFileSync(`${crashed}-wal`)
        wal[wal.length >> 1] = (wal[wal.length >> 1] ?? 0) ^ 1
        writeFileSync(`${crashed}-wal`, wal)
      }
      const reopened = ours(crashed, cipher)
      const hasTable = reopened.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 't'").pluck().get()
      const rows = hasTable === 1 ? Number(reopened.prepare('SELECT count(*) FROM t').pluck().get()) : 0
      expect(rows, 'why vault.seq exists').toBeLessThan(300)
      expect(reopened.pragma('integrity_check', { simple: true })).toBe('ok')
    },
  )

  it('T9: an older copy of a page is accepted; nothing is promised against who can write the disk', () => {
    const file = join(temporaryFolder(), 'vault.db')
    const db = openDatabase({ file, key, cipher })
    db.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('old')")
    db.close()
    const old = readFileSync(file)
    const again = openDatabase({ file, key, cipher })
    again.exec("UPDATE t SET a = 'new'")
    again.close()
    const replayed = readFileSync(file)
    old.copy(replayed, 4096, 4096, 8192)
    writeFileSync(file, replayed)
    const reopened = ours(file, cipher)
    expect(reopened.prepare('SELECT a FROM t').pluck().get()).toBe('old')
    expect(reopened.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  it.skipIf(!isLinux)(
    'T10: after close no copy of the key is left in the process, neither raw nor as hex',
    async () => {
      const folder = temporaryFolder()
      const needles = [key, Buffer.from(key.toString('hex')), Buffer.from(key.toString('hex'), 'utf16le')]
      const control = await run(join(folder, 'none.db'), cipher, 'keep-key')
      await until(control, 'done')
      expect(inMemoryOf(control.pid ?? 0, needles)[0], 'the control finds the key').toBeGreaterThan(0)
      control.kill('SIGKILL')
      const child = await run(join(folder, 'vault.db'), cipher, 'commit')
      await until(child, 'done')
      expect(inMemoryOf(child.pid ?? 0, needles)).toEqual([0, 0, 0])
    },
    120_000,
  )

  it('loses no acknowledged commit when it is killed', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'vault.db')
    let acknowledged = 0
    for (let round = 0; round < 5; round++) {
      const child = await run(file, cipher, 'commit-until-killed')
      let output = ''
      child.stdout.on('data', (piece) => {
        output += String(piece)
        if (output.length > 60 + 90 * round) child.kill('SIGKILL')
      })
      await once(child, 'close')
      const lines = output.slice(0, output.lastIndexOf('\n')).split('\n')
      acknowledged = Math.max(acknowledged, Number(lines.at(-1)))
      const db = ours(file, cipher)
      expect(Number(db.prepare('SELECT max(id) FROM t').pluck().get())).toBeGreaterThanOrEqual(acknowledged)
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      db.close()
    }
    expect(acknowledged).toBeGreaterThan(30)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }, 60_000)
})

it('the driver and the ciphers are the ones these traps were tried on', () => {
  const db = new BetterSqlite(':memory:')
  const versions = db.prepare('SELECT sqlite_version() AS sqlite, sqlite3mc_version() AS ciphers').get()
  db.close()
  expect(versions, 'after an update: run this file again, look at T1 to T10, and write down what changed in docs/decisions/0001').toEqual({
    sqlite: '3.53.4',
    ciphers: 'SQLite3 Multiple Ciphers 2.4.0',
  })
})

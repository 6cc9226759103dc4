import { randomBytes } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { applyContract } from '../../../src/main/core/db/connection-contract'
import { type Cipher, checkpoint, openDatabase, type VaultDatabase, vacuumInto } from '../../../src/main/core/db/open-database'
import { assertRawKey, rawKey } from '../../../src/main/core/db/raw-key'
import { temporaryFolder } from '../crypto/support/temporary-folder'

const damaged = expect.objectContaining({ code: 'VAULT_DAMAGED', message: expect.stringMatching(/If you have a copy of the vault folder/) })
const ciphers: Cipher[] = ['aegis', 'chacha20']

function open(file: string, options: { key?: Buffer; cipher?: Cipher; mustExist?: boolean } = {}): VaultDatabase {
  const db = openDatabase({ file, key: Buffer.alloc(32, 1), cipher: 'aegis', ...options })
  onTestFinished(() => db.close())
  return db
}

function filled(file: string, cipher: Cipher, rows = 400): void {
  const db = openDatabase({ file, key: Buffer.alloc(32, 1), cipher })
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, body TEXT) STRICT')
  const insert = db.prepare('INSERT INTO t (body) VALUES (?)')
  db.transaction(() => {
    for (let n = 0; n < rows; n++) insert.run(`canary-${n} `.repeat(20))
  })()
  db.close()
}

/** At the beginning of the file. */
const SALT_BYTES = 16

describe.each(ciphers)('openDatabase with %s', (cipher) => {
  it('holds every rule of the connection at the first open and at the second', () => {
    const file = join(temporaryFolder(), 'vault.db')
    for (let round = 0; round < 2; round++) {
      const db = openDatabase({ file, key: Buffer.alloc(32, 1), cipher })
      const value = (name: string) => db.pragma(name, { simple: true })
      expect(
        Object.fromEntries(
          [
            'cipher',
            'journal_mode',
            'synchronous',
            'temp_store',
            'foreign_keys',
            'secure_delete',
            'trusted_schema',
            'cell_size_check',
            'mmap_size',
            'busy_timeout',
            'locking_mode',
            'wal_autocheckpoint',
            'cache_size',
          ].map((name) => [name, value(name)]),
        ),
      ).toEqual({
        cipher,
        journal_mode: 'wal',
        synchronous: 2,
        temp_store: 2,
        foreign_keys: 1,
        secure_delete: 1,
        trusted_schema: 0,
        cell_size_check: 1,
        mmap_size: 0,
        busy_timeout: 5000,
        locking_mode: 'exclusive',
        wal_autocheckpoint: 1000,
        cache_size: -65_536,
      })
      db.close()
    }
  })

  it('keeps its rows over a restart, in files of the owner only, with nothing readable in them', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'vault.db')
    const db = open(file, { cipher })
    db.exec('CREATE TABLE t (body TEXT)')
    db.prepare('INSERT INTO t VALUES (?)').run('a canary in the mine')
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
      expect(readFileSync(join(folder, name)).includes('canary'), name).toBe(false)
    }
    db.close()
    expect(readdirSync(folder)).toEqual(['vault.db'])
    expect(readFileSync(file).subarray(0, 15).toString('latin1')).not.toBe('SQLite format 3')
    expect(open(file, { cipher }).prepare('SELECT body FROM t').pluck().get()).toBe('a canary in the mine')
  })

  it('refuses a wrong key and the other cipher, and changes nothing, also with a WAL that waits', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'vault.db')
    const db = open(file, { cipher })
    db.exec('CREATE TABLE t (body TEXT)')
    for (let n = 0; n < 50; n++) db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(500))
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, join(folder, `copy.db${suffix}`)) // as a kill would leave it
    const copy = join(folder, 'copy.db')
    const before = ['', '-wal'].map((suffix) => readFileSync(copy + suffix))
    expect(() => open(copy, { cipher, key: Buffer.alloc(32, 2) })).toThrow(damaged)
    expect(() => open(copy, { cipher: cipher === 'aegis' ? 'chacha20' : 'aegis' })).toThrow(damaged)
    expect(['', '-wal'].map((suffix, nth) => readFileSync(copy + suffix).equals(before[nth] ?? Buffer.alloc(0)))).toEqual([true, true])
    expect(open(copy, { cipher }).prepare('SELECT count(*) FROM t').pluck().get()).toBe(50)
  })

  it('notices single flipped bits anywhere in the file, at open or when the page is read, and never answers wrongly', () => {
    const file = join(temporaryFolder(), 'vault.db')
    filled(file, cipher)
    const good = readFileSync(file)
    const pages = good.length / 4096
    for (let n = 0; n < 40; n++) {
      const bytes = Buffer.from(good)
      // Every page once, then by chance; reserved bytes and nonces are part of the pages.
      // Not the first 16 bytes: they are a salt, which not every cipher uses with a raw key (the next test).
      const page = n % pages
      const first = page === 0 ? SALT_BYTES : 0
      const at = page * 4096 + first + Math.floor(Math.random() * (4096 - first))
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
      writeFileSync(file, bytes)
      let db: VaultDatabase | undefined
      let seen: unknown
      try {
        db = openDatabase({ file, key: Buffer.alloc(32, 1), cipher })
        seen = db.pragma('integrity_check', { simple: true })
        expect(seen, `byte ${at}`).not.toBe('ok')
      } catch (error) {
        expect(String(error), `byte ${at}`).toMatch(/malformed|not a database|damaged|SQLITE_IOERR|disk I\/O/)
      } finally {
        db?.close()
      }
    }
  })

  it('notices another salt, or reads the same with it', () => {
    const file = join(temporaryFolder(), 'vault.db')
    filled(file, cipher)
    const good = readFileSync(file)
    const whole = openDatabase({ file, key: Buffer.alloc(32, 1), cipher })
    const names = whole.prepare('SELECT name, sql FROM sqlite_schema').all()
    whole.close()
    for (let at = 0; at < SALT_BYTES; at++) {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ 0x10
      writeFileSync(file, bytes)
      let db: VaultDatabase
      try {
        db = openDatabase({ file, key: Buffer.alloc(32, 1), cipher })
      } catch (error) {
        expect(String(error), `byte ${at}`).toMatch(/malformed|not a database|damaged/)
        continue
      }
      expect(db.pragma('integrity_check', { simple: true }), `byte ${at}`).toBe('ok')
      expect(db.prepare('SELECT name, sql FROM sqlite_schema').all()).toEqual(names)
      db.close()
    }
  })

  it('refuses a file that was cut by three pages, cut inside its first page, or emptied', () => {
    const file = join(temporaryFolder(), 'vault.db')
    filled(file, cipher)
    const good = readFileSync(file)
    for (const length of [good.length - 3 * 4096, 4096, 4095, 100, 15, 1, 0]) {
      writeFileSync(file, good)
      truncateSync(file, length)
      expect(() => open(file, { cipher }), `cut to ${length}`).toThrow(damaged)
      expect(statSync(file).size).toBe(length)
    }
  })

  it('makes an encrypted copy under the same key that opens and has every row', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'vault.db')
    filled(file, cipher)
    const db = open(file, { cipher })
    db.prepare('INSERT INTO t (body) VALUES (?)').run('only in the WAL')
    const path = join(folder, "it's a copy.db")
    vacuumInto(db, path)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path).includes('canary')).toBe(false)
    expect(() => open(path, { cipher, key: Buffer.alloc(32, 2) })).toThrow(damaged)
    const copy = open(path, { cipher })
    expect(copy.prepare('SELECT count(*) FROM t').pluck().get()).toBe(401)
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(() => vacuumInto(db, path), 'never over an existing file').toThrow()
    expect(statSync(path).size).toBeGreaterThan(0)
    expect(() => vacuumInto(db, 'relative.db')).toThrow(RangeError)
    expect(() => vacuumInto(db, `file:${path}?key=`)).toThrow(RangeError)
  })
})

describe('what the connection does not do', () => {
  it('has no way to plain text: not by method, not through a statement, not by SQL', () => {
    const folder = temporaryFolder()
    const db = open(join(folder, 'vault.db'))
    for (const name of ['serialize', 'backup', 'loadExtension', 'key', 'rekey', 'unsafeMode']) {
      expect(name in db).toBe(false)
      const inner = db.prepare('SELECT 1').database as unknown as Record<string, () => unknown>
      expect(() => inner[name]?.(), name).toThrow(/does not do this/)
    }
    const target = join(folder, 'plain.db')
    for (const sql of [
      `ATTACH '${target}' AS other KEY ''`,
      `attach database '${target}' as other`,
      `SELECT 1; /* ' */ ATTACH '${target}' AS x`,
      `-- it's\nATTACH '${target}' AS x`,
      `/* a */ATTACH/* b */'${target}' AS x`,
      'DETACH main',
      `VACUUM INTO '${target}'`,
      `VACUUM main INTO '${target}'`,
      `vacuum\n into '${target}'`,
      "SELECT load_extension('x')",
      "PRAGMA key = ''",
      "PRAGMA main.rekey=''",
      "pragma hexkey('00')",
      'PRAGMA temp_store = 1',
      'PRAGMA synchronous(OFF)',
      'PRAGMA main.journal_mode = DELETE',
    ]) {
      expect(() => db.exec(sql), sql).toThrow(TypeError)
      expect(() => db.prepare(sql), sql).toThrow(TypeError)
    }
    for (const pragma of ["key='x'", 'synchronous=0', 'temp_store = FILE', 'journal_mode(DELETE)', "user_version; ATTACH 'x' AS y"])
      expect(() => db.pragma(pragma), pragma).toThrow(TypeError)
    expect(existsSync(target)).toBe(false)
  })

  it('still runs SQL that only mentions such words', () => {
    const db = open(join(temporaryFolder(), 'vault.db'))
    db.exec(`CREATE TABLE attachments (attach_count INTEGER, "attach" TEXT); -- ATTACH is only named here
      INSERT INTO attachments VALUES (1, 'it''s an ATTACH and a VACUUM INTO');`)
    expect(db.prepare('SELECT "attach" FROM attachments').pluck().get()).toBe("it's an ATTACH and a VACUUM INTO")
    db.pragma('user_version = 3')
    expect(db.pragma('user_version', { simple: true })).toBe(3)
    db.exec('VACUUM')
    expect(db.pragma('foreign_key_check')).toEqual([])
  })

  it('rolls a transaction back when it throws, and gives its result', () => {
    const db = open(join(temporaryFolder(), 'vault.db'))
    db.exec('CREATE TABLE t (a)')
    const add = db.transaction((value: number, fail: boolean) => {
      db.prepare('INSERT INTO t VALUES (?)').run(value)
      expect(db.inTransaction).toBe(true)
      if (fail) throw new Error('no')
      return value * 2
    })
    expect(add.immediate(4, false)).toBe(8)
    expect(() => add(5, true)).toThrow('no')
    expect(db.prepare('SELECT a FROM t').pluck().all()).toEqual([4])
    expect(db.inTransaction).toBe(false)
  })
})

describe('files in the way', () => {
  it('is never opened when it is plain SQLite, and a plain file is not changed', () => {
    const file = join(temporaryFolder(), 'vault.db')
    const plain = new BetterSqlite(file)
    plain.exec('CREATE TABLE t (a)')
    plain.close()
    const before = readFileSync(file)
    expect(() => open(file)).toThrow(damaged)
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('is not made again when the caller knows there was one', () => {
    const file = join(temporaryFolder(), 'vault.db')
    expect(() => open(file, { mustExist: true })).toThrow(damaged)
    expect(existsSync(file)).toBe(false)
  })

  it('comes into being whole: what a killed start left behind is replaced', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'vault.db')
    writeFileSync(`${file}.new`, 'half a database')
    expect(open(file).pragma('integrity_check', { simple: true })).toBe('ok')
    expect(readdirSync(folder)).not.toContain('vault.db.new')
  })

  it('says what is wrong when the folder is missing or the path is a folder', () => {
    const folder = temporaryFolder()
    expect(() => open(join(folder, 'missing', 'vault.db'))).toThrow(
      expect.objectContaining({ code: 'INTERNAL', message: expect.stringContaining('ENOENT') }),
    )
    expect(() => open(folder)).toThrow(expect.objectContaining({ code: 'INTERNAL' }))
  })

  it('reports a full disk as a full disk, and what was committed stays readable', () => {
    const file = join(temporaryFolder(), 'vault.db')
    const db = open(file)
    db.exec('CREATE TABLE t (a)')
    db.prepare('INSERT INTO t VALUES (?)').run('before')
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 2}`)
    expect(() => db.prepare('INSERT INTO t VALUES (?)').run(Buffer.alloc(100_000))).toThrow(
      expect.objectContaining({ code: 'SQLITE_FULL' }),
    )
    expect(db.prepare('SELECT a FROM t').pluck().all()).toEqual(['before'])
  })
})

describe('the key', () => {
  it('is refused in every form that SQLite would silently take for something else', () => {
    const file = join(temporaryFolder(), 'vault.db')
    for (const length of [0, 1, 16, 31, 33, 64]) expect(() => open(file, { key: randomBytes(length) })).toThrow(RangeError)
    expect(() => open(file, { key: Buffer.alloc(32) }), 'a wiped key').toThrow(RangeError)
    expect(existsSync(file)).toBe(false)
    const key = randomBytes(32)
    expect(rawKey(key).toString('latin1')).toBe(`raw:${key.toString('hex')}`)
    for (const text of [
      '',
      'raw:',
      `raw:${'0'.repeat(62)}`,
      `raw:${'z'.repeat(64)}`,
      `raw:${'A'.repeat(64)}`,
      `RAW:${'0'.repeat(64)}`,
      `x'${'0'.repeat(64)}'`,
    ])
      expect(() => assertRawKey(Buffer.from(text)), text).toThrow(RangeError)
  })

  it("stays the caller's: it is not wiped by opening", () => {
    const key = Buffer.alloc(32, 1)
    open(join(temporaryFolder(), 'vault.db'), { key })
    expect(key.equals(Buffer.alloc(32, 1))).toBe(true)
  })
})

describe('applyContract', () => {
  it('fails closed when a rule does not take', () => {
    const db = new BetterSqlite(':memory:') // knows neither mapped memory nor a WAL
    onTestFinished(() => void db.close())
    const connection = Object.assign(db, { key: () => 0 })
    expect(() => applyContract(connection, 'aegis')).toThrow(
      expect.objectContaining({ code: 'VAULT_DAMAGED', message: expect.stringMatching(/mmap_size|journal_mode/) }),
    )
  })

  it('sets the two sync pragmas of macOS, where a plain fsync does not reach the disk', () => {
    const db = new BetterSqlite(join(temporaryFolder(), 'any.db'))
    onTestFinished(() => void db.close())
    applyContract(Object.assign(db, { key: () => 0 }), 'aegis', 'darwin')
    expect([db.pragma('fullfsync', { simple: true }), db.pragma('checkpoint_fullfsync', { simple: true })]).toEqual([1, 1])
  })
})

describe('checkpoint and close', () => {
  it('empties the WAL, reports a reader in the way, and does nothing inside a transaction', () => {
    const file = join(temporaryFolder(), 'vault.db')
    const db = open(file)
    db.exec('CREATE TABLE t (a)')
    expect(checkpoint(db)).toBe(true)
    expect(statSync(`${file}-wal`).size).toBe(0)
    db.exec('INSERT INTO t VALUES (1), (2), (3)')
    const rows = db.prepare('SELECT a FROM t').iterate()
    rows.next()
    expect(checkpoint(db)).toBe(false)
    rows.return?.()
    expect(checkpoint(db)).toBe(true)
    db.close()
    db.close()
    expect(db.open).toBe(false)
    expect(existsSync(`${file}-wal`)).toBe(false)
  })
})

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../shared/errors'
import { DAY_MS } from '../../shared/timing'
import type { VaultKeys } from '../core/crypto/key-ring'
import { createSequenceFile } from '../core/crypto/sequence-file'
import { createCheckpointPolicy } from '../core/db/checkpoints'
import { migrate, SCHEMA_VERSION } from '../core/db/migrate'
import { openDatabase, type VaultDatabase } from '../core/db/open-database'
import { keepLeftoverWal } from '../core/files/leftover-wal'

/** Something the person should know about an open vault, which stays open. */
export interface VaultWarning {
  code: 'COMMITS_LOST' | 'HEADER_ROLLBACK' | 'VAULT_DAMAGED'
  message: string
}

export interface OpenVaultDeps {
  dataDir: string
  sqliteBinding: string | undefined
  now: () => number
  onFault: (where: string, error: unknown) => void
}

export interface OpenVault {
  db: VaultDatabase
  warning: VaultWarning | null
  /** After the header was rewritten: an older header put back later is then noticed. */
  recordGeneration(generation: number): void
  /** After each commit, with the number of commits so far. */
  committed(sequence: number): void
  close(): void
}

/**
 * Opens vault.db with its sidecar: schema brought up to date, identity compared with the header, lost commits noticed.
 * Throws VAULT_DAMAGED, VAULT_TOO_NEW or DISK_FULL, with everything closed again.
 */
export async function openVault(keys: VaultKeys, deps: OpenVaultDeps): Promise<OpenVault> {
  const file = join(deps.dataDir, 'vault.db')
  const leftover = await keepLeftoverWal({ databaseFile: file, quarantineDir: join(deps.dataDir, 'quarantine'), now: deps.now })
  const sidecar = createSequenceFile({ file: join(deps.dataDir, 'vault.seq'), key: keys.sequence })
  let db: VaultDatabase | null = null
  try {
    const expected = sidecar.read()
    // A sidecar says that there was a database: its absence is a loss, not a first start.
    const mustExist = expected !== null || sidecar.damaged
    const opened = openDatabase({ file, key: keys.database, cipher: keys.cipher, nativeBinding: deps.sqliteBinding, mustExist })
    db = opened
    const stored = readIdentity(opened)
    const warning = compare(keys, stored, expected, leftover?.path ?? null)
    if (warning?.code !== 'COMMITS_LOST') await leftover?.discard()
    const damage = (leftover || isCheckDue(opened, deps.now())) && isQuickToCheck(file) ? check(opened) : null
    if (!damage) {
      migrate(opened)
      writeIdentity(opened, keys, Math.max(stored.sequence, expected ?? 0), deps.now())
    }
    const checkpoints = createCheckpointPolicy({
      db: opened,
      now: deps.now,
      onFailure: (error) => deps.onFault('checkpoint', error),
      setTimer(run, milliseconds) {
        const timer = setTimeout(run, milliseconds)
        timer.unref()
        return () => clearTimeout(timer)
      },
    })
    return {
      db: opened,
      warning: damage ?? warning,
      recordGeneration(generation) {
        opened.prepare(`UPDATE meta SET value = ? WHERE key = 'generation'`).run(generation)
      },
      committed(sequence) {
        sidecar.write(sequence)
        checkpoints.afterCommit()
      },
      close() {
        try {
          checkpoints.flush()
        } catch (error) {
          deps.onFault('checkpoint', error)
        } finally {
          checkpoints.stop()
          opened.close()
          sidecar.close()
        }
      },
    }
  } catch (error) {
    db?.close()
    sidecar.close()
    throw error
  }
}

/** What a person is told of a database whose pages do not agree; nothing more is written into it. */
export const damagedVault: VaultWarning = {
  code: 'VAULT_DAMAGED',
  message:
    'A part of the vault file is damaged, perhaps by the disk. What can be read is shown, and nothing more is written into it. Make a copy of the vault folder now, before anything else; if you have an older copy of it, that one can be opened instead.',
}

/** A check reads the whole file, about 10 ms for each MB; after a clean end it is done once a week. */
const CHECK_EVERY_MS = 7 * DAY_MS
/** A larger file is not checked while the person waits for it to open. */
const QUICK_TO_CHECK_BYTES = 200 * 1024 * 1024

function isCheckDue(db: VaultDatabase, now: number): boolean {
  if (Number(db.pragma('user_version', { simple: true })) === 0) return false
  const row = db.prepare<[], { value: number }>(`SELECT value FROM meta WHERE key = 'checked_at'`).get()
  return row === undefined || now - Number(row.value) > CHECK_EVERY_MS
}

function isQuickToCheck(file: string): boolean {
  return statSync(file).size <= QUICK_TO_CHECK_BYTES
}

function check(db: VaultDatabase): VaultWarning | null {
  try {
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') return damagedVault
  } catch {
    // A page that does not decrypt ends the check with an error instead of a finding.
    return damagedVault
  }
  return null
}

interface Identity {
  vaultId: string | null
  generation: number
  sequence: number
}

function readIdentity(db: VaultDatabase): Identity {
  const version = Number(db.pragma('user_version', { simple: true }))
  if (version > SCHEMA_VERSION) migrate(db)
  if (version === 0) return { vaultId: null, generation: 0, sequence: 0 }
  const rows = db.prepare<[], { key: string; value: string | number }>('SELECT key, value FROM meta').all()
  const meta = new Map(rows.map((row) => [row.key, row.value]))
  return {
    vaultId: meta.has('vault_id') ? String(meta.get('vault_id')) : null,
    generation: Number(meta.get('generation') ?? 0),
    sequence: Number(meta.get('seq') ?? 0),
  }
}

function compare(keys: VaultKeys, stored: Identity, expected: number | null, keptWal: string | null): VaultWarning | null {
  if (stored.vaultId !== null && stored.vaultId !== keys.vaultId) {
    throw new AppError(
      'VAULT_DAMAGED',
      'vault.hdr and vault.db belong to different vaults. Nothing was changed. Put the two files of one vault side by side, then try again.',
    )
  }
  if (expected !== null && stored.sequence < expected) {
    const lost = expected - stored.sequence
    return {
      code: 'COMMITS_LOST',
      message: `The last ${lost === 1 ? 'change' : `${lost} changes`} of this vault ${lost === 1 ? 'is' : 'are'} missing: its files were damaged or replaced by older ones. What is here is shown.${keptWal === null ? '' : ` The part that could not be read is kept as ${keptWal}.`}`,
    }
  }
  if (stored.generation > keys.generation) {
    return {
      code: 'HEADER_ROLLBACK',
      message:
        'vault.hdr is older than the vault: a passphrase or recovery key that was replaced works again. If you did not put an old file back yourself, change your passphrase now.',
    }
  }
  return null
}

function writeIdentity(db: VaultDatabase, keys: VaultKeys, sequence: number, checkedAt: number): void {
  const put = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value')
  db.transaction(() => {
    put.run('vault_id', keys.vaultId)
    put.run('generation', keys.generation)
    put.run('cipher', keys.cipher)
    put.run('seq', sequence)
    put.run('checked_at', checkedAt)
  })()
}

import { AppError } from '../../../shared/errors'
import { type Cipher, selectCipher } from './connection-contract'
import { rawKey } from './raw-key'
import { type Connection, connect, sqliteCode } from './sqlite-driver'

export interface CopyFile {
  file: string
  /** 32 bytes. Stays the caller's. */
  key: Uint8Array
  cipher: Cipher
  nativeBinding?: string | undefined
}

/** A stored file that the database names. */
export interface NamedBlob {
  id: string
  wrapped_key: Buffer
}

/** What a person knows a stored file by. `title` is that of its thought; null without one. */
export interface BlobName {
  kind: 'attachment' | 'briefing' | 'picture' | 'other'
  name: string
  title: string | null
  private: boolean
}

export interface OpenCopy {
  items: number
  jobs: number
  /** Every stored file, a few hundred rows in memory at a time. */
  blobs(): Generator<NamedBlob>
  nameOf(blobId: string): BlobName
  close(): void
}

const PAGE_ROWS = 500

/**
 * Opens a copy of the database without changing a byte of it, reads every page and counts. Throws VAULT_DAMAGED for a wrong key or a copy
 * that is not whole. Blocks: about 10 ms for each MB.
 */
export function openCopy({ file, key, cipher, nativeBinding }: CopyFile): OpenCopy {
  const connection = connect(file, { nativeBinding, busyTimeoutMs: 0, mustExist: true, readOnly: true })
  try {
    giveKey(connection, key, cipher)
    if (connection.pragma('integrity_check(1)', { simple: true }) !== 'ok') throw damaged()
    const count = (table: 'items' | 'jobs') => Number(connection.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get())
    return { items: count('items'), jobs: count('jobs'), ...createReader(connection), close: () => connection.close() }
  } catch (error) {
    connection.close()
    throw sqliteCode(error) === undefined ? error : damaged(error)
  }
}

function createReader(connection: Connection): Pick<OpenCopy, 'blobs' | 'nameOf'> {
  const page = connection.prepare<[string, number], NamedBlob>('SELECT id, wrapped_key FROM blobs WHERE id > ? ORDER BY id LIMIT ?')
  const attachment = connection.prepare<[string], { name: string; title: string; private: number }>(
    'SELECT a.name, i.title, i.private FROM attachments a JOIN items i ON i.id = a.item_id WHERE a.blob_id = ? LIMIT 1',
  )
  const briefing = connection.prepare<[string, string], { title: string | null; private: number | null }>(
    `SELECT i.title, i.private FROM briefings b LEFT JOIN items i ON i.id = b.item_id
     WHERE b.blob_id = ? OR b.id IN (SELECT briefing_id FROM briefing_parts WHERE blob_id = ?) LIMIT 1`,
  )
  const picture = connection.prepare<[string], number>('SELECT 1 FROM collect_pictures WHERE blob_id = ?').pluck()
  return {
    *blobs() {
      for (let rows = page.all('', PAGE_ROWS); rows.length > 0; rows = page.all(rows.at(-1)?.id ?? '', PAGE_ROWS)) yield* rows
    },
    nameOf(blobId) {
      const file = attachment.get(blobId)
      if (file) return { kind: 'attachment', name: file.name, title: file.title, private: file.private === 1 }
      const audio = briefing.get(blobId, blobId)
      if (audio) return { kind: 'briefing', name: '', title: audio.title, private: audio.private === 1 }
      return { kind: picture.get(blobId) === 1 ? 'picture' : 'other', name: '', title: null, private: false }
    },
  }
}

function giveKey(connection: Connection, key: Uint8Array, cipher: Cipher): void {
  const raw = rawKey(key)
  try {
    selectCipher(connection, cipher)
    if (connection.key(raw) !== 0) throw damaged()
  } finally {
    raw.fill(0)
  }
}

function damaged(cause?: unknown): AppError {
  return new AppError(
    'VAULT_DAMAGED',
    'The copy of the vault could not be read back whole, so it was removed. The vault itself was not changed. Look whether the disk is healthy, then try again.',
    cause === undefined ? {} : { cause },
  )
}

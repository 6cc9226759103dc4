import type { HiveShare } from '../../../shared/contract/hive'
import type { VaultDatabase } from '../../core/db/open-database'

interface Row {
  id: string
  peer_id: string
  peer_name: string
  item_id: string | null
  title: string
  with_thesis: number
  way: HiveShare['way']
  state: HiveShare['state']
  file_name: string
  bytes: number
  revision: number
  verified: number
  at: number
}

export type NewShare = Omit<HiveShare, 'peerName' | 'itemId'> & { itemId: string; thread: string }
export type HiveShareStore = ReturnType<typeof createHiveShareStore>

/** The record of what went to whom. Nothing takes a row out of it. */
export function createHiveShareStore(db: VaultDatabase) {
  const insert = db.prepare(
    `INSERT INTO hive_shares (id, peer_id, item_id, thread, revision, title, with_thesis, way, state, file_name, bytes, verified, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const last = db.prepare<[string, string], { thread: string; revision: number }>(
    'SELECT thread, revision FROM hive_shares WHERE item_id = ? AND peer_id = ? ORDER BY revision DESC LIMIT 1',
  )
  const setSaved = db.prepare(`UPDATE hive_shares SET state = 'saved', file_name = ? WHERE id = ?`)
  const columns = `s.id, s.peer_id, p.name AS peer_name, s.item_id, s.title, s.with_thesis, s.way, s.state, s.file_name, s.bytes, s.revision,
    s.verified, s.at FROM hive_shares s JOIN hive_peers p ON p.id = s.peer_id`
  const page = db.prepare<[number, number, string, number], Row>(
    `SELECT ${columns} WHERE (s.at < ? OR (s.at = ? AND s.id < ?)) ORDER BY s.at DESC, s.id DESC LIMIT ?`,
  )
  const pageOf = db.prepare<[string, number, number, string, number], Row>(
    `SELECT ${columns} WHERE s.item_id = ? AND (s.at < ? OR (s.at = ? AND s.id < ?)) ORDER BY s.at DESC, s.id DESC LIMIT ?`,
  )
  const count = db.prepare<[], number>('SELECT COUNT(*) FROM hive_shares').pluck()
  const countOf = db.prepare<[string], number>('SELECT COUNT(*) FROM hive_shares WHERE item_id = ?').pluck()

  return {
    insert(share: NewShare): void {
      const { id, peerId, itemId, thread, revision, title, withThesis, way, state, fileName, bytes, verified, at } = share
      insert.run(id, peerId, itemId, thread, revision, title, withThesis ? 1 : 0, way, state, fileName, bytes, verified ? 1 : 0, at)
    },
    /** The newest time that an item went to a peer. */
    last: (itemId: string, peerId: string) => last.get(itemId, peerId) ?? null,
    setSaved: (id: string, fileName: string) => setSaved.run(fileName, id).changes > 0,
    /** Newest first. `before` is the last row of the page before this one. */
    list(options: { itemId: string | undefined; before: { at: number; id: string } | null; limit: number }): HiveShare[] {
      const at = options.before?.at ?? Number.MAX_SAFE_INTEGER
      const id = options.before?.id ?? ''
      const rows =
        options.itemId === undefined ? page.all(at, at, id, options.limit) : pageOf.all(options.itemId, at, at, id, options.limit)
      return rows.map((row) => ({
        id: row.id,
        peerId: row.peer_id,
        peerName: row.peer_name,
        itemId: row.item_id,
        title: row.title,
        withThesis: row.with_thesis === 1,
        way: row.way,
        state: row.state,
        fileName: row.file_name,
        bytes: row.bytes,
        revision: row.revision,
        verified: row.verified === 1,
        at: row.at,
      }))
    },
    count: (itemId?: string) => (itemId === undefined ? count.get() : countOf.get(itemId)) ?? 0,
  }
}

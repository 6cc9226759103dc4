import type { VaultDatabase } from '../../core/db/open-database'

export interface StoredPeer {
  id: string
  name: string
  cardName: string
  sign: Uint8Array
  box: Uint8Array
  code: string
  verifiedAt: number | null
  blockedAt: number | null
  removedAt: number | null
  feedFolder: string | null
  feedProblem: string | null
  createdAt: number
}

/** A file of a feed folder that was looked at. `problem` is null for one that was taken in, is known, or is for somebody else. */
export interface SeenFile {
  name: string
  size: number
  modified: number
  problem: string | null
  at: number
}

interface Row {
  id: string
  name: string
  card_name: string
  sign_public: Buffer
  box_public: Buffer
  code: string
  verified_at: number | null
  blocked_at: number | null
  removed_at: number | null
  feed_folder: string | null
  feed_problem: string | null
  created_at: number
}

function fromRow(row: Row): StoredPeer {
  return {
    id: row.id,
    name: row.name,
    cardName: row.card_name,
    sign: Uint8Array.from(row.sign_public),
    box: Uint8Array.from(row.box_public),
    code: row.code,
    verifiedAt: row.verified_at,
    blockedAt: row.blocked_at,
    removedAt: row.removed_at,
    feedFolder: row.feed_folder,
    feedProblem: row.feed_problem,
    createdAt: row.created_at,
  }
}

/** Files with a problem that are shown of a folder. */
const SHOWN_PROBLEMS = 20

export type HivePeerStore = ReturnType<typeof createHivePeerStore>

/** Peers with their public keys, and what was in the folders shared with them. */
export function createHivePeerStore(db: VaultDatabase) {
  const list = db.prepare<[], Row>('SELECT * FROM hive_peers WHERE removed_at IS NULL ORDER BY name COLLATE NOCASE, id')
  const find = db.prepare<[string], Row>('SELECT * FROM hive_peers WHERE id = ?')
  const bySign = db.prepare<[Buffer], Row>('SELECT * FROM hive_peers WHERE sign_public = ?')
  const insert = db.prepare(
    'INSERT INTO hive_peers (id, name, card_name, sign_public, box_public, code, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const again = db.prepare(
    'UPDATE hive_peers SET removed_at = NULL, verified_at = NULL, blocked_at = NULL, name = ?, card_name = ?, feed_folder = NULL WHERE id = ?',
  )
  const rename = db.prepare('UPDATE hive_peers SET name = ? WHERE id = ?')
  const setFolder = db.prepare('UPDATE hive_peers SET feed_folder = ?, feed_problem = NULL WHERE id = ?')
  const setProblem = db.prepare('UPDATE hive_peers SET feed_problem = ? WHERE id = ?')
  const verify = db.prepare('UPDATE hive_peers SET verified_at = ? WHERE id = ?')
  const block = db.prepare('UPDATE hive_peers SET blocked_at = ? WHERE id = ?')
  const remove = db.prepare('UPDATE hive_peers SET removed_at = ? WHERE id = ?')
  const files = db.prepare<[string], SeenFile>('SELECT name, size, modified, problem, at FROM hive_files WHERE peer_id = ?')
  const problems = db.prepare<[string], { name: string; problem: string; at: number }>(
    `SELECT name, problem, at FROM hive_files WHERE peer_id = ? AND problem IS NOT NULL ORDER BY at DESC, name LIMIT ${SHOWN_PROBLEMS}`,
  )
  const putFile = db.prepare(
    `INSERT INTO hive_files (peer_id, name, size, modified, problem, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (peer_id, name) DO UPDATE SET size = excluded.size, modified = excluded.modified, problem = excluded.problem, at = excluded.at`,
  )
  const dropFile = db.prepare('DELETE FROM hive_files WHERE peer_id = ? AND name = ?')
  const dropFiles = db.prepare('DELETE FROM hive_files WHERE peer_id = ?')
  const dropProblems = db.prepare('DELETE FROM hive_files WHERE problem IS NOT NULL')
  const read = (row: Row | undefined) => (row ? fromRow(row) : null)

  return {
    /** Without those that were removed. */
    list: () => list.all().map(fromRow),
    /** Also one that was removed. */
    find: (id: string) => read(find.get(id)),
    /** Also one that was removed. */
    bySignKey: (key: Uint8Array) => read(bySign.get(Buffer.from(key))),
    insert(peer: Pick<StoredPeer, 'id' | 'name' | 'sign' | 'box' | 'code'>, now: number): void {
      insert.run(peer.id, peer.name, peer.name, Buffer.from(peer.sign), Buffer.from(peer.box), peer.code, now)
    },
    /** Somebody who was removed is added anew: as a stranger. */
    addAgain(id: string, name: string): void {
      again.run(name, name, id)
      dropFiles.run(id)
    },
    rename: (id: string, name: string) => void rename.run(name, id),
    setFolder(id: string, folder: string | null): void {
      setFolder.run(folder, id)
      dropFiles.run(id)
    },
    setFolderProblem: (id: string, problem: string | null) => void setProblem.run(problem, id),
    setVerified: (id: string, at: number | null) => void verify.run(at, id),
    setBlocked: (id: string, at: number | null) => void block.run(at, id),
    setRemoved: (id: string, at: number | null) => void remove.run(at, id),
    files: (peerId: string) => files.all(peerId),
    problems: (peerId: string) => problems.all(peerId),
    putFile: (peerId: string, { name, size, modified, problem, at }: SeenFile) =>
      void putFile.run(peerId, name, size, modified, problem, at),
    dropFile: (peerId: string, name: string) => void dropFile.run(peerId, name),
    /** After a change of who is known: what was refused may be taken in now. */
    forgetProblems: () => void dropProblems.run(),
  }
}

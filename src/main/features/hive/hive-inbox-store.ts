import type { HiveEntrySummary } from '../../../shared/contract/hive'
import { SharedThesis } from '../../../shared/hive-texts'
import type { VaultDatabase } from '../../core/db/open-database'

export interface StoredEntry {
  id: string
  peerId: string
  thread: string
  revision: number
  /** Empty when the title is taken from the first line of the body. */
  givenTitle: string
  title: string
  preview: string
  body: string
  tags: string[]
  thesis: SharedThesis | null
  hiddenRemoved: number
  way: HiveEntrySummary['way']
  state: HiveEntrySummary['state']
  itemId: string | null
  sentAt: number
  receivedAt: number
  decidedAt: number | null
}

/** Whose an accepted item was. `leftHash` is its content hash as the acceptance left it. */
export interface ItemOrigin {
  itemId: string
  peerId: string
  thread: string
  revision: number
  sentAt: number
  leftHash: string
  thesisId: string | null
}

interface Row {
  id: string
  peer_id: string
  thread: string
  revision: number
  given_title: string
  title: string
  preview: string
  body: string
  tags: string
  thesis: string | null
  hidden_removed: number
  way: HiveEntrySummary['way']
  state: HiveEntrySummary['state']
  item_id: string | null
  sent_at: number
  received_at: number
  decided_at: number | null
}

type SummaryRow = Omit<Row, 'body' | 'tags' | 'thesis' | 'given_title'> & { peer_name: string; verified: number; has_thesis: number }

interface OriginRow {
  item_id: string
  peer_id: string
  thread: string
  revision: number
  sent_at: number
  left_hash: string
  thesis_id: string | null
}

function originFrom(row: OriginRow): ItemOrigin {
  return {
    itemId: row.item_id,
    peerId: row.peer_id,
    thread: row.thread,
    revision: row.revision,
    sentAt: row.sent_at,
    leftHash: row.left_hash,
    thesisId: row.thesis_id,
  }
}

function summaryFrom(row: SummaryRow): HiveEntrySummary {
  return {
    id: row.id,
    peerId: row.peer_id,
    peerName: row.peer_name,
    peerVerified: row.verified === 1,
    title: row.title,
    preview: row.preview,
    hasThesis: row.has_thesis === 1,
    state: row.state,
    itemId: row.item_id,
    way: row.way,
    revision: row.revision,
    sentAt: row.sent_at,
    receivedAt: row.received_at,
    decidedAt: row.decided_at,
  }
}

export type HiveInboxStore = ReturnType<typeof createHiveInboxStore>

/** Thoughts of peers that wait for a decision, what was decided, and the number of every file that ever came. */
export function createHiveInboxStore(db: VaultDatabase) {
  const seen = db.prepare<[Buffer, string], string>('SELECT entry_id FROM hive_seen WHERE sign_public = ? AND message = ?').pluck()
  const see = db.prepare('INSERT INTO hive_seen (sign_public, message, entry_id, at) VALUES (?, ?, ?, ?)')
  const insert = db.prepare(
    `INSERT INTO hive_inbox (id, peer_id, thread, revision, given_title, title, preview, body, tags, thesis, hidden_removed, way, state, sent_at,
       received_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
  )
  const supersede = db.prepare(
    `UPDATE hive_inbox SET state = 'superseded', decided_at = ? WHERE peer_id = ? AND thread = ? AND state = 'waiting' AND revision < ?`,
  )
  const find = db.prepare<[string], Row>('SELECT * FROM hive_inbox WHERE id = ?')
  const decide = db.prepare('UPDATE hive_inbox SET state = ?, item_id = ?, decided_at = ? WHERE id = ?')
  const states = { waiting: `e.state = 'waiting'`, decided: `e.state IN ('accepted', 'discarded', 'superseded')` }
  const pageOf = (where: string) =>
    db.prepare<[number, number, string, number], SummaryRow>(
      `SELECT e.id, e.peer_id, e.thread, e.revision, COALESCE(i.title, e.title) AS title, COALESCE(i.excerpt, e.preview) AS preview,
         e.hidden_removed, e.way, e.state, e.item_id, e.sent_at, e.received_at, e.decided_at, e.thesis IS NOT NULL AS has_thesis,
         p.name AS peer_name, p.verified_at IS NOT NULL AND p.removed_at IS NULL AS verified
       FROM hive_inbox e JOIN hive_peers p ON p.id = e.peer_id LEFT JOIN items i ON i.id = e.item_id
       WHERE ${where} AND (e.received_at < ? OR (e.received_at = ? AND e.id < ?)) ORDER BY e.received_at DESC, e.id DESC LIMIT ?`,
    )
  const pages = { waiting: pageOf(states.waiting), decided: pageOf(states.decided) }
  const counts = {
    waiting: db.prepare<[], number>(`SELECT COUNT(*) FROM hive_inbox e WHERE ${states.waiting}`).pluck(),
    decided: db.prepare<[], number>(`SELECT COUNT(*) FROM hive_inbox e WHERE ${states.decided}`).pluck(),
  }
  const waitingOf = db.prepare<[string], number>(`SELECT COUNT(*) FROM hive_inbox WHERE state = 'waiting' AND peer_id = ?`).pluck()
  // The text goes; that it came, and from whom, stays.
  const forget = db.prepare(
    `UPDATE hive_inbox SET given_title = '', title = '', preview = '', body = '', tags = '[]', thesis = NULL
     WHERE state IN ('discarded', 'superseded') AND decided_at < ? AND (body <> '' OR title <> '')`,
  )
  const clear = db.prepare(
    `UPDATE hive_inbox SET given_title = '', title = '', preview = '', body = '', tags = '[]', thesis = NULL WHERE id = ?`,
  )
  const origin = db.prepare<[string], OriginRow>('SELECT * FROM hive_origins WHERE item_id = ?')
  const originOf = db.prepare<[string, string], OriginRow>(
    'SELECT * FROM hive_origins WHERE peer_id = ? AND thread = ? ORDER BY revision DESC, item_id DESC LIMIT 1',
  )
  const putOrigin = db.prepare(
    `INSERT INTO hive_origins (item_id, peer_id, thread, revision, sent_at, left_hash, thesis_id) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (item_id) DO UPDATE SET revision = excluded.revision, sent_at = excluded.sent_at, left_hash = excluded.left_hash,
       thesis_id = excluded.thesis_id`,
  )

  return {
    /** The entry that a file with this number became; null for a new one. */
    seen: (signKey: Uint8Array, message: string) => seen.get(Buffer.from(signKey), message) ?? null,
    see: (signKey: Uint8Array, message: string, entryId: string, now: number) => void see.run(Buffer.from(signKey), message, entryId, now),
    /** Adds it, waiting. Earlier versions of it that still wait give way. */
    insert(entry: Omit<StoredEntry, 'state' | 'itemId' | 'decidedAt'>, now: number): void {
      const { id, peerId, thread, revision, givenTitle, title, preview, body, tags, thesis, hiddenRemoved, way, sentAt, receivedAt } = entry
      supersede.run(now, peerId, thread, revision)
      insert.run(
        id,
        peerId,
        thread,
        revision,
        givenTitle,
        title,
        preview,
        body,
        JSON.stringify(tags),
        thesis === null ? null : JSON.stringify(thesis),
        hiddenRemoved,
        way,
        sentAt,
        receivedAt,
      )
    },
    find(id: string): StoredEntry | null {
      const row = find.get(id)
      if (!row) return null
      return {
        id: row.id,
        peerId: row.peer_id,
        thread: row.thread,
        revision: row.revision,
        givenTitle: row.given_title,
        title: row.title,
        preview: row.preview,
        body: row.body,
        tags: JSON.parse(row.tags),
        thesis: row.thesis === null ? null : SharedThesis.parse(JSON.parse(row.thesis)),
        hiddenRemoved: row.hidden_removed,
        way: row.way,
        state: row.state,
        itemId: row.item_id,
        sentAt: row.sent_at,
        receivedAt: row.received_at,
        decidedAt: row.decided_at,
      }
    },
    setState: (id: string, state: StoredEntry['state'], itemId: string | null, decidedAt: number | null) =>
      void decide.run(state, itemId, decidedAt, id),
    /** Newest first. `before` is the last row of the page before this one. */
    list: (which: keyof typeof states, before: { at: number; id: string } | null, limit: number) =>
      pages[which]
        .all(before?.at ?? Number.MAX_SAFE_INTEGER, before?.at ?? Number.MAX_SAFE_INTEGER, before?.id ?? '', limit)
        .map(summaryFrom),
    count: (which: keyof typeof states) => counts[which].get() ?? 0,
    waitingOf: (peerId: string) => waitingOf.get(peerId) ?? 0,
    /** Deletes the text of what was put away before `time`. */
    forgetDiscarded: (time: number) => void forget.run(time),
    /** The text is an item's now; it need not lie here too, where erasing the item would not reach it. */
    clearText: (id: string) => void clear.run(id),
    origin(itemId: string): ItemOrigin | null {
      const row = origin.get(itemId)
      return row ? originFrom(row) : null
    },
    /** The item that the newest accepted version of a thought was made into. */
    originOfThread(peerId: string, thread: string): ItemOrigin | null {
      const row = originOf.get(peerId, thread)
      return row ? originFrom(row) : null
    },
    putOrigin: ({ itemId, peerId, thread, revision, sentAt, leftHash, thesisId }: ItemOrigin) =>
      void putOrigin.run(itemId, peerId, thread, revision, sentAt, leftHash, thesisId),
  }
}

import type { CollectedFacts, Proposal, ProposalKind } from '../../../shared/contract/collect'
import type { VaultDatabase } from '../../core/db/open-database'
import { maySee, type Viewer } from '../../core/privacy/viewer'

export interface NewProposal {
  slug: string
  kind: ProposalKind
  item: CollectedFacts
  before: CollectedFacts | null
  /** The item's content as the run read it. */
  baseHash: string | null
  itemId: string | null
  pictureId: string | null
}

/** What takes an accepted proposal back. */
export interface ProposalUndo {
  /** What was collected about the item before; null when it was not in the collection. */
  facts: CollectedFacts | null
  title?: string
  body?: string
  summary?: { text: string; by: 'none' | 'builtin' | 'model' | 'person' }
  tags?: string[]
  /** The item's content as the acceptance left it: later changes are the person's own. */
  leftHash?: string
}

export interface StoredProposal extends Omit<NewProposal, 'pictureId'> {
  decision: Proposal['decision']
  note: string
  undo: ProposalUndo | null
  picture: StoredPicture | null
}

export interface StoredPicture {
  id: string
  blobId: string
  wrappedKey: Buffer
  mime: string
  bytes: number
  contentHash: string
  width: number | null
  height: number | null
}

interface Row {
  slug: string
  kind: ProposalKind
  decision: Proposal['decision']
  json: string
  before: string | null
  base_hash: string | null
  item_id: string | null
  note: string
  undo: string | null
  picture_id: string | null
  is_private: number
}

const COLUMNS = `p.slug, p.kind, p.decision, p.json, p.before, p.base_hash, p.item_id, p.note, p.undo, p.picture_id,
  COALESCE((SELECT private FROM items WHERE id = p.item_id), 0) AS is_private`

/** Statements whose plans a test looks at. */
export const collectProposalSql = {
  ofRun: `SELECT ${COLUMNS} FROM collect_proposals p WHERE p.run_id = ? ORDER BY p.position`,
  one: `SELECT ${COLUMNS} FROM collect_proposals p WHERE p.run_id = ? AND p.slug = ?`,
  undecided:
    'SELECT slug FROM collect_proposals INDEXED BY collect_proposals_undecided WHERE run_id = ? AND decision IS NULL ORDER BY position',
}

/** What runs propose, and the pictures that they took. Writes run inside the caller's transaction; the files are the caller's. */
export function createCollectProposalStore(db: VaultDatabase) {
  const ofRun = db.prepare<[string], Row>(collectProposalSql.ofRun)
  const one = db.prepare<[string, string], Row>(collectProposalSql.one)
  const undecided = db.prepare<[string], string>(collectProposalSql.undecided).pluck()
  const insert = db.prepare(
    `INSERT INTO collect_proposals (run_id, slug, kind, json, before, base_hash, item_id, picture_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (run_id, slug) DO NOTHING`,
  )
  const decide = db.prepare('UPDATE collect_proposals SET decision = ?, item_id = ?, note = ?, undo = ? WHERE run_id = ? AND slug = ?')
  const removeUndecided = db.prepare('DELETE FROM collect_proposals WHERE run_id = ? AND decision IS NULL')
  const insertBlob = db.prepare('INSERT INTO blobs (id, mime, bytes, wrapped_key, created_at) VALUES (?, ?, ?, ?, ?)')
  const insertPicture = db.prepare(
    'INSERT INTO collect_pictures (id, run_id, blob_id, content_hash, width, height) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const picture = db.prepare<[string], StoredPicture & { run_id: string }>(
    `SELECT p.id, p.run_id, p.blob_id AS blobId, b.wrapped_key AS wrappedKey, b.mime, b.bytes, p.content_hash AS contentHash, p.width, p.height
     FROM collect_pictures p JOIN blobs b ON b.id = p.blob_id WHERE p.id = ?`,
  )
  const dropPicture = db.prepare('DELETE FROM collect_pictures WHERE id = ?')
  const dropBlob = db.prepare('DELETE FROM blobs WHERE id = ?')
  const loose = (where: string) =>
    db.prepare<[string], { id: string; blobId: string; isAttached: number }>(
      `SELECT c.id, c.blob_id AS blobId, EXISTS (SELECT 1 FROM attachments a WHERE a.blob_id = c.blob_id) AS isAttached
       FROM collect_pictures c WHERE ${where}`,
    )
  const unused = loose('c.run_id = ? AND NOT EXISTS (SELECT 1 FROM collect_proposals p WHERE p.picture_id = c.id)')
  const ofOneRun = loose('c.run_id = ?')
  const ofCollection = loose('c.run_id IN (SELECT id FROM collect_runs WHERE collection_id = ?)')

  function toStored(row: Row): StoredProposal {
    return {
      slug: row.slug,
      kind: row.kind,
      decision: row.decision,
      item: JSON.parse(row.json),
      before: row.before === null ? null : JSON.parse(row.before),
      baseHash: row.base_hash,
      itemId: row.item_id,
      note: row.note,
      undo: row.undo === null ? null : JSON.parse(row.undo),
      picture: row.picture_id === null ? null : (picture.get(row.picture_id) ?? null),
    }
  }

  /** Rows go; the ids of the files that go with them are given. What became an attachment stays. */
  function forget(found: readonly { id: string; blobId: string; isAttached: number }[]): string[] {
    return found.flatMap(({ id, blobId, isAttached }) => {
      dropPicture.run(id)
      if (isAttached === 1) return []
      dropBlob.run(blobId)
      return [blobId]
    })
  }

  return {
    /** In the order of the run. Those of items that the viewer may not see are left out. */
    ofRun: (runId: string, viewer: Viewer): Proposal[] =>
      ofRun.all(runId).flatMap((row) => (maySee(viewer, { private: row.is_private === 1 }) ? toProposal(row) : [])),
    find(runId: string, slug: string): StoredProposal | null {
      const row = one.get(runId, slug)
      return row ? toStored(row) : null
    },
    undecided: (runId: string): string[] => undecided.all(runId),
    add(runId: string, { slug, kind, item, before, baseHash, itemId, pictureId }: NewProposal): void {
      insert.run(runId, slug, kind, JSON.stringify(item), before === null ? null : JSON.stringify(before), baseHash, itemId, pictureId)
    },
    decide(
      runId: string,
      slug: string,
      { decision, itemId, note, undo }: { decision: Proposal['decision']; itemId: string | null; note: string; undo: ProposalUndo | null },
    ): void {
      decide.run(decision, itemId, note, undo === null ? null : JSON.stringify(undo), runId, slug)
    },
    removeUndecided(runId: string): void {
      removeUndecided.run(runId)
    },
    addPicture(runId: string, added: StoredPicture, now: number): void {
      insertBlob.run(added.blobId, added.mime, added.bytes, added.wrappedKey, now)
      insertPicture.run(added.id, runId, added.blobId, added.contentHash, added.width, added.height)
    },
    /** Drops pictures that no proposal shows. */
    forgetUnused: (runId: string): string[] => forget(unused.all(runId)),
    forgetOfRun: (runId: string): string[] => forget(ofOneRun.all(runId)),
    forgetOfCollection: (collectionId: string): string[] => forget(ofCollection.all(collectionId)),
  }
}

export type CollectProposalStore = ReturnType<typeof createCollectProposalStore>

function toProposal(row: Row): Proposal {
  return {
    slug: row.slug,
    kind: row.kind,
    decision: row.decision,
    item: JSON.parse(row.json),
    before: row.before === null ? null : JSON.parse(row.before),
    // A new one that was taken back still knows its item, which is in the trash.
    itemId: row.kind === 'new' && row.decision !== 'accepted' ? null : row.item_id,
    hasPicture: row.picture_id !== null,
    note: row.note,
  }
}

import { RoleModel } from '../../../shared/contract/endpoints'
import { DAY_MS } from '../../../shared/timing'
import type { VaultDatabase } from '../../core/db/open-database'

/** A change of the embedding model. A role of null is the built-in embedder; times in milliseconds. */
export interface EmbeddingChange {
  id: string
  from: RoleModel | null
  to: RoleModel | null
  /** Names of the vectors of both. */
  fromModel: string
  toModel: string
  /** Thoughts that needed a vector when it began, or more when others came meanwhile. */
  total: number
  done: number
  /** Of those done: refused by the model, and without a vector. */
  leftOut: number
  /** Time that the work took so far. */
  busyMs: number
  /** The job that does the next slice, or did the last one. */
  jobId: string | null
  startedAt: number
  keptUntil: number | null
}

interface Row {
  id: string
  from_role: string | null
  to_role: string | null
  from_model: string
  to_model: string
  total: number
  done: number
  left_out: number
  busy_ms: number
  job_id: string | null
  started_at: number
  kept_until: number | null
}

export type NewEmbeddingChange = Pick<EmbeddingChange, 'id' | 'from' | 'to' | 'fromModel' | 'toModel' | 'total'>

/** How long the vectors of a model that is no longer in force are kept. */
export const KEEP_VECTORS_MS = 7 * DAY_MS

export type EmbeddingChangeStore = ReturnType<typeof createEmbeddingChangeStore>

/** The changes of the embedding model; at most one runs. Writes run inside the caller's transaction. */
export function createEmbeddingChangeStore(db: VaultDatabase) {
  const running = db.prepare<[], Row>(`SELECT * FROM embedding_changes WHERE state = 'running'`)
  const lastDone = db.prepare<[string, number], Row>(
    `SELECT * FROM embedding_changes WHERE state = 'done' AND to_model = ? AND kept_until > ? ORDER BY ended_at DESC, id DESC LIMIT 1`,
  )
  const insert = db.prepare(
    `INSERT INTO embedding_changes (id, from_role, to_role, from_model, to_model, state, total, started_at) VALUES (?, ?, ?, ?, ?, 'running', ?, ?)`,
  )
  const progress = db.prepare('UPDATE embedding_changes SET total = max(total, ?), done = ?, left_out = ?, busy_ms = ? WHERE id = ?')
  const setJob = db.prepare('UPDATE embedding_changes SET job_id = ? WHERE id = ?')
  const end = db.prepare('UPDATE embedding_changes SET state = ?, ended_at = ?, kept_until = ?, job_id = NULL WHERE id = ?')
  const kept = db
    .prepare<[number, number], string>(
      `SELECT from_model FROM embedding_changes WHERE state = 'running' OR kept_until > ?
       UNION SELECT to_model FROM embedding_changes WHERE state = 'running' OR kept_until > ?`,
    )
    .pluck()
  const forget = db.prepare<[number]>('DELETE FROM embedding_changes WHERE kept_until <= ?')
  const leaveOut = db.prepare('INSERT OR REPLACE INTO embedding_left_out (item_id, content_hash) VALUES (?, ?)')
  const clearLeftOut = db.prepare('DELETE FROM embedding_left_out')

  return {
    running(): EmbeddingChange | null {
      const row = running.get()
      return row ? toChange(row) : null
    },
    /** The change that put this model in force, while it can be taken back. */
    undoable(modelInForce: string, now: number): EmbeddingChange | null {
      const row = lastDone.get(modelInForce, now)
      return row ? toChange(row) : null
    },
    /** Fails when one runs. */
    begin(change: NewEmbeddingChange, now: number): void {
      clearLeftOut.run()
      insert.run(change.id, toJson(change.from), toJson(change.to), change.fromModel, change.toModel, change.total, now)
    },
    setProgress(change: Pick<EmbeddingChange, 'id' | 'total' | 'done' | 'leftOut' | 'busyMs'>): void {
      progress.run(change.total, change.done, change.leftOut, change.busyMs, change.id)
    },
    setJob: (id: string, jobId: string): void => void setJob.run(jobId, id),
    /** It no longer runs, or is taken back; the vectors of both models are kept for KEEP_VECTORS_MS from now on. */
    end(id: string, state: 'done' | 'cancelled' | 'undone', now: number): void {
      clearLeftOut.run()
      end.run(state, now, now + KEEP_VECTORS_MS, id)
    },
    /** Models whose vectors are still wanted, besides the one in force. */
    keptModels: (now: number): Set<string> => new Set(kept.all(now, now)),
    /** Forgets changes that can no longer be taken back. */
    forgetOld: (now: number): void => void forget.run(now),
    /** The model refuses this text: it is not asked for it again until the text is another. The item must exist. */
    leaveOut: (itemId: string, contentHash: string): void => void leaveOut.run(itemId, contentHash),
  }
}

function toJson(role: RoleModel | null): string | null {
  return role === null ? null : JSON.stringify(role)
}

function toRole(json: string | null): RoleModel | null {
  return json === null ? null : RoleModel.parse(JSON.parse(json))
}

function toChange(row: Row): EmbeddingChange {
  return {
    id: row.id,
    from: toRole(row.from_role),
    to: toRole(row.to_role),
    fromModel: row.from_model,
    toModel: row.to_model,
    total: row.total,
    done: row.done,
    leftOut: row.left_out,
    busyMs: row.busy_ms,
    jobId: row.job_id,
    startedAt: row.started_at,
    keptUntil: row.kept_until,
  }
}

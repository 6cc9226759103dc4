import type { VaultDatabase } from '../db/open-database'
import { isShared } from '../privacy/private-rows'
import type { Viewer } from '../privacy/viewer'

/** Why jobs behind a gate are not taken now. */
export interface Closure {
  /** An error code, such as MODEL_UNREACHABLE. */
  code: string
  /** A sentence for the person. */
  reason: string
  /** When it may open, in milliseconds since 1970; null when only a person can open it. */
  nextTryAt: number | null
}

/** How many jobs behind one gate are counted; more are told as this many. */
const MAX_COUNTED = 10_000

/** One step in the index for each gate, whatever number of jobs stands behind it. */
export const DUE_GATES_SQL = `WITH RECURSIVE found(gate) AS (
    SELECT (SELECT gate FROM jobs INDEXED BY jobs_due WHERE status = 'pending' AND due = 1 ORDER BY gate LIMIT 1)
    UNION ALL
    SELECT (SELECT jobs.gate FROM jobs INDEXED BY jobs_due
      WHERE status = 'pending' AND due = 1 AND jobs.gate > found.gate ORDER BY jobs.gate LIMIT 1) FROM found WHERE found.gate IS NOT NULL
  ) SELECT gate FROM found WHERE gate IS NOT NULL`

/** The gates that due jobs stand behind, in order. There are about as many as job types. */
export function createDueGates(db: VaultDatabase): () => string[] {
  const select = db.prepare<[], string>(DUE_GATES_SQL).pluck()
  return () => select.all()
}

/** Counts the due jobs behind a gate, up to MAX_COUNTED, but those of items that the viewer may not see. */
export function createGateCount(db: VaultDatabase): (gate: string, viewer: Viewer) => number {
  const behind = `FROM jobs j INDEXED BY jobs_due`
  const where = `WHERE j.status = 'pending' AND j.due = 1 AND j.gate = ?`
  const count = db.prepare<[string], number>(`SELECT count(*) FROM (SELECT 1 ${behind} ${where} LIMIT ${MAX_COUNTED})`).pluck()
  const open = db
    .prepare<[string], number>(
      `SELECT count(*) FROM (SELECT 1 ${behind} LEFT JOIN items i ON i.id = j.item_id ${where} AND ${isShared('coalesce(i.private, 0)')} LIMIT ${MAX_COUNTED})`,
    )
    .pluck()
  return (gate, viewer) => (viewer.seesPrivate ? count : open).get(gate) ?? 0
}

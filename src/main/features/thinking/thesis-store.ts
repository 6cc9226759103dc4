import { type EngineLabel, ThesisOutput, type ThesisStatus } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'

export type ThinkingStage = 'expand' | 'counterpoint' | 'synthesize'

export interface ThesisRow {
  id: string
  itemId: string
  status: ThesisStatus
  engine: EngineLabel | null
  expansion: string
  counterpoint: string
  output: ThesisOutput | null
  settled: number[]
  error: string | null
  stageJobs: Record<ThinkingStage, string | null>
  createdAt: number
  updatedAt: number
}

interface Row {
  id: string
  item_id: string
  status: ThesisStatus
  engine_kind: EngineLabel['kind'] | null
  engine_label: string | null
  expansion: string
  counterpoint: string
  output: string | null
  settled: string
  error: string | null
  expand_job: string | null
  counterpoint_job: string | null
  synthesize_job: string | null
  created_at: number
  updated_at: number
}

function fromRow(row: Row): ThesisRow {
  return {
    id: row.id,
    itemId: row.item_id,
    status: row.status,
    engine: row.engine_kind === null ? null : { kind: row.engine_kind, label: row.engine_label ?? '' },
    expansion: row.expansion,
    counterpoint: row.counterpoint,
    output: row.output === null ? null : ThesisOutput.parse(JSON.parse(row.output)),
    settled: JSON.parse(row.settled),
    error: row.error,
    stageJobs: { expand: row.expand_job, counterpoint: row.counterpoint_job, synthesize: row.synthesize_job },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export interface ThesisStore {
  create(id: string, itemId: string, now: number): void
  find(id: string): ThesisRow | null
  newest(itemId: string): ThesisRow | null
  /** The newest one that was finished, whatever became of later runs. */
  newestDone(itemId: string): ThesisRow | null
  /** The items, also of the trash, that have a finished one. */
  finishedItems(): string[]
  setStatus(id: string, status: ThesisStatus, error: string | null, now: number): void
  setStageJob(id: string, stage: ThinkingStage, jobId: string): void
  setExpansion(id: string, text: string, engine: EngineLabel, now: number): void
  setCounterpoint(id: string, text: string, now: number): void
  finish(id: string, output: ThesisOutput, engine: EngineLabel, now: number): void
  settle(id: string, settled: readonly number[], now: number): void
}

/** Theses of items; earlier ones are kept. */
export function createThesisStore(db: VaultDatabase): ThesisStore {
  const insert = db.prepare(`INSERT INTO theses (id, item_id, status, created_at, updated_at) VALUES (?, ?, 'pending', ?, ?)`)
  const find = db.prepare<[string], Row>('SELECT * FROM theses WHERE id = ?')
  const newest = db.prepare<[string], Row>('SELECT * FROM theses WHERE item_id = ? ORDER BY created_at DESC, id DESC LIMIT 1')
  const newestDone = db.prepare<[string], Row>(
    'SELECT * FROM theses WHERE item_id = ? AND output IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1',
  )
  const finished = db.prepare<[], string>('SELECT DISTINCT item_id FROM theses WHERE output IS NOT NULL').pluck()
  const status = db.prepare('UPDATE theses SET status = ?, error = ?, updated_at = ? WHERE id = ?')
  const stageJob: Record<ThinkingStage, { run(jobId: string, id: string): unknown }> = {
    expand: db.prepare('UPDATE theses SET expand_job = ? WHERE id = ?'),
    counterpoint: db.prepare('UPDATE theses SET counterpoint_job = ? WHERE id = ?'),
    synthesize: db.prepare('UPDATE theses SET synthesize_job = ? WHERE id = ?'),
  }
  const expansion = db.prepare('UPDATE theses SET expansion = ?, engine_kind = ?, engine_label = ?, updated_at = ? WHERE id = ?')
  const counterpoint = db.prepare('UPDATE theses SET counterpoint = ?, updated_at = ? WHERE id = ?')
  const finish = db.prepare(
    `UPDATE theses SET output = ?, status = 'done', error = NULL, engine_kind = ?, engine_label = ?, updated_at = ? WHERE id = ?`,
  )
  const settle = db.prepare('UPDATE theses SET settled = ?, updated_at = ? WHERE id = ?')
  const read = (row: Row | undefined) => (row ? fromRow(row) : null)

  return {
    create(id, itemId, now) {
      insert.run(id, itemId, now, now)
    },
    find: (id) => read(find.get(id)),
    newest: (itemId) => read(newest.get(itemId)),
    newestDone: (itemId) => read(newestDone.get(itemId)),
    finishedItems: () => finished.all(),
    setStatus(id, next, error, now) {
      status.run(next, error, now, id)
    },
    setStageJob(id, stage, jobId) {
      stageJob[stage].run(jobId, id)
    },
    setExpansion(id, text, engine, now) {
      expansion.run(text, engine.kind, engine.label, now, id)
    },
    setCounterpoint(id, text, now) {
      counterpoint.run(text, now, id)
    },
    finish(id, output, engine, now) {
      finish.run(JSON.stringify(output), engine.kind, engine.label, now, id)
    },
    settle(id, settled, now) {
      settle.run(JSON.stringify(settled), now, id)
    },
  }
}

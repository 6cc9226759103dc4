import { z } from 'zod'
import { type OrchestrationStatus, PlanSource, type PlanStepStatus, PlanToolName } from '../../../shared/contract/orchestrate'
import { type EngineLabel, ThesisOutput } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'

export interface OrchestrationRow {
  id: string
  itemId: string
  jobId: string | null
  goal: string
  webQuestion: string | null
  status: Exclude<OrchestrationStatus, 'stopped'>
  plannedBy: 'model' | 'usual' | 'builtin' | null
  /** How often the plan was made anew since a person last started it. */
  replans: number
  warnings: string[]
  answer: string
  sources: PlanSource[]
  droppedCitations: number
  engine: EngineLabel | null
  error: string | null
  thesisId: string | null
  keptItemId: string | null
  createdAt: number
  finishedAt: number | null
}

export interface StepRow {
  id: string
  tool: PlanToolName
  why: string
  input: string
  needs: string[]
  status: PlanStepStatus
  round: number
  text: string
  sources: PlanSource[]
  /** Citations in the text that named nothing. */
  dropped: number
  thesis: ThesisOutput | null
  engine: EngineLabel | null
  error: string | null
  startedAt: number | null
  finishedAt: number | null
}

export type NewStep = Pick<StepRow, 'id' | 'tool' | 'why' | 'input' | 'needs'>
export type StepResult = Pick<StepRow, 'text' | 'sources' | 'dropped' | 'thesis'> & { engine: EngineLabel }

interface PlanColumns {
  id: string
  item_id: string
  job_id: string | null
  goal: string
  web_question: string | null
  status: OrchestrationRow['status']
  planned_by: OrchestrationRow['plannedBy']
  replans: number
  warnings: string
  answer: string
  sources: string
  dropped_citations: number
  engine_kind: EngineLabel['kind'] | null
  engine_label: string | null
  error: string | null
  thesis_id: string | null
  kept_item_id: string | null
  created_at: number
  finished_at: number | null
}

interface StepColumns {
  id: string
  tool: string
  why: string
  input: string
  needs: string
  status: PlanStepStatus
  round: number
  text: string
  sources: string
  dropped: number
  thesis: string | null
  engine_kind: EngineLabel['kind'] | null
  engine_label: string | null
  error: string | null
  started_at: number | null
  finished_at: number | null
}

const Sources = z.array(PlanSource)
const Texts = z.array(z.string())

const engineOf = (row: Pick<PlanColumns, 'engine_kind' | 'engine_label'>): EngineLabel | null =>
  row.engine_kind === null ? null : { kind: row.engine_kind, label: row.engine_label ?? '' }

function planOf(row: PlanColumns): OrchestrationRow {
  return {
    id: row.id,
    itemId: row.item_id,
    jobId: row.job_id,
    goal: row.goal,
    webQuestion: row.web_question,
    status: row.status,
    plannedBy: row.planned_by,
    replans: row.replans,
    warnings: Texts.parse(JSON.parse(row.warnings)),
    answer: row.answer,
    sources: Sources.parse(JSON.parse(row.sources)),
    droppedCitations: row.dropped_citations,
    engine: engineOf(row),
    error: row.error,
    thesisId: row.thesis_id,
    keptItemId: row.kept_item_id,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  }
}

function stepOf(row: StepColumns): StepRow {
  return {
    id: row.id,
    tool: PlanToolName.parse(row.tool),
    why: row.why,
    input: row.input,
    needs: Texts.parse(JSON.parse(row.needs)),
    status: row.status,
    round: row.round,
    text: row.text,
    sources: Sources.parse(JSON.parse(row.sources)),
    dropped: row.dropped,
    thesis: row.thesis === null ? null : ThesisOutput.parse(JSON.parse(row.thesis)),
    engine: engineOf(row),
    error: row.error,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

export interface OrchestrationStore {
  create(id: string, of: { itemId: string; goal: string; webQuestion: string | null }, now: number): void
  find(id: string): OrchestrationRow | null
  newest(itemId: string): OrchestrationRow | null
  /** Newest first, at most 50. */
  ofItem(itemId: string): OrchestrationRow[]
  /** In the order of the plan, those planned away among them. */
  steps(id: string): StepRow[]
  setJob(id: string, jobId: string): void
  setStatus(id: string, status: OrchestrationRow['status'], error: string | null, now: number): void
  warn(id: string, sentence: string): void
  setThesis(id: string, thesisId: string): void
  setKept(id: string, itemId: string): void
  /** The first plan; whoever made it. */
  addPlan(id: string, steps: readonly NewStep[], plannedBy: NonNullable<OrchestrationRow['plannedBy']>): void
  /** What is not done is planned away, and these come in its place. Counts as one more plan. */
  replacePlan(id: string, steps: readonly NewStep[]): void
  startStep(id: string, stepId: string, now: number): void
  finishStep(id: string, stepId: string, result: StepResult, now: number): void
  failStep(id: string, stepId: string, error: string, now: number): void
  /** What ran or failed waits again. With `anew` the plan may also be made anew once more. */
  reopenSteps(id: string, anew: boolean): void
  /** The run ended: what ran waits, what failed stays to be read. */
  reopenRunning(id: string): void
  /** The result is that of the step. */
  finish(id: string, stepId: string, now: number): void
}

/** Plans of items with their steps; earlier ones are kept. */
export function createOrchestrationStore(db: VaultDatabase): OrchestrationStore {
  const insert = db.prepare(
    `INSERT INTO orchestrations (id, item_id, goal, web_question, status, created_at) VALUES (?, ?, ?, ?, 'pending', ?)`,
  )
  const find = db.prepare<[string], PlanColumns>('SELECT * FROM orchestrations WHERE id = ?')
  const ofItem = db.prepare<[string, number], PlanColumns>(
    'SELECT * FROM orchestrations WHERE item_id = ? ORDER BY created_at DESC, id DESC LIMIT ?',
  )
  const steps = db.prepare<[string], StepColumns>('SELECT * FROM orchestration_steps WHERE orchestration_id = ? ORDER BY position')
  const job = db.prepare('UPDATE orchestrations SET job_id = ? WHERE id = ?')
  const status = db.prepare('UPDATE orchestrations SET status = ?, error = ?, finished_at = ? WHERE id = ?')
  const warnings = db.prepare('UPDATE orchestrations SET warnings = ? WHERE id = ?')
  const thesis = db.prepare('UPDATE orchestrations SET thesis_id = ? WHERE id = ?')
  const kept = db.prepare('UPDATE orchestrations SET kept_item_id = ? WHERE id = ?')
  const planned = db.prepare('UPDATE orchestrations SET planned_by = ? WHERE id = ?')
  const addStep = db.prepare(
    `INSERT INTO orchestration_steps (orchestration_id, id, position, round, tool, why, input, needs, status)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting')`,
  )
  const last = db.prepare<[string], { position: number | null; round: number | null }>(
    'SELECT MAX(position) AS position, MAX(round) AS round FROM orchestration_steps WHERE orchestration_id = ?',
  )
  const replaceOpen = db.prepare(`UPDATE orchestration_steps SET status = 'replaced' WHERE orchestration_id = ? AND status <> 'done'`)
  const countReplan = db.prepare('UPDATE orchestrations SET replans = replans + 1 WHERE id = ?')
  const start = db.prepare(
    `UPDATE orchestration_steps SET status = 'running', started_at = ?, finished_at = NULL, error = NULL WHERE orchestration_id = ? AND id = ?`,
  )
  const finishStep = db.prepare(
    `UPDATE orchestration_steps SET status = 'done', text = ?, sources = ?, dropped = ?, thesis = ?, engine_kind = ?, engine_label = ?,
     error = NULL, finished_at = ? WHERE orchestration_id = ? AND id = ?`,
  )
  const failStep = db.prepare(
    `UPDATE orchestration_steps SET status = 'failed', error = ?, finished_at = ? WHERE orchestration_id = ? AND id = ?`,
  )
  const reopened = `UPDATE orchestration_steps SET status = 'waiting', started_at = NULL, finished_at = NULL, error = NULL`
  const reopen = db.prepare(`${reopened} WHERE orchestration_id = ? AND status IN ('running', 'failed')`)
  const reopenRunning = db.prepare(`${reopened} WHERE orchestration_id = ? AND status = 'running'`)
  const forgetReplans = db.prepare('UPDATE orchestrations SET replans = 0 WHERE id = ?')
  const finish = db.prepare(
    `UPDATE orchestrations SET status = 'done', error = NULL, finished_at = ?,
       (answer, sources, dropped_citations, engine_kind, engine_label) =
       (SELECT text, sources, dropped, engine_kind, engine_label FROM orchestration_steps WHERE orchestration_id = orchestrations.id AND id = ?)
     WHERE id = ?`,
  )
  const read = (row: PlanColumns | undefined) => (row ? planOf(row) : null)

  function add(id: string, added: readonly NewStep[]): void {
    const { position, round } = last.get(id) ?? { position: null, round: null }
    for (const [index, step] of added.entries()) {
      const place = (position ?? -1) + 1 + index
      addStep.run(id, step.id, place, (round ?? -1) + 1, step.tool, step.why, step.input, JSON.stringify(step.needs))
    }
  }

  return {
    create(id, { itemId, goal, webQuestion }, now) {
      insert.run(id, itemId, goal, webQuestion, now)
    },
    find: (id) => read(find.get(id)),
    newest: (itemId) => read(ofItem.get(itemId, 1)),
    ofItem: (itemId) => ofItem.all(itemId, 50).map(planOf),
    steps: (id) => steps.all(id).map(stepOf),
    setJob(id, jobId) {
      job.run(jobId, id)
    },
    setStatus(id, next, error, now) {
      status.run(next, error, next === 'failed' ? now : null, id)
    },
    warn(id, sentence) {
      const row = find.get(id)
      if (row) warnings.run(JSON.stringify([...new Set([...planOf(row).warnings, sentence])]), id)
    },
    setThesis(id, thesisId) {
      thesis.run(thesisId, id)
    },
    setKept(id, itemId) {
      kept.run(itemId, id)
    },
    addPlan(id, added, plannedBy) {
      add(id, added)
      planned.run(plannedBy, id)
    },
    replacePlan(id, added) {
      replaceOpen.run(id)
      add(id, added)
      countReplan.run(id)
    },
    startStep(id, stepId, now) {
      start.run(now, id, stepId)
    },
    finishStep(id, stepId, { text, sources, dropped, thesis: output, engine }, now) {
      const written = output === null ? null : JSON.stringify(output)
      finishStep.run(text, JSON.stringify(sources), dropped, written, engine.kind, engine.label, now, id, stepId)
    },
    failStep(id, stepId, error, now) {
      failStep.run(error, now, id, stepId)
    },
    reopenSteps(id, anew) {
      reopen.run(id)
      if (anew) forgetReplans.run(id)
    },
    reopenRunning(id) {
      reopenRunning.run(id)
    },
    finish(id, stepId, now) {
      finish.run(now, stepId, id)
    },
  }
}

import { type ScheduleKind, ScheduleRule } from '../../../shared/contract/schedules'
import { DAY_MS } from '../../../shared/timing'
import type { VaultDatabase } from '../../core/db/open-database'
import type { Slot } from './schedule-rules'

export interface StoredSchedule {
  id: string
  kind: ScheduleKind
  rule: ScheduleRule
  question: string
  enabled: boolean
  /** Slots up to this moment need nothing any more. */
  settledUntil: number
  deleted: boolean
}

export type RunOutcome = 'done' | 'failed' | 'cancelled' | 'skipped'

/** One planned run with what its job is at now. */
export interface StoredRun {
  id: number
  slotAt: number | null
  plannedAt: number
  startedAt: number | null
  endedAt: number | null
  outcome: RunOutcome | null
  note: string | null
  itemId: string | null
  /** The briefing that its job makes or made; null for other jobs, and once it was deleted. */
  briefingId: string | null
  /** Null where nothing was enqueued, and once the job was deleted. */
  jobId: string | null
  jobStatus: 'pending' | 'running' | 'done' | 'dead' | 'cancelled' | null
  /** What a pending job says it waits for. */
}

interface ScheduleRow {
  id: string
  kind: ScheduleKind
  rule: string
  question: string
  enabled: number
  settled_until: number
  deleted_at: number | null
}

/** Runs of a schedule that are remembered: with an hourly one, a week of slots that a clock set back cannot plan again. */
const KEPT_RUNS = 200

/** A briefing is begun with its run, or is one that was under way already and which the run joined: so it is looked for among those of a day. */
const RUN = `SELECT r.id, r.slot_at AS slotAt, r.planned_at AS plannedAt, r.started_at AS startedAt, r.ended_at AS endedAt, r.outcome, r.note,
    r.item_id AS itemId,
    (SELECT b.id FROM briefings b WHERE b.created_at BETWEEN r.planned_at - ${DAY_MS} AND r.planned_at AND b.job_id = r.job_id
      AND b.deleted_at IS NULL) AS briefingId, j.id AS jobId, j.status AS jobStatus
  FROM schedule_runs r LEFT JOIN jobs j ON j.id = r.job_id WHERE r.schedule_id = ?`

export type ScheduleStore = ReturnType<typeof createScheduleStore>

/** What runs by itself, and its runs. Writes run inside the caller's transaction. */
export function createScheduleStore(db: VaultDatabase) {
  const all = db.prepare<[], ScheduleRow>(
    `SELECT * FROM schedules WHERE deleted_at IS NULL ORDER BY kind = 'research_question', created_at, id`,
  )
  const one = db.prepare<[string], ScheduleRow>('SELECT * FROM schedules WHERE id = ?')
  const insert = db.prepare(
    `INSERT OR IGNORE INTO schedules (id, kind, rule, question, enabled, settled_until, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = db.prepare('UPDATE schedules SET rule = ?, question = ?, enabled = ?, settled_until = ?, deleted_at = NULL WHERE id = ?')
  const settle = db.prepare('UPDATE schedules SET settled_until = ? WHERE id = ?')
  const markDeleted = db.prepare('UPDATE schedules SET deleted_at = ? WHERE id = ? AND deleted_at IS NULL')
  const forget = db.prepare('DELETE FROM schedules WHERE deleted_at < ?')

  const addRun = db.prepare(
    `INSERT INTO schedule_runs (schedule_id, slot, slot_at, job_id, planned_at, ended_at, outcome, note) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const moveRun = db.prepare('UPDATE schedule_runs SET slot = ?, slot_at = ? WHERE id = ?')
  const trim = db.prepare(
    `DELETE FROM schedule_runs WHERE schedule_id = ? AND outcome IS NOT NULL AND id <= (
       SELECT id FROM schedule_runs WHERE schedule_id = ? ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_RUNS})`,
  )
  const slotOf = db
    .prepare<[string, string], number>('SELECT slot_at FROM schedule_runs WHERE schedule_id = ? AND slot = ? ORDER BY id DESC LIMIT 1')
    .pluck()
  const newest = db.prepare<[string], StoredRun>(`${RUN} ORDER BY r.id DESC LIMIT 1`)
  const newestStarted = db.prepare<[string], StoredRun>(`${RUN} AND r.started_at IS NOT NULL ORDER BY r.id DESC LIMIT 1`)
  const live = db.prepare<[string], StoredRun>(`${RUN} AND j.status IN ('pending', 'running') ORDER BY r.id DESC LIMIT 1`)
  const started = db.prepare('UPDATE schedule_runs SET started_at = ?, ended_at = NULL, outcome = NULL, note = NULL WHERE job_id = ?')
  const ended = db.prepare('UPDATE schedule_runs SET ended_at = ?, outcome = ?, note = ?, item_id = ? WHERE job_id = ?')
  const reopened = db.prepare('UPDATE schedule_runs SET ended_at = NULL, outcome = NULL, note = NULL WHERE job_id = ?')
  const kindOfJob = db
    .prepare<[string], ScheduleKind>(
      'SELECT s.kind FROM schedule_runs r JOIN schedules s ON s.id = r.schedule_id WHERE r.job_id = ? LIMIT 1',
    )
    .pluck()

  const read = (row: ScheduleRow): StoredSchedule => ({
    id: row.id,
    kind: row.kind,
    rule: ScheduleRule.parse(JSON.parse(row.rule)),
    question: row.question,
    enabled: row.enabled === 1,
    settledUntil: row.settled_until,
    deleted: row.deleted_at !== null,
  })

  return {
    /** Those that are not deleted: the fixed ones, then questions, the oldest first. */
    list: (): StoredSchedule[] => all.all().map(read),
    /** Also a deleted one that can still come back. */
    find(id: string): StoredSchedule | null {
      const row = one.get(id)
      return row ? read(row) : null
    },
    /** False when there is one with this id. */
    add(schedule: Omit<StoredSchedule, 'deleted'>, now: number): boolean {
      const { id, kind, rule, question, enabled, settledUntil } = schedule
      return insert.run(id, kind, JSON.stringify(rule), question, enabled ? 1 : 0, settledUntil, now).changes > 0
    },
    /** Brings a deleted one back. */
    update({ id, rule, question, enabled, settledUntil }: Omit<StoredSchedule, 'deleted' | 'kind'>): void {
      update.run(JSON.stringify(rule), question, enabled ? 1 : 0, settledUntil, id)
    },
    settle: (id: string, until: number): void => void settle.run(until, id),
    /** False when there is none. */
    markDeleted: (id: string, now: number): boolean => markDeleted.run(now, id).changes > 0,
    /** For good, with their runs: what was deleted before `time`. */
    forgetDeleted: (time: number): number => forget.run(time).changes,

    /** `slot` is null for a run besides the times. `reason` for one that could not be started, which has no job. */
    addRun(scheduleId: string, slot: Slot | null, made: { jobId: string } | { reason: string }, now: number): void {
      const end = 'reason' in made ? ([now, 'skipped', made.reason] as const) : ([null, null, null] as const)
      addRun.run(scheduleId, slot?.label ?? null, slot?.at ?? null, 'jobId' in made ? made.jobId : null, now, ...end)
      trim.run(scheduleId, scheduleId)
    },
    /** Has a run that waits count for a later slot. */
    moveRun: (runId: number, slot: Slot): void => void moveRun.run(slot.label, slot.at, runId),
    /** The moment for which the slot of a local date and time was planned last. */
    plannedAt: (scheduleId: string, label: string): number | null => slotOf.get(scheduleId, label) ?? null,
    newestRun: (scheduleId: string): StoredRun | null => newest.get(scheduleId) ?? null,
    /** The newest that really started. */
    lastRun: (scheduleId: string): StoredRun | null => newestStarted.get(scheduleId) ?? null,
    /** The run whose job waits or runs. */
    liveRun: (scheduleId: string): StoredRun | null => live.get(scheduleId) ?? null,

    /** What a job was started for; null for a job that no schedule has to do with. */
    kindOfJob: (jobId: string): ScheduleKind | null => kindOfJob.get(jobId) ?? null,
    /** These three: false when no run has this job. */
    started: (jobId: string, now: number): boolean => started.run(now, jobId).changes > 0,
    ended: (jobId: string, outcome: RunOutcome, note: string | null, itemId: string | null, now: number): boolean =>
      ended.run(now, outcome, note, itemId, jobId).changes > 0,
    reopened: (jobId: string): boolean => reopened.run(jobId).changes > 0,
  }
}

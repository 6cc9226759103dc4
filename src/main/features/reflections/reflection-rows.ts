import type { Finding, FindingCounts, FindingKind, FindingState, Reflection, ReflectionState } from '../../../shared/contract/reflections'
import type { EngineLabel } from '../../../shared/entities'
import { sharedOnly, theVault, type Viewer } from '../../core/privacy/viewer'

/** A reflection as it is kept, without its findings; what its job does now is not known here. */
export type StoredReflection = Omit<Reflection, 'waitingFor' | 'text' | 'findings' | 'gone'> & {
  /** Begun by a program: it reads nothing that stays here. */
  viewer: Viewer
  /** As `since`, for items that stay here. */
  sincePrivate: number | null
}

/** A finding with what nobody outside needs to know. */
export type StoredFinding = Finding & { reflectionId: string }

export interface ReflectionRow {
  id: string
  report_id: string | null
  report_title: string | null
  report_deleted_at: number | null
  report_private: number | null
  job_id: string | null
  state: ReflectionState
  asked: number
  hide_private: number
  private: number
  since: number | null
  since_private: number | null
  until: number | null
  item_count: number
  over_count: number
  private_count: number
  engine_kind: EngineLabel['kind'] | null
  engine_label: string | null
  narrative: string
  previous_id: string | null
  dropped: number
  note: string
  error: string | null
  counts: string
  created_at: number
  updated_at: number
}

export interface FindingRow {
  id: string
  reflection_id: string
  kind: FindingKind
  title: string
  text: string
  question: string | null
  state: FindingState
  captured_id: string | null
  captured_title: string | null
  captured_deleted_at: number | null
  before_id: string | null
  /** JSON: [item id, title, in the trash, quote] of each citation, in order. */
  cited: string
}

export const REFLECTION_COLUMNS = `r.*, p.title AS report_title, p.deleted_at AS report_deleted_at, p.private AS report_private,
  (SELECT json_group_object(kind, count) FROM (SELECT kind, COUNT(*) AS count FROM reflection_findings f WHERE f.reflection_id = r.id GROUP BY kind))
    AS counts`
export const REFLECTION_JOINS = 'FROM reflections r LEFT JOIN items p ON p.id = r.report_id'

export const FINDING_COLUMNS = `f.id, f.reflection_id, f.kind, f.title, f.text, f.question, f.state, f.captured_id, f.before_id,
  k.title AS captured_title, k.deleted_at AS captured_deleted_at,
  (SELECT json_group_array(json_array(item_id, title, gone, quote)) FROM (
    SELECT c.item_id, i.title, i.deleted_at IS NOT NULL AS gone, c.quote FROM reflection_citations c JOIN items i ON i.id = c.item_id
    WHERE c.finding_id = f.id ORDER BY c.position)) AS cited`
export const FINDING_JOINS = 'FROM reflection_findings f LEFT JOIN items k ON k.id = f.captured_id'

const none: FindingCounts = { theme: 0, contradiction: 0, pattern: 0, gap: 0, connection: 0 }

export function toReflection(row: ReflectionRow): StoredReflection {
  return {
    id: row.id,
    state: row.state,
    report: row.report_id === null ? null : { id: row.report_id, title: row.report_title ?? '', inTrash: row.report_deleted_at !== null },
    since: row.since,
    sincePrivate: row.since_private,
    until: row.until,
    itemCount: row.item_count,
    counts: { ...none, ...(JSON.parse(row.counts) as Partial<FindingCounts>) },
    note: row.note,
    asked: row.asked === 1,
    viewer: row.hide_private === 1 ? sharedOnly : theVault,
    private: row.private === 1 || row.report_private === 1,
    jobId: row.job_id,
    engine: row.engine_kind === null ? null : { kind: row.engine_kind, label: row.engine_label ?? '' },
    narrative: row.narrative,
    previousId: row.previous_id,
    droppedCitations: row.dropped,
    leftOut: { over: row.over_count, private: row.private_count },
    error: row.error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toFinding(row: FindingRow): StoredFinding {
  const cited = JSON.parse(row.cited) as [id: string, title: string, gone: 0 | 1, quote: string | null][]
  const sides = cited.map(([itemId, title, gone, quote]) => ({ itemId, title, inTrash: gone === 1, quote }))
  return {
    id: row.id,
    reflectionId: row.reflection_id,
    kind: row.kind,
    title: row.title,
    text: row.text,
    items: cited.map(([id, title, gone]) => ({ id, title, inTrash: gone === 1 })),
    sides: row.kind === 'contradiction' && sides.length === 2 ? sides : null,
    question: row.question,
    state: row.state,
    captured:
      row.captured_id === null ? null : { id: row.captured_id, title: row.captured_title ?? '', inTrash: row.captured_deleted_at !== null },
    before: row.before_id,
  }
}

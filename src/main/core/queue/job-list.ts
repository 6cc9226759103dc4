import type { JobStatus, JobSummary, JobType } from '../../../shared/entities'
import type { VaultDatabase } from '../db/open-database'
import { isShared } from '../privacy/private-rows'
import type { Viewer } from '../privacy/viewer'
import { type Closure, createDueGates } from './job-gates'

export interface JobFilter {
  status?: JobStatus | undefined
  type?: JobType | undefined
  itemId?: string | undefined
  /** Leaves out the jobs of items that stay here. */
  viewer: Viewer
}

export interface JobPage {
  jobs: JobSummary[]
  nextCursor: string | null
}

/** A job with the title of its item, as the panel shows it. */
export interface ShownRow {
  id: string
  type: JobType
  status: JobStatus
  item_id: string | null
  item_title: string | null
  attempts: number
  max_attempts: number
  next_run_at: number
  due: number
  created_at: number
  started_at: number | null
  finished_at: number | null
  error: string | null
  error_code: string | null
  waiting_reason: string | null
  result_note: string | null
  changes: string | null
  priority: number
  payload: string
  runs: number
  worker: number | null
  gate: string
}

type Key = string | number

interface Segment {
  statuses: readonly JobStatus[]
  /** The segment's rows; when there are several, each is read in its order and they are merged. */
  parts: readonly string[]
  /** Its parts lie behind open or closed gates, each gate with all the parts. */
  gates?: 'open' | 'closed'
  order: string
  descending?: boolean
  /** The condition "comes after the cursor's row", and the columns whose values the cursor holds. */
  after: string
  keys: (row: ShownRow) => Key[]
}

const newestFirst = {
  order: 'j.finished_at DESC, j.id DESC',
  descending: true,
  after: '(j.finished_at, j.id) < (?, ?)',
  keys: (row: ShownRow) => [row.finished_at ?? 0, row.id],
}

const due = {
  statuses: ['pending'],
  parts: [0, 1, 2].map((lane) => `j.status = 'pending' AND j.due = 1 AND j.gate = ? AND j.lane = ${lane}`),
  order: 'j.priority, j.next_run_at, j.id',
  after: '(j.priority, j.next_run_at, j.id) > (?, ?, ?)',
  keys: (row: ShownRow) => [row.priority, row.next_run_at, row.id],
} as const satisfies Segment

/** The parts of the list from top to bottom. An index has each of their parts in order, so a page never sorts what waits. */
const segments: readonly Segment[] = [
  { statuses: ['dead'], parts: [`j.status = 'dead'`], ...newestFirst },
  {
    statuses: ['running'],
    parts: [`j.status = 'running'`],
    order: 'j.started_at, j.id',
    after: '(j.started_at, j.id) > (?, ?)',
    keys: (row) => [row.started_at ?? 0, row.id],
  },
  { ...due, gates: 'open' },
  { ...due, gates: 'closed' },
  {
    statuses: ['pending'],
    parts: [`j.status = 'pending' AND j.due = 0`],
    order: 'j.next_run_at, j.id',
    after: '(j.next_run_at, j.id) > (?, ?)',
    keys: (row) => [row.next_run_at, row.id],
  },
  { statuses: ['done', 'cancelled'], parts: [`j.status = 'done'`, `j.status = 'cancelled'`], ...newestFirst },
]

export const SHOWN_ROWS = 'SELECT j.*, i.title AS item_title FROM jobs j LEFT JOIN items i ON i.id = j.item_id'

/** Pages of jobs: dead first, then running, waiting in the order they will run, then finished, newest first. */
export function createJobList(db: VaultDatabase, isPaused: () => boolean, closureOf: (gate: string) => Closure | null) {
  const dueGates = createDueGates(db)

  /** Each part with the gate that it is to be read behind, if any. */
  function partsOf({ parts, gates }: Segment): { part: string; gate: string[] }[] {
    if (gates === undefined) return parts.map((part) => ({ part, gate: [] }))
    const wanted = dueGates().filter((gate) => (closureOf(gate) === null) === (gates === 'open'))
    return wanted.flatMap((gate) => parts.map((part) => ({ part, gate: [gate] })))
  }

  function read(segment: Segment, filter: JobFilter, after: readonly Key[] | null, limit: number): ShownRow[] {
    const conditions: string[] = []
    const values: Key[] = []
    if (filter.type !== undefined) {
      conditions.push('j.type = ?')
      values.push(filter.type)
    }
    if (filter.itemId !== undefined) {
      conditions.push('j.item_id = ?')
      values.push(filter.itemId)
    }
    if (!filter.viewer.seesPrivate) conditions.push(isShared('coalesce(i.private, 0)'))
    if (after) {
      conditions.push(segment.after)
      values.push(...after)
    }
    const isOneOfSeveral = segment.statuses.length > 1 && filter.status !== undefined
    const parts = partsOf(isOneOfSeveral ? { ...segment, parts: [`j.status = '${filter.status}'`] } : segment)
    // An item has few jobs: they are sorted, instead of all jobs being walked in order.
    const source = filter.itemId === undefined ? SHOWN_ROWS : SHOWN_ROWS.replace('jobs j', 'jobs j INDEXED BY jobs_by_item')
    const rows = parts.flatMap(({ part, gate }) =>
      db
        .prepare<unknown[], ShownRow>(`${source} WHERE ${[part, ...conditions].join(' AND ')} ORDER BY ${segment.order} LIMIT ?`)
        .all(...gate, ...values, limit),
    )
    const direction = segment.descending === true ? -1 : 1
    if (parts.length > 1) rows.sort((one, other) => direction * compareKeys(segment.keys(one), segment.keys(other)))
    return rows.slice(0, limit)
  }

  return (filter: JobFilter, cursor: string | undefined, limit: number): JobPage => {
    const at = parseCursor(cursor)
    const rows: { row: ShownRow; segment: number }[] = []
    for (let index = at?.segment ?? 0; index < segments.length && rows.length <= limit; index++) {
      const segment = segments[index]
      if (!segment || (filter.status !== undefined && !segment.statuses.includes(filter.status))) continue
      const found = read(segment, filter, at?.segment === index ? at.keys : null, limit + 1 - rows.length)
      for (const row of found) rows.push({ row, segment: index })
    }
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    const more = rows.length > limit && last
    return {
      jobs: page.map(({ row }) => summarise(row, isPaused(), closureOf)),
      nextCursor: more ? JSON.stringify([last.segment, ...(segments[last.segment]?.keys(last.row) ?? [])]) : null,
    }
  }
}

/** What a row says beside its columns, as closures stand now. */
function whyItWaits(row: ShownRow, closureOf: (gate: string) => Closure | null) {
  const isDue = row.status === 'pending' && row.due === 1
  const closure = isDue ? closureOf(row.gate) : null
  // What a job waited for behind a gate that is open now is over.
  const isOver = isDue && closure === null && row.gate !== '' && row.waiting_reason !== null
  return { isDue, closure, isOver, reason: closure?.reason ?? (isOver ? null : row.waiting_reason) }
}

/** What a pending job waits for other than its turn. */
export function waitingReason(row: ShownRow, closureOf: (gate: string) => Closure | null): string | null {
  return whyItWaits(row, closureOf).reason
}

export function summarise(row: ShownRow, paused: boolean, closureOf: (gate: string) => Closure | null): JobSummary {
  const { isDue, closure, isOver, reason } = whyItWaits(row, closureOf)
  const turn = !isDue ? 'Tries again after a wait.' : paused ? 'The queue is paused.' : 'Waits for its turn.'
  const waitingFor = row.status === 'pending' ? (reason ?? turn) : null
  const errorCode = closure?.code ?? (isOver ? null : row.error_code)
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    itemId: row.item_id,
    itemTitle: row.item_title,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    nextRunAt: closure?.nextTryAt ?? row.next_run_at,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    error: row.error,
    errorCode,
    waitingFor,
    changes: row.changes === null ? null : JSON.parse(row.changes),
    resultNote: row.result_note,
  }
}

function compareKeys(one: readonly Key[], other: readonly Key[]): number {
  for (const [index, key] of one.entries()) {
    const than = other[index] ?? key
    if (key !== than) return key < than ? -1 : 1
  }
  return 0
}

function parseCursor(cursor: string | undefined): { segment: number; keys: (string | number)[] } | null {
  if (cursor === undefined) return null
  try {
    const parsed: unknown = JSON.parse(cursor)
    if (!Array.isArray(parsed) || typeof parsed[0] !== 'number') return null
    const keys = parsed.slice(1).filter((key): key is string | number => typeof key === 'string' || typeof key === 'number')
    const expected = segments[parsed[0]]?.after.match(/\?/g)?.length
    return keys.length === expected ? { segment: parsed[0], keys } : null
  } catch {
    return null
  }
}

import type { JobType } from '../../../shared/entities'
import type { VaultDatabase } from '../db/open-database'
import { createDueGates } from './job-gates'
import type { JobChanges, JobRow } from './job-row'
import type { Lane } from './job-rules'

export interface ClaimedJob {
  id: string
  type: JobType
  payload: unknown
  itemId: string | null
  lane: Lane
  /** Counts this attempt; 1 for the first. */
  attempts: number
  maxAttempts: number
  /** Number of this run over the whole life of the job, also across retries by hand. */
  run: number
  claimId: string
  changes: JobChanges | null
}

/** `all`: every due job. `short`: none of lane 2. `asked`: only lane 0, the longest waiting first. */
export type ClaimScope = 'all' | 'short' | 'asked'

export interface GroupClaim {
  claimId: string
  worker: number
  scope: Exclude<ClaimScope, 'asked'>
  now: number
  /** A job of lane 0 that has waited this long, in milliseconds, is taken before everything else. */
  patienceMs: number
  /** How many jobs like the first are taken together, at most. */
  limitOf(first: ClaimedJob): number
  /** Jobs behind a closed gate are passed over. */
  isClosed?: IsClosed
}

export type IsClosed = (gate: string) => boolean

export interface JobClaims {
  /** Whether `claim` would find a job; reads only. */
  hasDue(scope: ClaimScope, isClosed?: IsClosed): boolean
  /** Takes the due job with the smallest priority number, then the earliest next_run_at, and starts its attempt. */
  claim(claimId: string, worker: number, scope: ClaimScope, now: number, isClosed?: IsClosed): ClaimedJob | null
  /**
   * The same for several at once: the next job, and those right behind it that have its type and lane and run for the first
   * time. Empty when nothing is due.
   */
  claimGroup(request: GroupClaim): ClaimedJob[]
  /** When the longest waiting job that a person asked for became due. */
  oldestAskedAt(isClosed?: IsClosed): number | null
}

/** A place in the queue's order. */
interface Head {
  id: string
  gate: string
  lane: Lane
  priority: number
  next_run_at: number
}

/** Index named because the planner would as soon walk over every pending job. */
const DUE = `FROM jobs INDEXED BY jobs_due WHERE status = 'pending' AND due = 1 AND gate = ?`
const IN_ORDER = 'ORDER BY priority, next_run_at, id LIMIT'

/** The claim's statements, exported so that a test can look at their query plans. Each looks behind one gate. */
export const claimSql = {
  hasDue: `SELECT 1 AS found ${DUE} AND lane <= ? LIMIT 1`,
  nextOfLanes: [0, 1, 2]
    .map((lane) => `SELECT * FROM (SELECT id, gate, lane, priority, next_run_at ${DUE} AND lane = ${lane} ${IN_ORDER} 1)`)
    .join(' UNION ALL '),
  nextAsked: `SELECT id, gate, lane, priority, next_run_at ${DUE} AND lane = 0 AND priority > ? ${IN_ORDER} 1`,
  followers: `SELECT id, gate, lane, priority, next_run_at, type, attempts ${DUE} AND lane = ? ${IN_ORDER} ?`,
  take: `UPDATE jobs SET status = 'running', attempts = attempts + 1, runs = runs + 1, claim_id = ?, worker = ?, started_at = ?,
    finished_at = NULL, waiting_reason = NULL
    WHERE id = ? AND status = 'pending' RETURNING type, payload, item_id, lane, attempts, max_attempts, runs, changes`,
}

const lastLane: Record<ClaimScope, Lane> = { all: 2, short: 1, asked: 0 }

const noneClosed: IsClosed = () => false

/**
 * Finds the next job and takes it. Each lane behind each gate keeps its own order in one index, so that the next of all is the best of
 * the first ones.
 */
export function createJobClaims(db: VaultDatabase): JobClaims {
  const dueGates = createDueGates(db)
  const due = db.prepare<[string, Lane], { found: number }>(claimSql.hasDue)
  const nextOfLanes = db.prepare<[string, string, string], Head>(claimSql.nextOfLanes)
  const nextAsked = db.prepare<[string, number], Head>(claimSql.nextAsked)
  const followers = db.prepare<[string, Lane, number], Head & { type: JobType; attempts: number }>(claimSql.followers)
  const take = db.prepare<
    [string, number, number, string],
    Pick<JobRow, 'type' | 'payload' | 'item_id' | 'lane' | 'attempts' | 'max_attempts' | 'runs' | 'changes'>
  >(claimSql.take)

  const openGates = (isClosed: IsClosed) => dueGates().filter((gate) => !isClosed(gate))

  /** The first of each priority is the longest waiting of it; there are few priorities. */
  function longestAsked(gates: readonly string[]): Head | undefined {
    let longest: Head | undefined
    for (const gate of gates)
      for (let head = nextAsked.get(gate, Number.MIN_SAFE_INTEGER); head; head = nextAsked.get(gate, head.priority))
        if (!longest || compareWaits(head, longest) < 0) longest = head
    return longest
  }

  /** The next of each lane behind each gate, in the queue's order. */
  function heads(scope: ClaimScope, gates: readonly string[]): Head[] {
    return gates
      .flatMap((gate) => nextOfLanes.all(gate, gate, gate))
      .filter((head) => head.lane <= lastLane[scope])
      .sort(inOrder)
  }

  function start(id: string, claimId: string, worker: number, now: number): ClaimedJob | null {
    const row = take.get(claimId, worker, now, id)
    if (!row) return null
    return {
      id,
      type: row.type,
      payload: JSON.parse(row.payload),
      itemId: row.item_id,
      lane: row.lane,
      attempts: row.attempts,
      maxAttempts: row.max_attempts,
      run: row.runs,
      claimId,
      changes: row.changes === null ? null : JSON.parse(row.changes),
    }
  }

  return {
    hasDue: (scope, isClosed = noneClosed) => openGates(isClosed).some((gate) => due.get(gate, lastLane[scope]) !== undefined),
    claim(claimId, worker, scope, now, isClosed = noneClosed) {
      const gates = openGates(isClosed)
      const next = scope === 'asked' ? longestAsked(gates) : heads(scope, gates)[0]
      return next ? start(next.id, claimId, worker, now) : null
    },
    claimGroup({ claimId, worker, scope, now, patienceMs, limitOf, isClosed = noneClosed }) {
      const gates = openGates(isClosed)
      const order = heads(scope, gates)
      const [next, rival] = order
      if (!next) return []
      const asked = order.some((head) => head.lane === 0) ? longestAsked(gates) : undefined
      const impatient = asked && now - asked.next_run_at >= patienceMs
      const first = start(impatient ? asked.id : next.id, claimId, worker, now)
      if (!first) return []
      const group = [first]
      const others = impatient ? 0 : limitOf(first) - 1
      if (others < 1) return group
      for (const follower of followers.all(next.gate, first.lane, others)) {
        if (follower.type !== first.type || follower.attempts > 0 || (rival && inOrder(rival, follower) < 0)) break
        const job = start(follower.id, claimId, worker, now)
        if (job) group.push(job)
      }
      return group
    },
    oldestAskedAt: (isClosed = noneClosed) => longestAsked(openGates(isClosed))?.next_run_at ?? null,
  }
}

/** Negative when the first has waited longer. */
function compareWaits(one: Head, other: Head): number {
  return one.next_run_at - other.next_run_at || inOrder(one, other)
}

/** Compares two places: negative when the first runs earlier. */
function inOrder(one: Head, other: Head): number {
  return one.priority - other.priority || one.next_run_at - other.next_run_at || (one.id < other.id ? -1 : 1)
}

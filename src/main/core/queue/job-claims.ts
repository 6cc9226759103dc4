import type { JobType } from '../../../shared/entities'
import type { VaultDatabase } from '../db/open-database'
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
}

export interface JobClaims {
  /** Whether `claim` would find a job; reads only. */
  hasDue(scope: ClaimScope): boolean
  /** Takes the due job with the smallest priority number, then the earliest next_run_at, and starts its attempt. */
  claim(claimId: string, worker: number, scope: ClaimScope, now: number): ClaimedJob | null
  /**
   * The same for several at once: the next job, and those right behind it that have its type and lane and run for the first
   * time. Empty when nothing is due.
   */
  claimGroup(request: GroupClaim): ClaimedJob[]
  /** When the longest waiting job that a person asked for became due. */
  oldestAskedAt(): number | null
}

/** A place in the queue's order. */
interface Head {
  id: string
  lane: Lane
  priority: number
  next_run_at: number
}

/** Index named because the planner would as soon walk over every pending job. */
const DUE = `FROM jobs INDEXED BY jobs_due WHERE status = 'pending' AND due = 1`

/** The claim's statements, exported so that a test can look at their query plans. */
export const claimSql = {
  hasDue: `SELECT 1 AS found ${DUE} AND lane <= ? LIMIT 1`,
  nextOfLanes: [0, 1, 2]
    .map(
      (lane) =>
        `SELECT * FROM (SELECT id, lane, priority, next_run_at ${DUE} AND lane = ${lane} ORDER BY priority, next_run_at, id LIMIT 1)`,
    )
    .join(' UNION ALL '),
  nextAsked: `SELECT id, lane, priority, next_run_at ${DUE} AND lane = 0 AND priority > ? ORDER BY priority, next_run_at, id LIMIT 1`,
  followers: `SELECT id, lane, priority, next_run_at, type, attempts ${DUE} AND lane = ? ORDER BY priority, next_run_at, id LIMIT ?`,
  take: `UPDATE jobs SET status = 'running', attempts = attempts + 1, runs = runs + 1, claim_id = ?, worker = ?, started_at = ?,
    finished_at = NULL, waiting_reason = NULL
    WHERE id = ? AND status = 'pending' RETURNING type, payload, item_id, lane, attempts, max_attempts, runs, changes`,
}

const lastLane: Record<ClaimScope, Lane> = { all: 2, short: 1, asked: 0 }

/** Finds the next job and takes it. Each lane keeps its own order in one index, so that the next of all is the best of three. */
export function createJobClaims(db: VaultDatabase): JobClaims {
  const due = db.prepare<[Lane], { found: number }>(claimSql.hasDue)
  const nextOfLanes = db.prepare<[], Head>(claimSql.nextOfLanes)
  const nextAsked = db.prepare<[number], Head>(claimSql.nextAsked)
  const followers = db.prepare<[Lane, number], Head & { type: JobType; attempts: number }>(claimSql.followers)
  const take = db.prepare<
    [string, number, number, string],
    Pick<JobRow, 'type' | 'payload' | 'item_id' | 'lane' | 'attempts' | 'max_attempts' | 'runs' | 'changes'>
  >(claimSql.take)

  /** The first of each priority is the longest waiting of it; there are few priorities. */
  function longestAsked(): Head | undefined {
    let longest: Head | undefined
    for (let head = nextAsked.get(Number.MIN_SAFE_INTEGER); head; head = nextAsked.get(head.priority)) {
      if (!longest || head.next_run_at < longest.next_run_at) longest = head
    }
    return longest
  }

  /** The next of each lane, in the queue's order. */
  function heads(scope: ClaimScope): Head[] {
    return nextOfLanes
      .all()
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
    hasDue: (scope) => due.get(lastLane[scope]) !== undefined,
    claim(claimId, worker, scope, now) {
      const next = scope === 'asked' ? longestAsked() : heads(scope)[0]
      return next ? start(next.id, claimId, worker, now) : null
    },
    claimGroup({ claimId, worker, scope, now, patienceMs, limitOf }) {
      const order = heads(scope)
      const [next, rival] = order
      if (!next) return []
      const asked = order.some((head) => head.lane === 0) ? longestAsked() : undefined
      const impatient = asked && now - asked.next_run_at >= patienceMs
      const first = start(impatient ? asked.id : next.id, claimId, worker, now)
      if (!first) return []
      const group = [first]
      const others = impatient ? 0 : limitOf(first) - 1
      if (others < 1) return group
      for (const follower of followers.all(first.lane, others)) {
        if (follower.type !== first.type || follower.attempts > 0 || (rival && inOrder(rival, follower) < 0)) break
        const job = start(follower.id, claimId, worker, now)
        if (job) group.push(job)
      }
      return group
    },
    oldestAskedAt: () => longestAsked()?.next_run_at ?? null,
  }
}

/** Compares two places: negative when the first runs earlier. */
function inOrder(one: Head, other: Head): number {
  return one.priority - other.priority || one.next_run_at - other.next_run_at || (one.id < other.id ? -1 : 1)
}

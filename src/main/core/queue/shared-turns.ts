import type { ClaimedJob } from './job-store'
import type { EndedJob, Settler } from './settle-jobs'
import type { UnitOfWork, WriteTransaction } from './write-transaction'

/** Jobs that were claimed together and run together. */
export interface Group {
  jobs: readonly ClaimedJob[]
  controller: AbortController
}

export interface TurnDeps {
  unitOfWork: UnitOfWork
  settler: Settler
  /** Takes the next jobs for a worker; empty when there are none, or none may be taken. */
  claimIn(tx: WriteTransaction, worker: number): ClaimedJob[]
  /** Its jobs are claimed, and saved as such. */
  enter(jobs: readonly ClaimedJob[]): Group | null
  /** What came of it is saved. */
  leave(group: Group): void
}

interface Turn {
  worker: number
  group: Group
  ended: readonly EndedJob[]
  take(next: Group | null): void
  fail(error: unknown): void
}

/**
 * Writes what came of a worker's group and takes its next one, in one transaction. Workers that end in the same turn of the
 * event loop share that transaction, and each goes on in a later turn, so that the window is never kept waiting. Rejects when
 * nothing can be written at all; the group is then as it was.
 */
export function createSharedTurns({ unitOfWork, settler, claimIn, enter, leave }: TurnDeps) {
  let turns: Turn[] = []

  function takeTurns(): void {
    const waiting = turns
    turns = []
    let claimed: ClaimedJob[][]
    try {
      claimed = unitOfWork.write((tx) => {
        for (const { ended } of waiting) settler.settleIn(tx, ended)
        return waiting.map(({ worker }) => claimIn(tx, worker))
      })
    } catch {
      settleAlone(waiting)
      return
    }
    for (const { group } of waiting) leave(group)
    const next = claimed.map(enter)
    for (const [index, { take }] of waiting.entries()) take(next[index] ?? null)
  }

  /** Somebody's write failed, so nothing of all is written. Each job by itself, so that the bad one is known. */
  function settleAlone(waiting: readonly Turn[]): void {
    for (const { group, ended, take, fail } of waiting) {
      try {
        settler.settleEach(ended)
        leave(group)
        take(null)
      } catch (error) {
        fail(error)
      }
    }
  }

  return (worker: number, group: Group, ended: readonly EndedJob[]): Promise<Group | null> =>
    new Promise((take, fail) => {
      if (turns.length === 0) setImmediate(takeTurns)
      turns.push({ worker, group, ended, take, fail })
    })
}

import { checkpoint, type VaultDatabase } from './open-database'
import { sqliteCode } from './sqlite-driver'

/** Signal's figures: 30 s after a commit, 5 s after a delete. */
const afterCommitMs = 30_000
const afterDeleteMs = 5_000
/** Half of Signal's 1,000, and half of SQLite's own limit, which works inside a commit: the thread stands still 10 ms instead of 20. */
const pageLimit = 500
/** While commits follow each other, the file is cut this seldom; between, the next commit starts the WAL anew by itself. */
const afterWriteBackMs = 1000
/** About 64 MB in pages of 4 KiB: something keeps the WAL from being written back. */
const largeWalPages = 16_384

export interface CheckpointPolicy {
  /** After every commit. Cheap: it writes back, in a turn of its own, only when the WAL has reached its limit. */
  afterCommit(): void
  /** After a commit that deleted something, so that the deleted text does not stay in the WAL. */
  afterDelete(): void
  /** Writes everything back now: before sleep, lock, backup and quit. False when an open reader prevents it. */
  flush(): boolean
  /** Ends the policy; nothing runs afterwards. */
  stop(): void
}

/**
 * Keeps the WAL short, because a damaged WAL loses commits silently. `setTimer` runs a function once after milliseconds
 * and gives back what cancels it; `now` gives milliseconds. A checkpoint that a reader prevents is tried again after 5 s.
 * Failures in a timer go to `onFailure`; `onLargeWal` hears the number of pages once the WAL passes about 64 MB.
 */
export function createCheckpointPolicy(deps: {
  db: VaultDatabase
  now: () => number
  setTimer: (run: () => void, milliseconds: number) => () => void
  onFailure?: (error: unknown) => void
  onLargeWal?: (pages: number) => void
}): CheckpointPolicy {
  const { db, now, setTimer } = deps
  const pagesInWal = createWalProbe(db, 'NOOP')
  const writePages = createWalProbe(db, 'PASSIVE')
  let due: { at: number; cancel: () => void } | null = null
  let stopped = false
  let toldLarge = false
  let full = false

  function schedule(milliseconds: number): void {
    const at = now() + milliseconds
    if (stopped || (due !== null && due.at <= at)) return
    due?.cancel()
    due = { at, cancel: setTimer(runDue, milliseconds) }
  }

  function runDue(): void {
    due = null
    if (stopped || !db.open) return
    try {
      if (full) {
        full = false
        writePages()
        schedule(afterWriteBackMs)
      } else if (!writeBack()) schedule(afterDeleteMs)
    } catch (error) {
      schedule(afterCommitMs)
      deps.onFailure?.(error)
    }
  }

  function writeBack(): boolean {
    if (!checkpoint(db)) return false
    due?.cancel()
    due = null
    full = false
    toldLarge = false
    return true
  }

  return {
    afterCommit() {
      if (stopped) return
      const pages = pagesInWal()
      if (pages > largeWalPages && !toldLarge) {
        toldLarge = true
        deps.onLargeWal?.(pages)
      }
      full ||= pages >= pageLimit
      // Not in the caller's turn: the commit is done, and its answer should not wait for the checkpoint.
      schedule(full ? 0 : afterCommitMs)
    },
    afterDelete: () => schedule(afterDeleteMs),
    flush: () => writeBack(),
    stop() {
      stopped = true
      due?.cancel()
      due = null
    },
  }
}

/**
 * Gives back how many pages the WAL holds; 0 when that cannot be told now. NOOP only looks, PASSIVE writes back what no reader
 * holds and leaves the file as long as it is. Prepared once: after every commit, preparing would cost more than looking.
 */
function createWalProbe(db: VaultDatabase, mode: 'NOOP' | 'PASSIVE'): () => number {
  const probe = db.prepare<[], [busy: number, log: number, checkpointed: number]>(`PRAGMA wal_checkpoint(${mode})`).raw()
  return () => {
    try {
      return probe.get()?.[1] ?? 0
    } catch (error) {
      // While an iteration is unfinished SQLite refuses, or the driver does (as a TypeError). The timer looks after the WAL then.
      if (error instanceof TypeError || sqliteCode(error) === 'SQLITE_LOCKED') return 0
      throw error
    }
  }
}

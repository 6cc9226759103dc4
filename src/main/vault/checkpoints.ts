import { checkpoint, type VaultDatabase } from '../db/open-database'

/** Signal's figures: at most 1,000 pages in the WAL, 30 s after a commit, 5 s after a delete. */
const pageLimit = 1000
const afterCommitMs = 30_000
const afterDeleteMs = 5_000
/** About 64 MB in pages of 4 KiB: something keeps the WAL from being written back. */
const largeWalPages = 16_384

export interface CheckpointPolicy {
  /** After every commit. Cheap: it writes back at once only when the WAL has reached its limit. */
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
  let due: { at: number; cancel: () => void } | null = null
  let stopped = false
  let toldLarge = false

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
      if (!writeBack()) schedule(afterDeleteMs)
    } catch (error) {
      schedule(afterCommitMs)
      deps.onFailure?.(error)
    }
  }

  function writeBack(): boolean {
    if (!checkpoint(db)) return false
    due?.cancel()
    due = null
    toldLarge = false
    return true
  }

  return {
    afterCommit() {
      if (stopped) return
      const pages = pagesInWal(db)
      if (pages > largeWalPages && !toldLarge) {
        toldLarge = true
        deps.onLargeWal?.(pages)
      }
      // Not in the caller's turn: the commit is done, and its answer should not wait for the checkpoint.
      schedule(pages >= pageLimit ? 0 : afterCommitMs)
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

/** How many pages the WAL holds. NOOP looks without writing anything back. */
function pagesInWal(db: VaultDatabase): number {
  try {
    const [state] = db.pragma('wal_checkpoint(NOOP)') as { log: number }[]
    return state?.log ?? 0
  } catch (error) {
    // The driver refuses while an iteration is unfinished. The timer looks after the WAL then.
    if (error instanceof TypeError) return 0
    throw error
  }
}

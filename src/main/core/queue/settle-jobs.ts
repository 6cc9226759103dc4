import { AppError } from '../../../shared/errors'
import { GiveUp, RetryLater, WaitAtGate } from './job-rules'
import type { AttemptError, ClaimedJob, JobStore } from './job-store'
import type { UnitOfWork, WriteTransaction } from './write-transaction'

/** What came of a job: the writes that make it done, which give its note, or the error. */
export type JobOutcome = { commit: (tx: WriteTransaction) => string | null } | { error: unknown }

/** A job with what came of its attempt; `put-back` is an attempt that the queue itself ended, which costs none. */
export interface EndedJob {
  job: ClaimedJob
  outcome: JobOutcome | 'put-back'
}

export interface SettlerDeps {
  jobs: JobStore
  unitOfWork: UnitOfWork
  executor: { died(tx: WriteTransaction, job: ClaimedJob, message: string): void }
}

export interface Settler {
  /** Writes what came of jobs in the caller's transaction. Throws what a commit throws; `settleEach` then finds the one. */
  settleIn(tx: WriteTransaction, ended: readonly EndedJob[]): void
  /** The same, each job in a transaction of its own: a commit that throws becomes the failure of its job alone. */
  settleEach(ended: readonly EndedJob[]): void
}

/** Turns outcomes into rows and events. Nothing is written for a job whose claim is lost (cancelled, locked, item deleted). */
export function createSettler({ jobs, unitOfWork, executor }: SettlerDeps): Settler {
  /** `tellDied` lets the job's type write what belongs to its end. */
  function writeFailure(tx: WriteTransaction, job: ClaimedJob, error: unknown, tellDied = true): void {
    const reference = { jobId: job.id, type: job.type, itemId: job.itemId }
    if (error instanceof RetryLater) {
      const failure = { message: error.reason, code: error.code, serverWords: serverWordsOf(error.cause) }
      if (error instanceof WaitAtGate) {
        if (jobs.park(job, error.gate, failure, tx.now)) {
          tx.emit('job-retry-scheduled', { ...reference, nextRunAt: tx.now + error.delayMs, error: error.reason })
        }
      } else if (jobs.retryLater(job, failure, error.delayMs, tx.now)) {
        tx.emit('job-retry-scheduled', { ...reference, nextRunAt: tx.now + error.delayMs, error: error.reason })
      }
      return
    }
    const failure = describe(error)
    const failed = jobs.fail(job, failure, error instanceof GiveUp, tx.now)
    if (failed?.status === 'pending') {
      tx.emit('job-retry-scheduled', { ...reference, nextRunAt: failed.nextRunAt, error: failure.message })
    } else if (failed) {
      tx.emit('job-dead', { ...reference, error: failure.message })
      if (tellDied) executor.died(tx, job, failure.message)
    }
  }

  function settleOne(tx: WriteTransaction, { job, outcome }: EndedJob): void {
    if (outcome === 'put-back') {
      jobs.release(job, tx.now)
    } else if ('error' in outcome) {
      writeFailure(tx, job, outcome.error)
    } else if (jobs.complete(job, tx.now)) {
      // Completed first, which looks at the claim and frees the key of the job for what follows it.
      const note = outcome.commit(tx)
      if (note !== null) jobs.setResultNote(job.id, note)
      tx.emit('job-completed', { jobId: job.id, type: job.type, itemId: job.itemId })
    }
  }

  return {
    settleIn(tx, ended) {
      for (const one of ended) settleOne(tx, one)
    },
    settleEach(ended) {
      for (const one of ended) firstThatWorks(one)
    },
  }

  /** Down to the least that can be written, so that a fault in a job's own writes cannot keep it running for ever. */
  function firstThatWorks(one: EndedJob): void {
    const { job, outcome } = one
    try {
      unitOfWork.write((tx) => settleOne(tx, one))
    } catch (error) {
      if (outcome === 'put-back') throw error
      const reason = 'error' in outcome ? outcome.error : error
      try {
        unitOfWork.write((tx) => writeFailure(tx, job, reason))
      } catch {
        unitOfWork.write((tx) => writeFailure(tx, job, reason, false))
      }
    }
  }
}

function serverWordsOf(error: unknown): string | null {
  const words = error instanceof AppError ? error.data?.serverWords : undefined
  return typeof words === 'string' ? words : null
}

/** What the trace keeps of an error. Unknown errors keep their kind, not their text: it may hold a person's words. */
function describe(error: unknown): AttemptError {
  if (error instanceof GiveUp) return { message: error.message, code: error.code, serverWords: error.serverWords }
  if (error instanceof AppError) return { message: error.message, code: error.code, serverWords: serverWordsOf(error) }
  const kind = error instanceof Error ? error.name : typeof error
  return {
    message: `Something unexpected failed inside Cortexa (${kind}). Your thought is unchanged. Try again.`,
    code: 'INTERNAL',
    serverWords: null,
  }
}

import { AppError } from '../../shared/errors'
import type { UnitOfWork, WriteTransaction } from '../db/write-transaction'
import { GiveUp, RetryLater } from '../domain/job-rules'
import type { AttemptError, ClaimedJob, JobStore } from './job-store'

/** What came of a job: the writes that make it done, which give its note, or the error. */
export type JobOutcome = { commit: (tx: WriteTransaction) => string | null } | { error: unknown }

export interface SettlerDeps {
  jobs: JobStore
  unitOfWork: UnitOfWork
  executor: { died(tx: WriteTransaction, job: ClaimedJob, message: string): void }
}

export interface Settler {
  /** Writes what came of a group of jobs. */
  settle(group: readonly ClaimedJob[], outcomes: readonly JobOutcome[]): void
  /** Writes one failure: wait, another attempt, or dead. Nothing when the claim is lost. */
  settleFailure(job: ClaimedJob, error: unknown): void
}

/** Turns outcomes into rows and events, each job's in one transaction. */
export function createSettler({ jobs, unitOfWork, executor }: SettlerDeps): Settler {
  function settleFailure(job: ClaimedJob, error: unknown): void {
    const reference = { jobId: job.id, type: job.type, itemId: job.itemId }
    if (error instanceof RetryLater) {
      unitOfWork.write((tx) => {
        const failure = { message: error.reason, code: error.code, serverWords: serverWordsOf(error.cause) }
        if (jobs.retryLater(job, failure, error.delayMs, tx.now)) {
          tx.emit('job-retry-scheduled', { ...reference, nextRunAt: tx.now + error.delayMs, error: error.reason })
        }
      })
      return
    }
    const failure = describe(error)
    unitOfWork.write((tx) => {
      const outcome = jobs.fail(job, failure, error instanceof GiveUp, tx.now)
      if (outcome?.status === 'pending') {
        tx.emit('job-retry-scheduled', { ...reference, nextRunAt: outcome.nextRunAt, error: failure.message })
      } else if (outcome) {
        tx.emit('job-dead', { ...reference, error: failure.message })
        executor.died(tx, job, failure.message)
      }
    })
  }

  function complete(group: readonly { job: ClaimedJob; commit: (tx: WriteTransaction) => string | null }[]): void {
    unitOfWork.write((tx) => {
      for (const { job, commit } of group) {
        // Completed first: when the claim is lost (cancelled, locked, item deleted) nothing else of it is written.
        if (!jobs.complete(job, tx.now)) continue
        const note = commit(tx)
        if (note !== null) jobs.setResultNote(job.id, note)
        tx.emit('job-completed', { jobId: job.id, type: job.type, itemId: job.itemId })
      }
    })
  }

  /** Writes the good ones together; when that fails, each alone, so that the bad one is known. */
  function settle(group: readonly ClaimedJob[], outcomes: readonly JobOutcome[]): void {
    const good: { job: ClaimedJob; commit: (tx: WriteTransaction) => string | null }[] = []
    for (const [index, job] of group.entries()) {
      const outcome = outcomes[index] ?? { error: new Error('no outcome') }
      if ('commit' in outcome) good.push({ job, commit: outcome.commit })
      else settleFailure(job, outcome.error)
    }
    try {
      if (good.length > 0) complete(good)
    } catch (error) {
      for (const one of good) {
        if (good.length === 1) settleFailure(one.job, error)
        else {
          try {
            complete([one])
          } catch (own) {
            settleFailure(one.job, own)
          }
        }
      }
    }
  }

  return { settle, settleFailure }
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

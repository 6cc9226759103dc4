import type { JobChanges } from '../../../shared/contract/jobs'
import type { Job, JobSummary } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { maySee } from '../../core/privacy/viewer'
import type { JobReference } from '../../core/queue/job-store'
import type { JobTrace } from '../../core/queue/job-trace'
import type { Workers } from '../../core/queue/worker'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import type { ReflectionStore } from '../reflections/reflection-store'
import type { ThesisStore } from '../thinking/thesis-store'
import { type JobAboutDeps, jobAbout } from './job-about'

export interface JobCommandDeps extends JobAboutDeps {
  write: UnitOfWork['write']
  trace: JobTrace
  workers: Workers
  reflections: ReflectionStore
  theses: ThesisStore
  announceCancelled: (tx: WriteTransaction, job: JobReference) => void
  announceRetried: (tx: WriteTransaction, job: JobReference) => void
  setPaused: (paused: boolean) => void
  tryWaiting: () => void
}

type JobCommands = Pick<
  Handlers,
  | 'list-jobs'
  | 'get-job'
  | 'retry-job'
  | 'retry-dead-jobs'
  | 'try-waiting-jobs'
  | 'cancel-job'
  | 'delete-job'
  | 'get-job-run'
  | 'purge-dead'
  | 'purge-done'
  | 'pause-queue'
  | 'resume-queue'
>

/** Rows deleted in one transaction; a purge of many goes on in the next turn. */
const PURGE_BATCH = 500

function staysHere(): AppError {
  return new AppError(
    'ITEM_PRIVATE',
    'This job is of a thought that is set to stay here, so no program gets it. Open it in the Cortexa window.',
  )
}

export function jobCommands(s: JobCommandDeps): JobCommands {
  const isHidden = (s: JobCommandDeps, itemId: string | null, caller: Caller) =>
    itemId !== null && !maySee(caller.viewer, s.items.find(itemId) ?? { private: false })
  function requireJob<T extends { itemId: string | null }>(s: JobCommandDeps, job: T | null, caller: Caller): T {
    if (!job) throw new AppError('JOB_NOT_FOUND', 'There is no job with this id. It may have been purged.')
    if (isHidden(s, job.itemId, caller)) throw staysHere()
    return job
  }
  /** Of what has no thought of its own programs learn that the job is there, not what was written in it. */
  function veil<T extends JobSummary | Job>(s: JobCommandDeps, job: T, caller: Caller): T {
    // What a briefing of many or a reflection was written from stands in its trace alone.
    const briefingId = 'payload' in job && job.type === 'generate_briefing' ? job.payload.briefingId : undefined
    const isPrivate = !caller.viewer.seesPrivate && typeof briefingId === 'string' && s.briefings.isPrivate(briefingId)
    const reflectionId = 'payload' in job && job.type === 'reflection_pass' ? job.payload.reflectionId : undefined
    const isReflected = !caller.viewer.seesPrivate && typeof reflectionId === 'string' && !s.reflections.isOpen(reflectionId)
    if (!isPrivate && !isReflected) return job
    const attemptsLog =
      'attemptsLog' in job ? { attemptsLog: job.attemptsLog.map((attempt) => ({ ...attempt, serverWords: null, calls: [] })) } : {}
    return { ...job, itemTitle: null, ...attemptsLog }
  }

  function withAbout<T extends JobSummary | Job>(s: JobCommandDeps, job: T, caller: Caller): T {
    const about = jobAbout(s, job, caller)
    return about === null ? job : { ...job, about }
  }

  async function purge(status: 'dead' | 'finished'): Promise<{ count: number }> {
    let count = 0
    for (;;) {
      const removed = s.write(() => s.jobs.purge(status, PURGE_BATCH))
      count += removed
      if (removed < PURGE_BATCH) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (count > 0) s.write((tx) => tx.emit('jobs-purged', { count }))
    return { count }
  }

  function retryOne(s: JobCommandDeps, id: string, changes: JobChanges | null): 'retried' | 'conflict' | 'none' {
    return s.write((tx) => {
      const job = s.jobs.retry(id, changes, tx.now)
      if (job === 'conflict') return 'conflict'
      if (job === null) return 'none'
      s.announceRetried(tx, job)
      return 'retried'
    })
  }

  return {
    'list-jobs': (input, caller) => {
      const { viewer } = caller
      const { status, type, itemId } = input
      if (itemId !== undefined && isHidden(s, itemId, caller)) throw staysHere()
      const page = s.trace.list({ status, type, itemId, viewer }, input.cursor, input.limit ?? 50)
      return {
        jobs: page.jobs.map((job) => withAbout(s, veil(s, job, caller), caller)),
        counts: s.trace.counts(viewer),
        nextCursor: page.nextCursor,
        paused: s.workers.isPaused(),
        parked: s.trace.parked(viewer),
      }
    },

    'get-job': ({ id }, caller) => {
      const job = requireJob(s, s.trace.get(id), caller)
      return withAbout(s, veil(s, job, caller), caller)
    },

    'retry-job': ({ id, changes }, caller) => {
      requireJob(s, s.jobs.find(id), caller)
      const outcome = retryOne(s, id, changes ?? null)
      if (outcome === 'conflict')
        throw new AppError('CONFLICT', 'The same work is already waiting or running for this thought, so there is nothing to retry.')
      if (outcome === 'none') {
        const job = requireJob(s, s.jobs.find(id), caller)
        throw new AppError('CONFLICT', `Only a dead or cancelled job can be retried; this one is ${job.status}.`)
      }
      s.workers.wake()
      return {}
    },

    'retry-dead-jobs': async () => {
      let count = 0
      for (const id of s.jobs.deadIds(10_000)) {
        if (retryOne(s, id, null) === 'retried') count += 1
        if (count % 50 === 49) await new Promise((resolve) => setImmediate(resolve))
      }
      s.workers.wake()
      return { count }
    },

    'try-waiting-jobs': () => {
      s.tryWaiting()
      return {}
    },

    'cancel-job': ({ id }, caller) => {
      requireJob(s, s.jobs.find(id), caller)
      s.write((tx) => {
        const job = s.jobs.cancel(id, tx.now)
        if (job) {
          s.announceCancelled(tx, job)
          return
        }
        const known = requireJob(s, s.jobs.find(id), caller)
        throw new AppError('CONFLICT', `Only a waiting or running job can be cancelled; this one is ${known.status}.`)
      })
      return {}
    },

    'delete-job': ({ id }, caller) => {
      requireJob(s, s.jobs.find(id), caller)
      s.write((tx) => {
        if (s.jobs.remove(id)) {
          tx.emit('jobs-purged', { count: 1 })
          return
        }
        throw new AppError('CONFLICT', 'This job is waiting or running. Cancel it first, then delete it.')
      })
      return {}
    },

    'get-job-run': ({ id }, caller) => {
      const job = requireJob(s, s.trace.get(id), caller)
      const thesis = typeof job.payload.thesisId === 'string' ? s.theses.find(job.payload.thesisId) : null
      const { expand, counterpoint, synthesize } = thesis?.stageJobs ?? { expand: id, counterpoint: null, synthesize: null }
      const jobs = [expand, counterpoint, synthesize].flatMap((stage) => (stage === null ? [] : (s.trace.get(stage) ?? [])))
      return { jobs: (jobs.length > 0 ? jobs : [job]).map((one) => veil(s, one, caller)) }
    },

    'purge-dead': () => purge('dead'),
    'purge-done': () => purge('finished'),

    'pause-queue': () => {
      s.setPaused(true)
      return {}
    },
    'resume-queue': () => {
      s.setPaused(false)
      return {}
    },
  }
}

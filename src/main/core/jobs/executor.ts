import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ModelRole } from '../../../shared/contract/usage'
import type { JobType, ModelCall } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { jobTypes } from '../../../shared/job-types'
import { GiveUp, RetryLater, WaitAtGate } from '../queue/job-rules'
import type { ClaimedJob, JobStore } from '../queue/job-store'
import type { JobTrace } from '../queue/job-trace'
import type { LiveProgress } from '../queue/live-progress'
import type { JobOutcome } from '../queue/settle-jobs'
import type { JobExecutor } from '../queue/worker'
import type { UnitOfWork, WriteTransaction } from '../queue/write-transaction'
import type { AnyJob, BatchRun, JobContext, JobDefinition } from './define-job'
import type { JobGates } from './gates'
import { jobsAfter } from './pipeline'

/** Counts what models cost and stops before a ceiling is passed. */
export interface CallBudget {
  add(call: Omit<ModelCall, 'id'>, role: ModelRole, jobType: JobType): void
  assertWithin(jobType: JobType): void
}

export interface ExecutorDeps {
  definitions: Record<JobType, AnyJob>
  unitOfWork: UnitOfWork
  jobs: JobStore
  trace: JobTrace
  live: LiveProgress
  budget: CallBudget
  /** Runs work in the name of its jobs, for those deep inside who write down what it sends. */
  scope: { run<T>(work: { jobId: string; jobType: string; itemIds: readonly string[] }, body: () => T): T }
  /** Where a job waits that met something closed. */
  gates: Pick<JobGates, 'gateFor' | 'passed'>
  newId: () => string
}

export interface JobExecutorWithCancel extends JobExecutor {
  /** Writes that belong to a job the person cancelled. */
  cancelled(tx: WriteTransaction, job: { id: string; type: JobType; itemId: string | null; payload: unknown }): void
  /** Writes that belong to a dead or cancelled job that waits again. */
  retried(tx: WriteTransaction, job: { id: string; type: JobType; itemId: string | null; payload: unknown }): void
}

/** Joins the queue, which knows no types, with the job definitions. */
export function createExecutor(deps: ExecutorDeps): JobExecutorWithCancel {
  const definitionOf = (type: JobType) => deps.definitions[type] as unknown as JobDefinition

  function parsePayload(job: { type: JobType; payload: unknown }): unknown {
    const parsed = definitionOf(job.type).payload.safeParse(job.payload)
    if (!parsed.success)
      throw new GiveUp(
        'BAD_INPUT',
        'This job was stored by another version of Cortexa and cannot be read. Start it again from the thought.',
      )
    return parsed.data
  }

  function contextOf(job: ClaimedJob, signal: AbortSignal, warnings: Set<string>): JobContext {
    const reference = { id: job.id, type: job.type, itemId: job.itemId, payload: job.payload }
    return {
      jobId: job.id,
      itemId: job.itemId,
      attempt: job.attempts,
      changes: job.changes ?? {},
      signal,
      append: (delta) => deps.live.append(reference, delta),
      note: (text) => deps.live.note(reference, text),
      warn: (sentence) => void warnings.add(sentence),
      recordCall: (call, role) => {
        // A server that was not there answered nothing, and stays away for months where somebody has left it behind.
        if (call.errorCode === 'MODEL_UNREACHABLE' && call.reply === '') return
        deps.unitOfWork.write(() => {
          // A purged or lost job takes no more trace; the call itself may still be ending.
          deps.budget.add(call, role ?? jobTypes[job.type].role, job.type)
          if (deps.jobs.holds(job)) deps.trace.recordCall(deps.newId(), job.id, job.run, call)
        })
      },
      beforeModelCall: () => deps.budget.assertWithin(job.type),
      write: (body) => {
        signal.throwIfAborted()
        deps.unitOfWork.write((tx) => {
          if (!deps.jobs.holds(job)) throw new AppError('CANCELLED', 'This run was cancelled.')
          body(tx)
        })
      },
    }
  }

  function tellEnded(tx: WriteTransaction, job: { type: JobType; payload: unknown }, message: string): void {
    const definition = definitionOf(job.type)
    const parsed = definition.payload.safeParse(job.payload)
    if (parsed.success) definition.ended?.(tx, parsed.data, message)
  }

  function commitOf(job: ClaimedJob, payload: unknown, result: unknown, warnings: ReadonlySet<string>): JobOutcome {
    return {
      commit(tx) {
        const outcome = definitionOf(job.type).commit(tx, payload, result)
        if (outcome.goOn !== false) {
          // What follows something a person asked for is asked for too.
          for (const request of jobsAfter(job.type, payload))
            tx.enqueue({ ...request, ...(job.lane === 0 ? { lane: 0 as const } : {}), changes: job.changes })
        }
        return warnings.size === 0 ? outcome.note : [outcome.note, ...warnings].filter((words) => words !== null).join('. ')
      },
    }
  }

  function inScope<T>(group: readonly ClaimedJob[], body: () => T): T {
    const [first] = group
    if (!first) return body()
    const itemIds = group.flatMap((job) =>
      job.itemId === null ? (definitionOf(job.type).itemsOf?.(parsePayload(job)) ?? []) : [job.itemId],
    )
    return deps.scope.run({ jobId: first.id, jobType: first.type, itemIds }, body)
  }

  /** What the job met is closed for others too: it waits with them. */
  function atGate(job: ClaimedJob, error: unknown): unknown {
    const gate = deps.gates.gateFor(job, error)
    return error instanceof RetryLater && gate !== null ? new WaitAtGate(gate, error) : error
  }

  async function runOne(job: ClaimedJob, signal: AbortSignal): Promise<JobOutcome> {
    try {
      const payload = parsePayload(job)
      const warnings = new Set<string>()
      const result = await inScope([job], () => definitionOf(job.type).run(payload, contextOf(job, signal, warnings)))
      signal.throwIfAborted()
      deps.gates.passed(job.type)
      return commitOf(job, payload, result, warnings)
    } catch (error) {
      return { error: atGate(job, error) }
    }
  }

  async function runBatch(group: readonly ClaimedJob[], batch: BatchRun, signal: AbortSignal): Promise<JobOutcome[]> {
    try {
      const payloads = group.map(parsePayload)
      const warnings = new Set<string>()
      const results = await inScope(group, () =>
        batch.run(
          payloads,
          group.map((job) => contextOf(job, signal, warnings)),
        ),
      )
      signal.throwIfAborted()
      return group.map((job, index) => commitOf(job, payloads[index], results[index], warnings))
    } catch (error) {
      if (signal.aborted || error instanceof RetryLater) return group.map((job) => ({ error: atGate(job, error) }))
      // One of them is at fault: alone, the others pass.
      const outcomes: JobOutcome[] = []
      for (const job of group) outcomes.push(await runOne(job, signal))
      return outcomes
    }
  }

  return {
    timeoutMs: (job) => Math.max(definitionOf(job.type).timeoutMs(job.payload), ((job.changes?.timeoutSeconds ?? 0) + 60) * 1000),
    started(tx, job) {
      const parsed = definitionOf(job.type).payload.safeParse(job.payload)
      if (parsed.success) definitionOf(job.type).started?.(tx, parsed.data, job.id)
    },
    batchLimit: (job) => definitionOf(job.type).batch?.limit ?? 1,
    async run(group, signal) {
      // Gives the window a turn between the claim and work that may keep the thread for a while.
      await nextTurn()
      const first = group[0]
      const batch = first ? definitionOf(first.type).batch : undefined
      if (batch && group.length > 1) return runBatch(group, batch, signal)
      return Promise.all(group.map((job) => runOne(job, signal)))
    },
    died: tellEnded,
    cancelled: (tx, job) => tellEnded(tx, job, 'Stopped by you.'),
    retried(tx, job) {
      const definition = definitionOf(job.type)
      const parsed = definition.payload.safeParse(job.payload)
      if (parsed.success) definition.retried?.(tx, parsed.data)
    },
    ended: (job) => deps.live.end(job.id),
  }
}

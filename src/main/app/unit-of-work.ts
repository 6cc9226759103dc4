import type { AppEvent } from '../../shared/contract/events'
import { AppError } from '../../shared/errors'
import { jobTypes } from '../../shared/job-types'
import type { VaultDatabase } from '../core/db/open-database'
import type { EventLog } from '../core/queue/event-log'
import { DEFAULT_MAX_ATTEMPTS } from '../core/queue/job-rules'
import type { JobStore } from '../core/queue/job-store'
import type { UnitOfWork, WriteTransaction } from '../core/queue/write-transaction'

export interface UnitOfWorkDeps {
  db: VaultDatabase
  jobs: JobStore
  events: EventLog
  now: () => number
  newId: () => string
  publish: (event: AppEvent) => void
  wakeWorkers: () => void
  /** After the commit of a write that enqueued something a person asked for, before the workers are woken. */
  asked?: () => void
  /** Before the commit of a write that enqueued: idle workers may claim in it. What it throws undoes only what it did. */
  claimInto?: (tx: WriteTransaction) => void
  /** Called after each commit with the number of commits so far, for the sidecar and the checkpoints. */
  committed: (sequence: number) => void
  /** Told of faults in what follows a commit, which cannot undo it. Without it they are thrown in a turn of their own. */
  onFault?: (error: unknown) => void
  /** Throws when nothing may be written any more. */
  assertWritable?: () => void
}

export function createUnitOfWork(deps: UnitOfWorkDeps): UnitOfWork {
  const bump = deps.db.prepare<[], { value: number }>(`UPDATE meta SET value = value + 1 WHERE key = 'seq' RETURNING value`)
  const transact = deps.db.transaction((body: () => unknown) => {
    const value = body()
    return { value, sequence: Number(bump.get()?.value ?? 0) }
  }).immediate
  /** Within a transaction this is a savepoint. */
  const attempt = deps.db.transaction((action: () => void) => action())
  const onFault =
    deps.onFault ??
    ((error: unknown) => {
      setImmediate(() => {
        throw error
      })
    })
  let open = false

  /** What a person saves must not fail because a worker cannot claim; the worker's own claim will find and tell the fault. */
  function claimInto(tx: WriteTransaction, emitted: AppEvent[], actions: (() => void)[], claim: (tx: WriteTransaction) => void): void {
    const before = { emitted: emitted.length, actions: actions.length }
    try {
      attempt(() => claim(tx))
    } catch (error) {
      if (!deps.db.inTransaction) throw error
      emitted.length = before.emitted
      actions.length = before.actions
    }
  }

  return {
    write(body) {
      if (open) throw new AppError('INTERNAL', 'A write was started inside a write. Nothing was saved; this is a fault in Cortexa.')
      deps.assertWritable?.()
      const now = deps.now()
      const emitted: AppEvent[] = []
      const actions: (() => void)[] = []
      let enqueued = false
      let asked = false
      const tx: WriteTransaction = {
        now,
        emit(type, payload) {
          emitted.push(deps.events.append(type, payload, now))
        },
        enqueue(request) {
          const result = deps.jobs.enqueue(
            {
              id: deps.newId(),
              type: request.type,
              payload: request.payload,
              itemId: request.itemId,
              dedupeKey: request.dedupeKey ?? null,
              priority: jobTypes[request.type].priority,
              lane: request.lane ?? 1,
              changes: request.changes ?? null,
              maxAttempts: request.maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
              replacesWaiting: request.replacesWaiting ?? false,
            },
            now,
          )
          for (const old of result.replaced) tx.emit('job-cancelled', { jobId: old.id, type: old.type, itemId: old.itemId })
          if (result.created) tx.emit('job-enqueued', { jobId: result.id, type: request.type, itemId: request.itemId })
          enqueued = true
          asked ||= request.lane === 0
          return { jobId: result.id, created: result.created }
        },
        afterCommit(action) {
          actions.push(action)
        },
      }
      open = true
      let saved: { value: unknown; sequence: number }
      try {
        saved = transact(() => {
          const value = body(tx)
          if (enqueued && deps.claimInto) claimInto(tx, emitted, actions, deps.claimInto)
          return value
        })
      } catch (error) {
        throw asAppError(error)
      } finally {
        open = false
      }
      // From here on all is saved, and nothing may say otherwise.
      const follow = (action: () => void) => {
        try {
          action()
        } catch (error) {
          onFault(error)
        }
      }
      follow(() => deps.committed(saved.sequence))
      for (const action of actions) follow(action)
      for (const event of emitted) follow(() => deps.publish(event))
      if (asked && deps.asked) follow(deps.asked)
      if (enqueued) follow(deps.wakeWorkers)
      return saved.value as ReturnType<typeof body>
    },
  }
}

function asAppError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR')) {
    return new AppError(
      'DISK_FULL',
      'The disk is full or cannot be written, so this was not saved. What was saved before is safe. Make room, then try again.',
      { cause: error },
    )
  }
  return error
}

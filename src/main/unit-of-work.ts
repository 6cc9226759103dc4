import type { AppEvent } from '../shared/contract/events'
import { AppError } from '../shared/errors'
import type { VaultDatabase } from './db/open-database'
import type { UnitOfWork, WriteTransaction } from './db/write-transaction'
import { DEFAULT_MAX_ATTEMPTS, jobPriority } from './domain/job-rules'
import type { EventLog } from './queue/event-log'
import type { JobStore } from './queue/job-store'

export interface UnitOfWorkDeps {
  db: VaultDatabase
  jobs: JobStore
  events: EventLog
  now: () => number
  newId: () => string
  publish: (event: AppEvent) => void
  wakeWorkers: () => void
  /** Called after each commit with the number of commits so far, for the sidecar and the checkpoints. */
  committed: (sequence: number) => void
}

export function createUnitOfWork(deps: UnitOfWorkDeps): UnitOfWork {
  const bump = deps.db.prepare<[], { value: number }>(`UPDATE meta SET value = value + 1 WHERE key = 'seq' RETURNING value`)
  let open = false

  return {
    write(body) {
      if (open) throw new AppError('INTERNAL', 'A write was started inside a write. Nothing was saved; this is a fault in Cortexa.')
      const now = deps.now()
      const emitted: AppEvent[] = []
      const actions: (() => void)[] = []
      let enqueued = false
      let sequence = 0
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
              priority: jobPriority[request.type],
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
          return { jobId: result.id, created: result.created }
        },
        afterCommit(action) {
          actions.push(action)
        },
      }
      open = true
      let result: ReturnType<typeof body>
      try {
        result = deps.db
          .transaction(() => {
            const value = body(tx)
            sequence = Number(bump.get()?.value ?? 0)
            return value
          })
          .immediate()
      } catch (error) {
        throw asAppError(error)
      } finally {
        open = false
      }
      deps.committed(sequence)
      for (const action of actions) action()
      for (const event of emitted) deps.publish(event)
      if (enqueued) deps.wakeWorkers()
      return result
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

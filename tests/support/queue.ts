import Database from 'better-sqlite3'
import { createUnitOfWork } from '../../src/main/app/unit-of-work'
import { migrate } from '../../src/main/core/db/migrate'
import type { VaultDatabase } from '../../src/main/core/db/open-database'
import { createEventLog } from '../../src/main/core/queue/event-log'
import type { GateOf } from '../../src/main/core/queue/job-row'
import { createJobStore, type NewJob } from '../../src/main/core/queue/job-store'
import { createJobTrace } from '../../src/main/core/queue/job-trace'
import type { AppEvent } from '../../src/shared/contract/events'

/** A real database with the real migrations, in memory, and a clock that the test moves. */
export function openQueue(gateOf?: GateOf) {
  const db = new Database(':memory:') as unknown as VaultDatabase
  db.pragma('foreign_keys = ON')
  migrate(db)
  db.prepare(`INSERT INTO meta (key, value) VALUES ('seq', 0)`).run()
  const clock = { now: 1_700_000_000_000 }
  let ids = 0
  const newId = () => `id-${String(++ids).padStart(6, '0')}`
  const events: AppEvent[] = []
  let wake = (): void => undefined
  const jobs = createJobStore(db, gateOf)
  const log = createEventLog(db)
  const unitOfWork = createUnitOfWork({
    db,
    jobs,
    events: log,
    now: () => clock.now,
    newId,
    publish: (event) => events.push(event),
    wakeWorkers: () => wake(),
    committed: () => undefined,
  })
  return {
    db,
    clock,
    newId,
    jobs,
    log,
    unitOfWork,
    events,
    trace: createJobTrace(db, () => false),
    onWake(action: () => void) {
      wake = action
    },
    enqueue(job: Partial<NewJob> = {}): string {
      const id = job.id ?? newId()
      return unitOfWork.write((tx) =>
        jobs.enqueue(
          {
            id,
            type: 'embed',
            payload: {},
            itemId: null,
            dedupeKey: null,
            priority: 0,
            lane: 1,
            maxAttempts: 3,
            replacesWaiting: false,
            ...job,
          },
          tx.now,
        ),
      ).id
    },
  }
}

export type Queue = ReturnType<typeof openQueue>

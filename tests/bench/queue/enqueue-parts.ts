import type { VaultDatabase } from '../../../src/main/core/db/open-database'
import { createEventLog } from '../../../src/main/core/queue/event-log'
import type { JobStore } from '../../../src/main/core/queue/job-store'
import type { EnqueuePart } from './contender'
import type { createJobMaker } from './job-maker'

/** One enqueue with its parts up to the given one, each part with all before it: what each of them costs. */
export function createEnqueue(db: VaultDatabase, jobs: JobStore, make: ReturnType<typeof createJobMaker>, part: EnqueuePart): () => void {
  if (part === 'row') db.exec('DROP TRIGGER jobs_count_insert')
  const insert = () => {
    const job = make.job()
    jobs.enqueue(job, Date.now())
    return job
  }
  if (part === 'row' || part === 'counted') return insert

  const events = createEventLog(db)
  const bump = db.prepare(`UPDATE meta SET value = value + 1 WHERE key = 'seq' RETURNING value`)
  const transact = db.transaction(() => {
    const { id, type, itemId } = insert()
    if (part !== 'transaction') events.append('job-enqueued', { jobId: id, type, itemId }, Date.now())
    if (part === 'number') bump.get()
  }).immediate
  return () => transact()
}

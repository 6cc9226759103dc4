import { type ClaimedJob, createJobStore } from '../../../src/main/core/queue/job-store'
import type { Contender, Setting } from './contender'
import { createEnqueue } from './enqueue-parts'
import { createJobMaker, inPortions, putDelayed } from './job-maker'
import { openVaultDatabase } from './ours'
import { walPages } from './raw-connection'

/**
 * Our job store alone: no unit of work, no events, no commit number, no workers of ours, two loops that do nothing but
 * claim and complete. What a queue without the vault around it would cost.
 */
export function openOurStore(setting: Setting): Contender {
  const db = openVaultDatabase(setting)
  const jobs = createJobStore(db)
  const make = createJobMaker(setting)
  const transact = db.transaction((run: () => unknown) => run()).immediate
  let claims = 0
  let stopped = false
  const claim = () => jobs.claim(`c${++claims}`, 0, 'all', Date.now())

  return {
    enqueue: createEnqueue(db, jobs, make, setting.part),
    walPages: () => walPages(db),
    enqueueMany(total) {
      inPortions(total, transact, () => jobs.enqueue(make.job(), Date.now()))
    },
    enqueueDelayed(total) {
      inPortions(total, transact, () => putDelayed(jobs, make.job(-1), Date.now()))
    },
    claim() {
      if (!setting.noCommit) return transact(claim) !== null
      if (!db.inTransaction) db.exec('BEGIN IMMEDIATE')
      return claim() !== null
    },
    start(on) {
      const loop = async () => {
        let job = transact(claim) as ClaimedJob | null
        while (job && !stopped) {
          on.started()
          await new Promise(setImmediate)
          if (stopped) return
          const ended: ClaimedJob = job
          job = transact(() => {
            jobs.complete(ended, Date.now())
            return claim()
          }) as ClaimedJob | null
          on.completed()
        }
      }
      void loop()
      void loop()
    },
    async stop() {
      stopped = true
    },
    close() {
      if (db.inTransaction) db.exec('ROLLBACK')
      db.close()
    },
  }
}

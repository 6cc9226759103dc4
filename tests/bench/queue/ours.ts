import { createUnitOfWork } from '../../../src/main/app/unit-of-work'
import { createSequenceFile } from '../../../src/main/core/crypto/sequence-file'
import { loadSodium } from '../../../src/main/core/crypto/sodium'
import { createCheckpointPolicy } from '../../../src/main/core/db/checkpoints'
import { migrate } from '../../../src/main/core/db/migrate'
import { openDatabase, type VaultDatabase } from '../../../src/main/core/db/open-database'
import { createEventHub } from '../../../src/main/core/queue/event-hub'
import { createEventLog } from '../../../src/main/core/queue/event-log'
import { createJobStore } from '../../../src/main/core/queue/job-store'
import { createWorkers, type JobExecutor } from '../../../src/main/core/queue/worker'
import type { WriteTransaction } from '../../../src/main/core/queue/write-transaction'
import type { Contender, Setting } from './contender'
import { createJobMaker, inPortions, newId, putDelayed } from './job-maker'
import { rawConnection, walPages } from './raw-connection'

const now = () => Date.now()

/** The vault's database with its schema, as it is opened in the app; `durability` may weaken it to what the peers have. */
export function openVaultDatabase({ file, key, durability }: Setting): VaultDatabase {
  if (!key) throw new Error('Our queue has no plain file')
  const db = openDatabase({ file, key, cipher: 'aegis' })
  rawConnection(db).pragma(`synchronous=${durability}`)
  migrate(db)
  db.prepare(`INSERT INTO meta (key, value) VALUES ('seq', 0)`).run()
  return db
}

/** Our queue as it ships: encrypted file, unit of work, event log, trace, two workers. */
export async function openOurs(setting: Setting): Promise<Contender> {
  const db = openVaultDatabase(setting)
  const hooks = setting.hooks ? await vaultHooks(db, setting) : { committed: () => undefined, close: () => undefined }
  const hub = createEventHub((error) => {
    throw error
  })
  const jobs = createJobStore(db)
  const make = createJobMaker(setting)
  let wake = () => {}
  let claimInto = (_: WriteTransaction) => {}
  const unitOfWork = createUnitOfWork({
    db,
    jobs,
    events: createEventLog(db),
    now,
    newId,
    publish: hub.publish,
    wakeWorkers: () => wake(),
    claimInto: (tx) => claimInto(tx),
    committed: hooks.committed,
  })
  let started = () => {}
  const outcome = { commit: () => null }
  const executor: JobExecutor = {
    timeoutMs: () => 60_000,
    started: () => undefined,
    batchLimit: () => setting.batch,
    run: async (group) => {
      for (let index = 0; index < group.length; index++) started()
      return group.map(() => outcome)
    },
    died: () => undefined,
    ended: () => undefined,
  }
  const workers = createWorkers({
    count: 2,
    jobs,
    unitOfWork,
    executor,
    now,
    newId,
    onLoopError: (error) => {
      throw error
    },
  })
  wake = workers.wake
  claimInto = workers.claimInto

  return {
    enqueue() {
      unitOfWork.write((tx) => tx.enqueue(make.request()))
    },
    enqueueMany(total) {
      for (let done = 0; done < total; done += 10_000) {
        unitOfWork.write((tx) => {
          for (let n = Math.min(10_000, total - done); n > 0; n--) tx.enqueue(make.request())
        })
      }
    },
    enqueueDelayed(total) {
      inPortions(
        total,
        (run) => unitOfWork.write(run),
        () => putDelayed(jobs, make.job(-1), now()),
      )
    },
    claim: () =>
      unitOfWork.write((tx) => {
        const next = jobs.nextDelayedAt()
        if (next !== null && next <= tx.now) jobs.promote(tx.now)
        const job = jobs.claim(newId(), 0, 'all', tx.now)
        if (!job) return false
        tx.emit('job-started', { jobId: job.id, type: job.type, itemId: job.itemId, attempt: job.attempts })
        return true
      }),
    start(on) {
      started = on.started
      hub.listen((event) => {
        if (event.type === 'job-completed') on.completed()
      })
      workers.start()
    },
    stop: () => workers.stop(),
    walPages: () => walPages(db),
    close() {
      hooks.close()
      db.close()
    },
  }
}

async function vaultHooks(db: VaultDatabase, { file, key }: Setting) {
  await loadSodium()
  const sequenceFile = createSequenceFile({ file: `${file}.seq`, key: Buffer.from(key ?? []) })
  const checkpoints = createCheckpointPolicy({
    db,
    now,
    setTimer(run, milliseconds) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  return {
    committed(sequence: number) {
      sequenceFile.write(sequence)
      checkpoints.afterCommit()
    },
    close() {
      checkpoints.stop()
      sequenceFile.close()
    },
  }
}

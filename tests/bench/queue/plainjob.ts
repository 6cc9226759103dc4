import { better, defineQueue, defineWorker } from 'plainjob'
import { rawKey } from '../../../src/main/core/db/raw-key'
import { connect } from '../../../src/main/core/db/sqlite-driver'
import { type Contender, payload, type Setting } from './contender'
import { walPages } from './raw-connection'

const silent = { debug() {}, info() {}, warn() {}, error: console.error }

/** plainjob as it comes, on a plain file or on a connection with our cipher; only `synchronous` is ours to choose. */
export function openPlainjob(setting: Setting): Contender {
  const connection = connect(setting.file, { busyTimeoutMs: 5000, mustExist: false })
  if (setting.key) {
    connection.pragma(`cipher='aegis'`)
    connection.key(rawKey(setting.key))
  }
  const queue = defineQueue({ connection: better(connection as never), logger: silent })
  connection.pragma(`synchronous=${setting.durability}`)
  let workers: { start(): Promise<void>; stop(): Promise<void> }[] = []

  return {
    enqueue() {
      queue.add('work', payload)
    },
    enqueueMany(total) {
      for (let done = 0; done < total; done += 10_000) queue.addMany('work', Array(Math.min(10_000, total - done)).fill(payload))
    },
    enqueueDelayed(total) {
      for (let done = 0; done < total; done += 10_000) {
        // Its addMany forgets the delay.
        connection.transaction(() => {
          for (let n = Math.min(10_000, total - done); n > 0; n--) queue.add('work', payload, { delay: 3_600_000 })
        })()
      }
    },
    claim: () => queue.getAndMarkJobAsProcessing('work') !== undefined,
    start(on) {
      const options = { queue, logger: silent, pollIntervall: setting.pollMs, onCompleted: on.completed }
      workers = [0, 1].map(() => defineWorker('work', async () => on.started(), options))
      for (const worker of workers) void worker.start()
    },
    walPages: () => walPages(connection),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await new Promise((resolve) => setImmediate(resolve))
    },
    close() {
      queue.close()
    },
  }
}

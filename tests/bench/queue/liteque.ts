import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Contender, payload, type Setting } from './contender'

interface Task {
  id: number
}
interface Liteque {
  buildDBClient(path: string, options: { runMigrations: boolean }): { $client?: unknown; session?: { client?: unknown } }
  SqliteQueue: new (
    name: string,
    db: unknown,
    options: unknown,
  ) => {
    enqueue(payload: unknown, options?: { delayMs?: number; priority?: number }): Promise<unknown>
    attemptDequeue(options: { timeoutSecs: number }): Promise<Task | null>
  }
  Runner: new (queue: unknown, functions: unknown, options: unknown) => { run(): Promise<void>; stop(): void }
}

interface RawDatabase {
  pragma(source: string): unknown
  prepare(sql: string): { run(...values: unknown[]): unknown }
  transaction(run: () => void): () => void
  close(): void
}

/** liteque as it comes, from the patched copy that prepare-liteque.mjs made; it opens its own plain file. */
export async function openLiteque(setting: Setting): Promise<Contender> {
  const folder = process.env.LITEQUE_COPY
  if (!folder) throw new Error('LITEQUE_COPY names no folder')
  const entry = pathToFileURL(join(folder, 'node_modules', 'liteque', 'dist', 'index.js')).href
  const { buildDBClient, SqliteQueue, Runner } = (await import(/* @vite-ignore */ entry)) as Liteque
  const db = buildDBClient(setting.file, { runMigrations: true })
  const raw = (db.$client ?? db.session?.client) as RawDatabase
  raw.pragma(`synchronous=${setting.durability}`)
  const queue = new SqliteQueue('work', db, { defaultJobArgs: { numRetries: 2 }, keepFailedJobs: true })
  let runner: { run(): Promise<void>; stop(): void } | undefined
  let ended: Promise<void> = Promise.resolve()
  let count = 0

  /** Its own enqueue takes one at a time; this fills the table with the same rows for the measurements that come after. */
  function fill(total: number, delayMs: number, priority: () => number): void {
    const insert = raw.prepare(
      `INSERT INTO tasks (queue, payload, createdAt, availableAt, status, allocationId, numRunsLeft, maxNumRuns, priority)
       VALUES ('work', ?, ?, ?, 'pending', ?, 3, 3, ?)`,
    )
    for (let done = 0; done < total; done += 10_000) {
      raw.transaction(() => {
        for (let n = Math.min(10_000, total - done); n > 0; n--) {
          const now = Date.now()
          const allocation = Math.random().toString(36).slice(2, 15)
          insert.run(JSON.stringify(payload), Math.floor(now / 1000), now + delayMs, allocation, priority())
        }
      })()
    }
  }

  return {
    async enqueue() {
      count += 1
      await queue.enqueue(payload, { priority: count % 7 })
    },
    async enqueueMany(total) {
      fill(total, 0, () => count++ % 7)
    },
    async enqueueDelayed(total) {
      fill(total, 3_600_000, () => -1)
    },
    claim: async () => (await queue.attemptDequeue({ timeoutSecs: 3600 })) !== null,
    start(on) {
      const functions = {
        run: async () => on.started(),
        // Told before the row is deleted; of thousands of jobs that is one transaction too early.
        onComplete: async () => on.completed(),
      }
      runner = new Runner(queue, functions, { pollIntervalMs: setting.pollMs, timeoutSecs: 1, concurrency: 2 })
      ended = runner.run()
    },
    async stop() {
      runner?.stop()
      await ended
    },
    close() {
      raw.close()
    },
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'

/** The work that a request is made for. */
export interface RunningWork {
  jobId: string | null
  jobType: string | null
  itemIds: readonly string[]
}

export interface JobScope {
  /** Runs the body as a part of this work; all that it awaits belongs to it. */
  run<T>(work: RunningWork, body: () => T): T
  /** The work in whose name the present code runs; a person's own when it is none's. */
  current(): RunningWork
}

const nobody: RunningWork = { jobId: null, jobType: null, itemIds: [] }

/** Tells, deep inside of a client, which job a request is for, so that no engine has to hand it down. */
export function createJobScope(): JobScope {
  const storage = new AsyncLocalStorage<RunningWork>()
  return { run: (work, body) => storage.run(work, body), current: () => storage.getStore() ?? nobody }
}

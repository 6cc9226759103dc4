import type { AppEvent } from '../../../shared/contract/events'
import type { JobReference } from './job-store'

/** Text events of one job are sent at most this often; long enough to spare IPC, short enough to read as typing. */
const FLUSH_MS = 80

export interface LiveProgress {
  /** Adds text that a running job has just written. */
  append(job: JobReference, delta: string): void
  /** Says in a few words what a running job does now. */
  note(job: JobReference, note: string): void
  /** All text of a running job so far, '' when there is none. */
  text(jobId: string): string
  /** Forgets a job; its last text is sent first. */
  end(jobId: string): void
  clear(): void
}

interface Live {
  job: JobReference
  text: string
  sent: number
  note: string
  timer: NodeJS.Timeout | null
}

/** Keeps in memory what running jobs have written so far and sends it as `job-progress`; nothing of it is stored. */
export function createLiveProgress(publish: (event: AppEvent) => void, now: () => number): LiveProgress {
  const live = new Map<string, Live>()

  function flush(entry: Live): void {
    entry.timer = null
    const text = entry.text.slice(entry.sent)
    const payload = { jobId: entry.job.id, type: entry.job.type, itemId: entry.job.itemId, offset: entry.sent, text, note: entry.note }
    entry.sent = entry.text.length
    publish({ type: 'job-progress', seq: null, at: now(), payload })
  }

  function touch(job: JobReference, change: (entry: Live) => void): void {
    const entry = live.get(job.id) ?? { job, text: '', sent: 0, note: '', timer: null }
    live.set(job.id, entry)
    change(entry)
    entry.timer ??= setTimeout(() => flush(entry), FLUSH_MS)
  }

  function drop(entry: Live): void {
    if (entry.timer) clearTimeout(entry.timer)
    live.delete(entry.job.id)
  }

  return {
    append: (job, delta) =>
      touch(job, (entry) => {
        entry.text += delta
      }),
    note: (job, note) =>
      touch(job, (entry) => {
        entry.note = note
      }),
    text: (jobId) => live.get(jobId)?.text ?? '',
    end(jobId) {
      const entry = live.get(jobId)
      if (!entry) return
      if (entry.timer) flush(entry)
      drop(entry)
    },
    clear() {
      for (const entry of [...live.values()]) drop(entry)
    },
  }
}

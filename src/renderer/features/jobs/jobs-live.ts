import { useEffect } from 'react'
import type { EventType } from '../../../shared/contract/events'
import { atMostEvery } from '../../base/at-most-every'
import { onEvent } from '../../base/live-events'
import { useNavigation } from '../../base/navigation-store'
import { loadJob, refreshJobs, useJobs } from './jobs-store'

/** At most one reading of the list in this many milliseconds, however many events come. */
const LIST_MS = 250
/** The same for the job on the page and its run, which carry their prompts and replies. */
export const DETAIL_MS = 500

/** Events that change a job's row. */
export const jobEvents = [
  'job-enqueued',
  'job-started',
  'job-completed',
  'job-dead',
  'job-retry-scheduled',
  'job-cancelled',
] as const satisfies readonly EventType[]

/** Keeps the list and the job on the page up to date while the calling part is on screen. */
export function useLiveJobs(jobId: string | undefined): void {
  useEffect(() => {
    const list = atMostEvery(LIST_MS, refreshJobs)
    const detail = atMostEvery(DETAIL_MS, () => {
      const shown = useNavigation.getState().jobId
      if (shown !== undefined) void loadJob(shown)
    })
    const isShown = (id: string) => useNavigation.getState().jobId === id
    const stops = [
      ...jobEvents.map((type) =>
        onEvent(type, (payload) => {
          list.ask()
          if (isShown(payload.jobId)) detail.ask()
        }),
      ),
      onEvent('jobs-purged', () => {
        list.ask()
        detail.ask()
      }),
      // What a waiting job waits for changes with the queue.
      onEvent('queue-paused', () => {
        list.ask()
        detail.ask()
      }),
      onEvent('waiting-changed', () => {
        list.ask()
        detail.ask()
      }),
      onEvent('queue-resumed', () => {
        list.ask()
        detail.ask()
      }),
      onEvent('job-progress', ({ jobId: id, note }) => {
        if (note !== '' && useJobs.getState().notes[id] !== note) useJobs.setState((state) => ({ notes: { ...state.notes, [id]: note } }))
        if (isShown(id)) detail.ask()
      }),
    ]
    list.ask()
    return () => {
      list.stop()
      detail.stop()
      for (const stop of stops) stop()
    }
  }, [])

  useEffect(() => {
    if (jobId !== undefined) void loadJob(jobId)
    else useJobs.setState({ detail: undefined, detailProblem: undefined })
  }, [jobId])
}

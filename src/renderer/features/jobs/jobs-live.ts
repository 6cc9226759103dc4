import { useEffect } from 'react'
import type { EventType } from '../../../shared/contract/events'
import { onEvent } from '../../live-events'
import { loadJob, refreshJobs, useJobs } from './jobs-store'

/** At most one reading of the list in this many milliseconds, however many events come. */
const REFRESH_MS = 250

const changes = [
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
    let timer: ReturnType<typeof setTimeout> | undefined
    let again = false
    const touched = new Set<string>()

    // The first event is answered at once; those that follow share one reading at the end of each interval.
    const refresh = async () => {
      again = false
      const ids = [...touched]
      touched.clear()
      timer = setTimeout(() => {
        timer = undefined
        if (again) void refresh()
      }, REFRESH_MS)
      const shown = useJobs.getState().detail?.id
      await Promise.all([refreshJobs(), shown !== undefined && ids.includes(shown) ? loadJob(shown) : undefined])
    }
    const changed = (id?: string) => {
      if (id !== undefined) touched.add(id)
      again = true
      if (timer === undefined) void refresh()
    }
    const stops = [
      ...changes.map((type) => onEvent(type, (payload) => changed(payload.jobId))),
      onEvent('jobs-purged', () => changed(useJobs.getState().detail?.id)),
      onEvent('queue-paused', () => changed()),
      onEvent('queue-resumed', () => changed()),
      onEvent('job-progress', ({ jobId: id, note }) => {
        if (note !== '' && useJobs.getState().notes[id] !== note) useJobs.setState((state) => ({ notes: { ...state.notes, [id]: note } }))
      }),
    ]
    changed()
    return () => {
      clearTimeout(timer)
      again = false
      for (const stop of stops) stop()
    }
  }, [])

  useEffect(() => {
    if (jobId !== undefined) void loadJob(jobId)
    else useJobs.setState({ detail: undefined, detailProblem: undefined })
  }, [jobId])
}

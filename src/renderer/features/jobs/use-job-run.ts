import { useEffect, useState } from 'react'
import type { Job } from '../../../shared/entities'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { DETAIL_MS, jobEvents } from './jobs-live'
import { isStage } from './run-view'

const none: readonly Job[] = []

/** The jobs of the Deep Think run that a job belongs to, kept up to date; none for other jobs, and while they are not read. */
export function useJobRun(job: Job): readonly Job[] {
  const [run, setRun] = useState<{ of: string; jobs: readonly Job[] }>()
  const { id, itemId } = job
  const staged = isStage(job.type)

  useEffect(() => {
    if (!staged) return
    let gone = false
    let turn = 0
    const read = async () => {
      const own = ++turn
      // A job that was discarded meanwhile leaves the page by itself; its run needs no error of its own.
      const answer = await client.call('get-job-run', { id }).catch(() => undefined)
      if (answer && !gone && own === turn) setRun({ of: id, jobs: answer.jobs })
    }
    const paced = atMostEvery(DETAIL_MS, read)
    const stops = [
      ...jobEvents.map((type) =>
        onEvent(type, (payload) => {
          if (payload.itemId === itemId && isStage(payload.type)) paced.ask()
        }),
      ),
      onEvent('jobs-purged', paced.ask),
    ]
    paced.ask()
    return () => {
      gone = true
      paced.stop()
      for (const stop of stops) stop()
    }
  }, [id, itemId, staged])

  if (!staged || run?.of !== id) return none
  // The job on the page is read oftener than its run.
  return run.jobs.map((each) => (each.id === id ? job : each))
}

import type { JobChanges } from '../../../shared/contract/jobs'
import { client } from '../../base/client'
import { useNavigation } from '../../base/navigation-store'
import { errorWords } from '../../ui/error-words'
import { showToast } from '../../ui/toast'
import { loadJob, refreshJobs, useJobs } from './jobs-store'
import { neighbourOf } from './list-filter'

const underWay = new Set<string>()

/** Does one thing once, says what came of it, and shows the list anew. */
async function act(name: string, work: () => Promise<string | undefined>): Promise<void> {
  if (underWay.has(name)) return
  underWay.add(name)
  try {
    const said = await work()
    if (said !== undefined) showToast(said)
  } catch (error) {
    showToast(errorWords(error))
  } finally {
    underWay.delete(name)
    // A job that was discarded leaves the page in the next turn, and is not asked for again.
    const shown = useNavigation.getState().jobId
    await Promise.all([refreshJobs(), shown === undefined ? undefined : loadJob(shown)])
  }
}

function jobsWord(count: number): string {
  return count === 1 ? '1 job' : `${count.toLocaleString('en')} jobs`
}

/** Runs a job again; without `changes` as it ran last, with them only with these. */
export function retryJob(id: string, changes?: JobChanges): Promise<void> {
  return act(`retry ${id}`, async () => {
    await client.call('retry-job', changes === undefined ? { id } : { id, changes })
    return undefined
  })
}

/** Deletes one job with its trace and shows the one next to it. Cannot be undone: ask first. */
export function discardJob(id: string): Promise<void> {
  return act(`discard ${id}`, async () => {
    const next = neighbourOf(useJobs.getState().jobs, id)
    await client.call('delete-job', { id })
    if (useNavigation.getState().jobId === id) useNavigation.setState(next === undefined ? { jobId: next, pane: 'list' } : { jobId: next })
    return 'Job discarded.'
  })
}

export function cancelJob(id: string): Promise<void> {
  return act(`cancel ${id}`, async () => {
    await client.call('cancel-job', { id })
    showToast('Job cancelled. Nothing of it will be saved.', () => void retryJob(id))
    return undefined
  })
}

export function retryDeadJobs(): Promise<void> {
  return act('retry dead', async () => `${jobsWord((await client.call('retry-dead-jobs', {})).count)} will run again.`)
}

/** Deletes all dead jobs, or all finished ones, with their trace. Cannot be undone: ask first. */
export function purgeJobs(which: 'dead' | 'finished'): Promise<void> {
  return act(`purge ${which}`, async () => {
    const { count } = await client.call(which === 'dead' ? 'purge-dead' : 'purge-done', {})
    const shown = useJobs.getState().detail
    const gone = shown && (which === 'dead' ? shown.status === 'dead' : shown.status === 'done' || shown.status === 'cancelled')
    if (gone) useNavigation.setState({ jobId: undefined })
    return `${jobsWord(count)} discarded.`
  })
}

export function setPaused(paused: boolean): Promise<void> {
  return act('pause', async () => {
    await client.call(paused ? 'pause-queue' : 'resume-queue', {})
    return undefined
  })
}

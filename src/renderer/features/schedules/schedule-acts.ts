import type { Schedule } from '../../../shared/contract/schedules'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { showToast } from '../../ui/toast'
import { loadSchedules } from './schedules-store'

/** A name short enough for a toast. */
function shortened(name: string): string {
  return name.length > 60 ? `${name.slice(0, 57).trimEnd()}…` : name
}

export async function runNow({ id }: Schedule, name: string): Promise<void> {
  await attempt(async () => {
    const { already } = await client.call('run-schedule-now', { id })
    if (already) showToast(`“${shortened(name)}” waits or runs already.`)
    await loadSchedules()
  })
}

export async function setPaused({ id }: Schedule, paused: boolean): Promise<void> {
  await attempt(async () => {
    await client.call(paused ? 'pause-schedule' : 'resume-schedule', { id })
    await loadSchedules()
  })
}

/** Pauses every one that is not; Undo resumes those. */
export async function pauseAll(schedules: readonly Schedule[]): Promise<void> {
  const active = schedules.filter(({ paused, nextAt }) => !paused && nextAt !== null)
  await attempt(async () => {
    for (const { id } of active) await client.call('pause-schedule', { id })
    showToast(active.length === 1 ? '1 schedule was paused.' : `${active.length} schedules were paused.`, () => {
      void attempt(async () => {
        for (const { id } of active) await client.call('resume-schedule', { id })
      })
    })
  })
  await loadSchedules()
}

/** Deletes a schedule of a question; Undo brings it back with its past runs. */
export async function deleteSchedule({ id, question }: Schedule): Promise<void> {
  await attempt(async () => {
    await client.call('delete-schedule', { id })
    showToast(`“${shortened(question)}” will not be researched any more.`, () => {
      void attempt(async () => {
        await client.call('save-schedule', { id })
        await loadSchedules()
      })
    })
    await loadSchedules()
  })
}

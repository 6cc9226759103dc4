import { useEffect } from 'react'
import type { EventType } from '../../../shared/contract/events'
import type { Orchestration } from '../../../shared/contract/orchestrate'
import { atMostEvery } from '../../base/at-most-every'
import { onEvent } from '../../base/live-events'
import { loadPlans, noteKey, usePlans } from './plan-store'

/** At most one reading of a plan, with the texts of its steps, in this many milliseconds. */
const READ_MS = 300

const jobEvents = ['job-retry-scheduled', 'job-dead', 'job-cancelled', 'job-completed'] as const satisfies readonly EventType[]

/** A plan, or the newest of an item, kept up to date while the calling part is on screen; undefined until it was read, and for none. */
export function usePlan(itemId: string, id?: string): Orchestration | undefined {
  useEffect(() => {
    const paced = atMostEvery(READ_MS, () => void loadPlans(itemId, id))
    const ours = (payload: { itemId: string | null; type: string }) => payload.type === 'orchestrate' && payload.itemId === itemId
    const stops = [
      onEvent('orchestration-updated', (payload) => payload.itemId === itemId && paced.ask()),
      ...jobEvents.map((type) => onEvent(type, (payload) => ours(payload) && paced.ask())),
      onEvent('jobs-purged', paced.ask),
      onEvent('waiting-changed', paced.ask),
      onEvent('job-progress', (payload) => {
        if (!ours(payload)) return
        if (payload.note !== '')
          usePlans.setState((state) => ({ notes: { ...state.notes, [noteKey(payload.jobId, payload.note)]: payload.note } }))
        // The answer is read while it is written.
        if (payload.text !== '') paced.ask()
      }),
    ]
    paced.ask()
    return () => {
      paced.stop()
      for (const stop of stops) stop()
    }
  }, [itemId, id])
  return usePlans((state) => state.plans[id ?? state.newest[itemId] ?? ''])
}

import { create } from 'zustand'
import type { CommandOutput } from '../../../shared/contract'
import type { EventType } from '../../../shared/contract/events'
import type { Schedule } from '../../../shared/contract/schedules'
import { atMostEvery } from '../../base/at-most-every'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

export type ScheduleList = CommandOutput<'list-schedules'>

interface Schedules {
  /** Undefined until it is read. */
  list: ScheduleList | undefined
  problem: string | undefined
  /** The dialog that is open: a schedule to change, or a new one. */
  edited: Schedule | 'new' | undefined
}

const empty: Schedules = { list: undefined, problem: undefined, edited: undefined }
export const useSchedules = create<Schedules>(() => empty)

let asked = 0

/** Reads all schedules. */
export async function loadSchedules(): Promise<void> {
  asked += 1
  const turn = asked
  try {
    const list = await client.call('list-schedules', {})
    if (turn === asked) useSchedules.setState({ list, problem: undefined })
  } catch (error) {
    if (turn === asked) useSchedules.setState({ problem: errorWords(error) })
  }
}

/** Events after which a row may say something else. */
const events = [
  'schedules-changed',
  'job-retry-scheduled',
  'waiting-changed',
  'queue-paused',
  'queue-resumed',
] as const satisfies readonly EventType[]
const PAUSE_MS = 250

/** Keeps the schedules current once somebody has asked for them. */
export function followSchedules(): void {
  const list = atMostEvery(PAUSE_MS, loadSchedules)
  for (const type of events)
    onEvent(type, () => {
      if (useSchedules.getState().list !== undefined) list.ask()
    })
  onEvent('vault-locked', () => {
    asked += 1
    list.stop()
    useSchedules.setState(empty, true)
  })
}

import { create } from 'zustand'
import type { CommandOutput } from '../../shared/contract'
import type { EventType } from '../../shared/contract/events'
import { client } from './client'
import { onEvent } from './live-events'

export type Places = CommandOutput<'get-places'>

export const usePlaces = create<{ places: Places | undefined }>(() => ({ places: undefined }))

/** Reads the counts beside the places, and the tags. */
export async function loadPlaces(): Promise<void> {
  const places = await client.call('get-places', {}).catch(() => undefined)
  if (places) usePlaces.setState({ places })
}

const counted: EventType[] = [
  'item-changed',
  'job-enqueued',
  'job-started',
  'job-completed',
  'job-dead',
  'job-retry-scheduled',
  'job-cancelled',
  'jobs-purged',
  'thesis-updated',
  'briefing-updated',
  'links-changed',
  'confidence-updated',
  'tags-changed',
]
/** Many events come at once after an import; the counts are asked for at most this often. */
const PAUSE_MS = 250

export function followPlaces(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  for (const type of counted)
    onEvent(type, () => {
      if (timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        void loadPlaces()
      }, PAUSE_MS)
    })
  onEvent('vault-locked', () => usePlaces.setState({ places: undefined }))
}

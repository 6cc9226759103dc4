import { useEffect } from 'react'
import type { EventPayload } from '../../../shared/contract/events'
import type { Research } from '../../../shared/contract/research'
import { onEvent } from '../../base/live-events'
import { keyOf, loadResearch, type ResearchOf, takeProgress, useResearchStore } from './research-store'

/** Several events in so many milliseconds cost one reading. */
const RELOAD_MS = 120
/** Streamed text goes into the page in steps of this many milliseconds. */
const WRITE_MS = 60

function watch(of: ResearchOf): () => void {
  const key = keyOf(of)
  let reload: ReturnType<typeof setTimeout> | undefined
  let write: ReturnType<typeof setTimeout> | undefined
  let batch: EventPayload<'job-progress'>[] = []
  const known = () => useResearchStore.getState().runs[key]
  const soon = () => {
    reload ??= setTimeout(() => {
      reload = undefined
      void loadResearch(of)
    }, RELOAD_MS)
  }
  const isOurs = (itemId: string | null, researchId?: string) =>
    'itemId' in of ? itemId === of.itemId : researchId === undefined || researchId === ('id' in of ? of.id : known()?.id)
  const stops = [
    onEvent('research-updated', (payload) => isOurs(payload.itemId, payload.researchId) && soon()),
    ...(['job-retry-scheduled', 'job-started', 'job-cancelled', 'job-dead'] as const).map((type) =>
      onEvent(type, (payload) => payload.type === 'research' && isOurs(payload.itemId) && soon()),
    ),
    onEvent('waiting-changed', soon),
    // The report may go to the trash, come back or get another title.
    onEvent('item-changed', ({ itemId }) => {
      const run = known()
      if (run && (itemId === run.report?.id || itemId === run.itemId)) soon()
    }),
    onEvent('job-progress', (payload) => {
      if (payload.type !== 'research' || payload.jobId !== known()?.jobId) return
      batch.push(payload)
      write ??= setTimeout(() => {
        write = undefined
        takeProgress(batch.splice(0))
      }, WRITE_MS)
    }),
  ]
  void loadResearch(of)
  return () => {
    clearTimeout(reload)
    clearTimeout(write)
    batch = []
    for (const stop of stops) stop()
  }
}

/** A run, kept up to date while the calling part is on screen; null when there is none, undefined until it was read. */
export function useResearch(of: ResearchOf): Research | null | undefined {
  const key = keyOf(of)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is all that `of` says
  useEffect(() => watch(of), [key])
  return useResearchStore((state) => state.runs[key])
}

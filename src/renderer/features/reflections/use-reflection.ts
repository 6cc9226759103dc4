import { useEffect } from 'react'
import type { EventPayload } from '../../../shared/contract/events'
import type { Reflection } from '../../../shared/contract/reflections'
import { onEvent } from '../../base/live-events'
import { loadReflection, takeProgress, useReflectionStore } from './reflection-store'

/** Several events in so many milliseconds cost one reading. */
const RELOAD_MS = 120
/** Streamed text goes into the page in steps of this many milliseconds. */
const WRITE_MS = 60

/** Whether an item that changed stands in this reflection, so that its title or place is to be read anew. */
function names(reflection: Reflection | null | undefined, itemId: string): boolean {
  if (!reflection) return false
  return (
    reflection.report?.id === itemId ||
    [...reflection.findings, ...reflection.gone].some(
      ({ items, captured }) => captured?.id === itemId || items.some(({ id }) => id === itemId),
    )
  )
}

function watch(id: string): () => void {
  let reload: ReturnType<typeof setTimeout> | undefined
  let write: ReturnType<typeof setTimeout> | undefined
  let batch: EventPayload<'job-progress'>[] = []
  const known = () => useReflectionStore.getState().reflections[id]
  const soon = () => {
    reload ??= setTimeout(() => {
      reload = undefined
      void loadReflection(id)
    }, RELOAD_MS)
  }
  const stops = [
    ...(['reflection-started', 'reflection-completed', 'reflection-updated'] as const).map((type) =>
      onEvent(type, ({ reflectionId }) => reflectionId === id && soon()),
    ),
    ...(['job-retry-scheduled', 'job-started', 'job-cancelled', 'job-dead'] as const).map((type) =>
      onEvent(type, ({ jobId }) => jobId === known()?.jobId && soon()),
    ),
    onEvent('waiting-changed', soon),
    onEvent('item-changed', ({ itemId }) => names(known(), itemId) && soon()),
    onEvent('job-progress', (payload) => {
      if (payload.type !== 'reflection_pass' || payload.jobId !== known()?.jobId) return
      batch.push(payload)
      write ??= setTimeout(() => {
        write = undefined
        takeProgress(batch.splice(0))
      }, WRITE_MS)
    }),
  ]
  void loadReflection(id)
  return () => {
    clearTimeout(reload)
    clearTimeout(write)
    batch = []
    for (const stop of stops) stop()
  }
}

/** A reflection, kept up to date while the calling part is on screen; null when there is none, undefined until it was read. */
export function useReflection(id: string | undefined): Reflection | null | undefined {
  useEffect(() => (id === undefined ? undefined : watch(id)), [id])
  return useReflectionStore((state) => (id === undefined ? undefined : state.reflections[id]))
}

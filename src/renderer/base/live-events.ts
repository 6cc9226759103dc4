import type { AppEvent, EventPayload, EventType } from '../../shared/contract/events'
import { client } from './client'

type AnyListener = (payload: never, event: AppEvent) => void

const listeners = new Map<EventType, Set<AnyListener>>()
let lastSeq: number | undefined
let stop: (() => void) | undefined

function receive(event: AppEvent): void {
  if (event.seq !== null) {
    // After a dropped stream the host may hand over an event again; showing it twice would double a count.
    if (lastSeq !== undefined && event.seq <= lastSeq) return
    lastSeq = event.seq
  }
  for (const listener of [...(listeners.get(event.type) ?? [])]) listener(event.payload as never, event)
}

/** Begins to follow the one event stream of the app, from the last event this window has seen. Calling it twice does nothing. */
export function startLiveEvents(): void {
  stop ??= client.subscribe(receive, lastSeq)
}

/** Ends the stream; `startLiveEvents` goes on after the last event seen, so none is lost or shown twice. */
export function stopLiveEvents(): void {
  stop?.()
  stop = undefined
}

/** Calls `listener` for every event of `type` from now on. Returns the way to stop. */
export function onEvent<T extends EventType>(type: T, listener: (payload: EventPayload<T>, event: AppEvent) => void): () => void {
  const known = listeners.get(type) ?? new Set<AnyListener>()
  listeners.set(type, known)
  known.add(listener as AnyListener)
  return () => {
    known.delete(listener as AnyListener)
  }
}

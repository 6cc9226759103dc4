import type { AppEvent } from '../../../shared/contract/events'

export interface EventHub {
  publish(event: AppEvent): void
  /** Listeners stay through lock and unlock. A listener that throws does not stop the others. */
  listen(listener: (event: AppEvent) => void): () => void
}

/** Hands published events to whoever listens, in order. */
export function createEventHub(onListenerError: (error: unknown) => void): EventHub {
  const listeners = new Set<(event: AppEvent) => void>()
  return {
    publish(event) {
      for (const listener of [...listeners]) {
        try {
          listener(event)
        } catch (error) {
          onListenerError(error)
        }
      }
    },
    listen(listener) {
      // Wrapped, so that the same function listening twice is two listeners.
      const own = (event: AppEvent) => listener(event)
      listeners.add(own)
      return () => {
        listeners.delete(own)
      }
    },
  }
}

export interface Pause {
  /** Resolves after so many milliseconds, at an abort of the signal, or when woken; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
  /** Ends all sleeps. */
  wake(): void
}

/** Waiting that can be cut short. A wait does not keep the process alive. */
export function createPause(): Pause {
  const sleeping = new Set<() => void>()
  return {
    sleep(milliseconds, signal) {
      if (signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          sleeping.delete(end)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        timer.unref()
        signal.addEventListener('abort', end, { once: true })
        sleeping.add(end)
      })
    },
    wake() {
      for (const end of [...sleeping]) end()
    },
  }
}

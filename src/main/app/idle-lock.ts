/** How often the clock is looked at. Wall clock, so that a computer that slept over the limit locks when it wakes. */
const LOOK_EVERY_MS = 2000

export interface IdleLock {
  /** The person is here: the time starts again. */
  touch(): void
  stop(): void
}

/** Locks after `minutes()` without a touch; null means never. */
export function createIdleLock(deps: { now: () => number; minutes: () => number | null; lock: () => void }): IdleLock {
  let last = deps.now()
  const timer = setInterval(() => {
    const minutes = deps.minutes()
    const time = deps.now()
    // A clock set back would otherwise lengthen the wait.
    if (time < last) last = time
    if (minutes !== null && time - last >= minutes * 60_000) deps.lock()
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    touch() {
      last = deps.now()
    },
    stop() {
      clearInterval(timer)
    },
  }
}

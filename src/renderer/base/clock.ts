import { useSyncExternalStore } from 'react'
import { currentTime } from '../ui/clock'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = currentTime()

function tick(): void {
  now = currentTime()
  for (const listener of [...listeners]) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    now = currentTime()
    timer = setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

const still = () => () => {}

/**
 * The time in milliseconds, new each second while `ticking`; one timer serves all that ask, and none runs when nobody does.
 * While not ticking it may be an earlier time. Use it in the smallest part that shows a time, so that a list does not render anew each second.
 */
export function useNow(ticking: boolean): number {
  return useSyncExternalStore(ticking ? subscribe : still, () => now)
}

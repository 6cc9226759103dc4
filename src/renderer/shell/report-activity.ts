import { client } from '../base/client'
import { currentTime } from '../ui/clock'

/** The idle clock needs no finer news than this. */
const EVERY_MS = 30_000

/** Tells the app that the person is at the window, at most every 30 s while there is input. Returns the way to stop. */
export function reportActivity(now: () => number = currentTime): () => void {
  let last = Number.NEGATIVE_INFINITY
  const report = () => {
    const at = now()
    if (at - last < EVERY_MS) return
    last = at
    client.call('report-activity', {}).catch(() => {
      // Only the idle clock hears of it: at worst the vault locks earlier than it had to.
    })
  }
  const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const
  for (const kind of kinds) window.addEventListener(kind, report, { passive: true })
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, report)
  }
}

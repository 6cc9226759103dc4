import type { BriefingScope } from '../../../shared/entities'
import { DAY_MS } from '../../../shared/timing'

/** "3 October", on the calendar of this computer. */
function day(time: number): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' }).format(time)
}

/** What a briefing of many is called, from what it was made of and when. */
export function briefingTitle(scope: BriefingScope, words: string, createdAt: number, count: number): string {
  switch (scope) {
    case 'day':
      return `${new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(createdAt)}, ${day(createdAt)}`
    case 'week':
      return `Seven days to ${day(createdAt)}`
    case 'since_last':
      return `New until ${day(createdAt)}`
    case 'tag':
      return `#${words}`
    case 'search':
      return `Search: ${words}`
    default:
      return count === 1 ? 'One chosen thought' : `${count} chosen thoughts`
  }
}

/** The moment from which on items count: midnight on this computer, seven days ago, or the last briefing (none yet: seven days). Null for other scopes. */
export function scopeStart(scope: BriefingScope, now: number, lastAt: number | null): number | null {
  switch (scope) {
    case 'day':
      return new Date(now).setHours(0, 0, 0, 0)
    case 'week':
      return now - 7 * DAY_MS
    case 'since_last':
      // What was written in that very moment was in it.
      return lastAt === null ? now - 7 * DAY_MS : lastAt + 1
    default:
      return null
  }
}

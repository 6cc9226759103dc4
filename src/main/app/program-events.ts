import { type AppEvent, type EventType, windowEvents } from '../../shared/contract/events'

/** Events that carry words of a thought, or words about it. */
const withWords: ReadonlySet<EventType> = new Set(['job-progress', 'summary-set', 'job-dead', 'job-retry-scheduled'])

/** Ids remembered at once; a program that follows a job asks for the same one with every word. */
const MOST_KNOWN = 1000

/**
 * Which events a program may see: none that is the window's alone, none of an item that stays here, and no words of one that is gone. `staysHere` gives null for an unknown item.
 * Made for one reader.
 */
export function createProgramEvents(staysHere: (itemId: string) => boolean | null): (event: AppEvent) => boolean {
  const known = new Map<string, boolean | null>()

  function look(itemId: string): boolean | null {
    const before = known.get(itemId)
    if (before !== undefined) return before
    if (known.size >= MOST_KNOWN) known.clear()
    const found = staysHere(itemId)
    known.set(itemId, found)
    return found
  }

  return (event) => {
    if (windowEvents.has(event.type)) return false
    const itemId = 'itemId' in event.payload ? event.payload.itemId : null
    if (itemId === null) return true
    if (event.type === 'item-changed') known.delete(itemId)
    const stays = look(itemId)
    return stays === null ? !withWords.has(event.type) : !stays
  }
}

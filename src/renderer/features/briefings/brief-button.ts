import { makeBriefing } from './briefing-store'

/** What the Brief button and its key do: asks for a spoken briefing of an item, once, and says so. Never rejects. */
export function startBrief(itemId: string): Promise<void> {
  return makeBriefing(itemId)
}

import { DAY_MS } from '../../../shared/timing'
import { countSpokenWords } from '../../core/audio/speaking-rate'
import { itemBriefingRequest } from '../../core/jobs/pipeline'
import { sharedOnly, theVault } from '../../core/privacy/viewer'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { ItemStore } from '../items/item-store'
import type { BriefingScopeStore } from './briefing-scope-store'
import type { BriefingStore } from './briefing-store'

export interface AutoBriefDeps {
  settings: SettingsStore
  items: Pick<ItemStore, 'find'>
  briefings: Pick<BriefingStore, 'create'>
  briefingScopes: Pick<BriefingScopeStore, 'resting' | 'madeByThemselves'>
  write: UnitOfWork['write']
  now: () => number
  newId: () => string
  /** Whether script or sound would leave this computer. */
  leaves: () => boolean
}

/** A thought is left alone until nobody has changed it for this long. */
export const REST_MS = 10 * 60_000
/** Words are counted in this much of a body; who asks for more words than it holds means a long text. */
const COUNTED = 200_000
const MOST_AT_ONCE = 200
const SINCE = 'auto-brief-since'

/**
 * Briefings of single thoughts that make themselves, while the setting is on: for what was written or changed since it was switched on and
 * has rested, has enough words, and had none made by itself within a day; so many a day at most, in the background.
 */
export function createAutoBrief(deps: AutoBriefDeps) {
  const { settings, items, briefingScopes, write, now } = deps
  /** Thoughts with too few words, as they were looked at last. */
  const short = new Map<string, string>()

  /** From when on changes count: the moment at which it was first seen switched on. */
  function since(): number | null {
    const kept = settings.readFlag(SINCE) ?? ''
    if (!settings.read().autoBrief) {
      if (kept !== '') write(() => settings.writeFlag(SINCE, ''))
      return null
    }
    if (kept !== '') return Number(kept)
    // A minute earlier than it was seen: the switch was turned since the last look.
    const from = now() - 60_000
    write(() => settings.writeFlag(SINCE, String(from)))
    return from
  }

  function hasEnoughWords(id: string, least: number): boolean {
    const item = items.find(id)
    if (!item) return false
    const known = `${item.content_hash} ${least}`
    if (short.get(id) === known) return false
    if (countSpokenWords(item.body.slice(0, COUNTED), 'en') >= least) return true
    short.set(id, known)
    return false
  }

  return {
    /** Begins what is due. */
    look(): void {
      const from = since()
      if (from === null) return
      const { autoBriefWords, autoBriefPerDay } = settings.read()
      let left = autoBriefPerDay - briefingScopes.madeByThemselves(now() - DAY_MS)
      if (left <= 0) return
      for (const { id, length } of briefingScopes.resting(
        { from, to: now() - REST_MS },
        now(),
        deps.leaves() ? sharedOnly : theVault,
        MOST_AT_ONCE,
      )) {
        // A word has one character at least.
        if (left === 0) return
        if (length < autoBriefWords || !hasEnoughWords(id, autoBriefWords)) continue
        left -= 1
        write((tx) => {
          const briefingId = deps.newId()
          deps.briefings.create(briefingId, id, tx.now, false)
          tx.enqueue(itemBriefingRequest(id, briefingId, false))
          tx.emit('briefing-updated', { briefingId, itemId: id, status: 'pending' })
        })
      }
    },
  }
}

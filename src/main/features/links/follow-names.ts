import { parseWikilinks, splitHeading, type Wikilink } from '../../../shared/wikilinks'
import type { LinkStore } from './link-store'
import type { TitleStore } from './title-store'
import type { FoundName, WikilinkRow, WikilinkStore } from './wikilink-store'
import { mentionOf, namedTitles } from './wikilinks'

export interface FollowNamesDeps {
  titles: TitleStore
  wikilinks: WikilinkStore
  links: Pick<LinkStore, 'replaceNamed'>
  newId: () => string
}

/** Texts up to this length are read for names while they are saved; longer ones later, in turns. A few milliseconds. */
export const READ_AT_ONCE = 200_000
/** Different names of one text that are followed: an index page has hundreds; beyond this they stay plain words. */
const MAX_NAMES = 5000

type Text = { id: string; title: string; body: string }

/**
 * Keeps links of kind `wikilink` in step with the texts: names that stand for an item link to it, others wait until an item gets that title.
 * Every function is for the caller's write transaction and answers the ids of items whose links changed.
 */
export function createFollowNames({ titles, wikilinks, links, newId }: FollowNamesDeps) {
  /** What a name stands for, when nothing is known of it yet. A text prefers items that it names already. */
  function resolve(itemId: string, name: string, known: readonly WikilinkRow[]): { targetId: string | null; heading: string } {
    const { folded, base } = namedTitles(name)
    const { heading } = splitHeading(name)
    const own = known.find((row) => row.target_id !== null && row.target_id !== itemId && titles.has(row.target_id, folded))?.target_id
    const whole = own ?? titles.find(folded, itemId)
    if (whole !== null) return { targetId: whole, heading: '' }
    if (name.startsWith('#')) return { targetId: itemId, heading: heading ?? '' }
    if (titles.has(itemId, folded)) return { targetId: itemId, heading: '' }
    if (base === folded) return { targetId: null, heading: '' }
    const part = titles.find(base, itemId) ?? (titles.has(itemId, base) ? itemId : null)
    return { targetId: part, heading: part === null ? '' : (heading ?? '') }
  }

  function found(itemId: string, body: string, read: readonly Wikilink[]): FoundName[] {
    const known = wikilinks.ofItem(itemId)
    const byName = new Map(known.map((row) => [row.name, row]))
    const names = new Map<string, FoundName>()
    for (const link of read) {
      if (names.has(link.name)) continue
      if (names.size === MAX_NAMES) break
      const before = byName.get(link.name)
      // A name in the text keeps its item whatever that is called now. One that comes back (an earlier version, an undo) asks the titles first.
      const fresh = before?.present === 1 && before.target_id !== null ? null : resolve(itemId, link.name, known)
      const kept = fresh === null || (fresh.targetId === null && before !== undefined)
      names.set(link.name, {
        name: link.name,
        ...namedTitles(link.name),
        targetId: kept ? (before?.target_id ?? null) : fresh.targetId,
        heading: kept ? (before?.heading ?? '') : fresh.heading,
        position: link.start,
        ...mentionOf(body, link),
      })
    }
    return [...names.values()]
  }

  const linkNamed = (itemId: string, now: number): string[] => {
    const changed = links.replaceNamed(itemId, wikilinks.targets(itemId), newId, now)
    return changed.length > 0 ? [itemId, ...changed] : []
  }

  /** Names that waited for this title become links. */
  function titleAppeared(itemId: string, folded: string, now: number): string[] {
    if (folded === '') return []
    const changed: string[] = []
    for (const waiting of wikilinks.openFor(folded)) {
      const whole = waiting.folded === folded
      wikilinks.bind(waiting.item_id, waiting.name, itemId, whole ? '' : (splitHeading(waiting.name).heading ?? ''))
      // The page that shows the name as open has to look again, also where no link comes of it.
      changed.push(waiting.item_id, ...linkNamed(waiting.item_id, now))
    }
    return changed
  }

  function takeNames({ id, body }: Text, read: readonly Wikilink[], now: number): string[] {
    wikilinks.replace(id, found(id, body, read))
    wikilinks.markRead(id)
    return linkNamed(id, now)
  }

  function noteTitle({ id, title }: Text, now: number): string[] {
    return titles.set(id, title, now) ? titleAppeared(id, namedTitles(title).folded, now) : []
  }

  function readNow(text: Text, now: number): string[] {
    return [...noteTitle(text, now), ...takeNames(text, parseWikilinks(text.body), now)]
  }

  return {
    /** After an item was made, changed or restored. A long text is only marked, and read by `readLater`. */
    saved(text: Text, now: number): string[] {
      if (text.body.length <= READ_AT_ONCE) return readNow(text, now)
      wikilinks.markUnread(text.id)
      return noteTitle(text, now)
    },
    /** An item came out of the trash: names without an item that its title fits are its own. */
    restored: ({ id, title }: Text, now: number): string[] => titleAppeared(id, namedTitles(title).folded, now),
    readNow,
    noteTitle,
    takeNames,
    /** Before an item is erased: by which names texts call it. */
    namesOf: wikilinks.namesOf,
    /** After it was: those names stand for another item of that title, if there is one. */
    rebind(names: readonly string[], now: number): string[] {
      return names.flatMap((folded) => {
        const other = titles.find(folded, '')
        return other === null ? [] : titleAppeared(other, folded, now)
      })
    },
    unread: wikilinks.unread,
  }
}

export type FollowNames = ReturnType<typeof createFollowNames>

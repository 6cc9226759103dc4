import type { ItemSummary } from '../../../shared/entities'
import { formatGroup } from '../../ui/format-time'
import type { ListSort } from './item-list-store'

/** What stands in the list from top to bottom: group headings and rows. `index` is the row's place among the items. */
export type ListEntry = { kind: 'group'; name: string } | { kind: 'row'; item: ItemSummary; index: number; ruled: boolean }

/** Puts day groups between the rows, in the trash by the day they were deleted; a list by title has none. A row is ruled off from the row above it, not from a heading. */
export function listEntries(items: readonly ItemSummary[], sort: ListSort, now: number): ListEntry[] {
  const entries: ListEntry[] = []
  let group: string | undefined
  items.forEach((item, index) => {
    const shown = item.deletedAt ?? (sort === 'updated' ? item.updatedAt : item.createdAt)
    const name = sort === 'title' && item.deletedAt === null ? undefined : formatGroup(shown, now)
    if (name !== undefined && name !== group) entries.push({ kind: 'group', name })
    entries.push({ kind: 'row', item, index, ruled: index > 0 && name === group })
    group = name
  })
  return entries
}

/** The first item after `from` whose title begins with what was typed, going round; undefined when there is none. */
export function findByTitle(items: readonly ItemSummary[], typed: string, from: number): number | undefined {
  const wanted = typed.normalize('NFKC').toLocaleLowerCase()
  for (let step = 0; step < items.length; step += 1) {
    const at = (from + step + items.length) % items.length
    if (items[at]?.title.normalize('NFKC').toLocaleLowerCase().startsWith(wanted)) return at
  }
  return undefined
}

/** The id of the row below, or above for the last one; undefined when the item is not in the list or alone in it. */
export function rowAfter(items: readonly { id: string }[], id: string): string | undefined {
  const at = items.findIndex((item) => item.id === id)
  return at < 0 ? undefined : (items[at + 1] ?? items[at - 1])?.id
}

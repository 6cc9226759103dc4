import { plainLine } from '../../../shared/untrusted-text'
import { looseUrl, looseUrlOf, normalizeUrl } from '../../core/text/normalize-url'
import { type CollectItem, cleanLabels, type ExistingItem, type ExtractedItem, LONGEST_NAME } from './collect-item'
import { makeSlug, normalizeName } from './item-names'
import { applyOperations, type ItemOperation, type ModifiableItem, type ModifiedItems } from './modify-items'
import type { StorePort } from './ports'
import { readStaged } from './read-staged'
import { createShownUrls, type ShownUrls } from './shown-urls'
import { findSimilarSlug } from './similar-items'

export interface ItemName {
  slug: string
  name: string
}

export interface AddedItems {
  added: ItemName[]
  /** Not taken, and why. */
  rejected: { name: string; reason: string }[]
}

/** The items of a run: those of the collection and those that were found, in memory, with each change written to the staging at once. */
export interface WorkingSet {
  /** Takes what a worker found. Each needs an address of its own that is not there yet; slugs are made unique. */
  add(found: readonly ExtractedItem[]): Promise<AddedItems>
  /** `resolve` gives the addresses that items may be led to besides those that are in the set; without it only those may be. */
  apply(
    operations: readonly ItemOperation[],
    resolve?: (url: string) => string | undefined,
  ): Promise<Pick<ModifiedItems, 'results' | 'applied' | 'failed'>>
  /** What a model may see: private items are not among them. */
  visible(): ModifiableItem[]
  /** Names of all that is known, for lists whose known lines are left out. */
  names(): string[]
  newCount(): number
  /** Items of the collection that this run changed. */
  updatedCount(): number
}

const LONGEST_DESCRIPTION = 4000
const LONGEST_MARKDOWN = 40_000
const MOST_TAGS = 10
/** Beyond so many items no slug is guessed at: comparing letters would hold the main thread. */
const MOST_COMPARED = 1000

/** Loads a run's items, with what an interrupted run has staged. */
export async function openWorkingSet(deps: {
  existing: readonly ExistingItem[]
  store: Pick<StorePort, 'staged' | 'putStaged' | 'removeStaged'>
  isBlockedUrl: (url: string) => boolean
}): Promise<WorkingSet> {
  const { existing, store } = deps
  const hidden = new Set(existing.filter(({ isPrivate }) => isPrivate === true).map(({ slug }) => slug))
  const existingSlugs = new Set(existing.map(({ slug }) => slug))
  const staged = (await store.staged()).flatMap((json) => readStaged(json) ?? [])
  const changed = new Map(staged.map((item) => [item.slug, item]))
  let entries: ModifiableItem[] = [
    ...existing.map((item) => ({ item: changed.get(item.slug) ?? item, isOfRun: false })),
    ...staged.filter(({ slug }) => !existingSlugs.has(slug)).map((item) => ({ item, isOfRun: true })),
  ]
  const updated = new Set(staged.filter(({ slug }) => existingSlugs.has(slug)).map(({ slug }) => slug))
  const isVisible = ({ item }: ModifiableItem): boolean => !hidden.has(item.slug)

  function refusal(item: ExtractedItem): string | undefined {
    if ([item.name, item.description, item.category].some((text) => text.trim() === '')) return 'name, description and category are needed'
    if (normalizeUrl(item.source_url) === '') return 'no source URL'
    if (hasCredentials(item.source_url) || deps.isBlockedUrl(item.source_url)) return 'source URL not allowed'
    const url = looseUrl(item.source_url)
    return entries.some((entry) => looseUrlOf(entry.item) === url) ? 'already known' : undefined
  }

  /** What items may lead to: their own addresses, those of the others, and those that were given. */
  function addressRule(all: readonly ModifiableItem[], resolve: (url: string) => string | undefined): (item: CollectItem) => ShownUrls {
    // For a collection of thousands read once, and only when an item is to be changed.
    let everywhere: ShownUrls | undefined
    const urls = () => all.flatMap(({ item }) => [item.source_url, ...(item.alsoSeenAt ?? [])])
    return (item) => {
      everywhere ??= createShownUrls({ urls: urls(), text: '' })
      const ofAll = everywhere
      const own = createShownUrls({ urls: [], text: [item.description, item.markdown ?? '', ...(item.images ?? [])].join('\n') })
      return {
        says: own.says,
        find: (url) => {
          const known = own.find(url) ?? ofAll.find(url) ?? resolve(url)
          return known === undefined || hasCredentials(known) || deps.isBlockedUrl(known) ? undefined : known
        },
      }
    }
  }

  return {
    add: async (found) => {
      const result: AddedItems = { added: [], rejected: [] }
      for (const extracted of found) {
        const name = plainLine(extracted.name, LONGEST_NAME)
        const reason = refusal(extracted)
        if (reason !== undefined) {
          result.rejected.push({ name, reason })
          continue
        }
        const taken = new Set(entries.map(({ item }) => item.slug))
        const slug = makeSlug(name, extracted.source_url, (candidate) => taken.has(candidate))
        const item = toItem(extracted, name, slug, deps.isBlockedUrl)
        // Into memory before the write is awaited: two pages that are read at once may hold the same item.
        entries = [...entries, { item, isOfRun: true }]
        await store.putStaged(slug, JSON.stringify(item))
        result.added.push({ slug, name })
      }
      return result
    },
    apply: async (operations, resolve = () => undefined) => {
      const before = entries.filter(isVisible)
      const hint = (slug: string): string | undefined =>
        before.length > MOST_COMPARED
          ? undefined
          : findSimilarSlug(
              before.map(({ item }) => item),
              slug,
            )
      const { items, ...outcome } = applyOperations(before, operations, hint, addressRule(before, resolve))
      const old = new Map(before.map((entry) => [entry.item.slug, entry]))
      const next = new Map(items.map((entry) => [entry.item.slug, entry]))
      entries = entries.flatMap((entry) => (isVisible(entry) ? (next.get(entry.item.slug) ?? []) : entry))
      for (const slug of old.keys()) if (!next.has(slug)) await store.removeStaged(slug)
      for (const [slug, entry] of next) {
        if (old.get(slug)?.item === entry.item) continue
        if (!entry.isOfRun) updated.add(slug)
        await store.putStaged(slug, JSON.stringify(entry.item))
      }
      return outcome
    },
    visible: () => entries.filter(isVisible),
    names: () => entries.map(({ item }) => normalizeName(item.name)),
    newCount: () => entries.filter(({ isOfRun }) => isOfRun).length,
    updatedCount: () => updated.size,
  }
}

function hasCredentials(address: string): boolean {
  const { username, password } = new URL(address.trim())
  return username !== '' || password !== ''
}

function toItem(extracted: ExtractedItem, name: string, slug: string, isBlockedUrl: (url: string) => boolean): CollectItem {
  const images = (extracted.images ?? []).filter((url) => /^https:\/\//i.test(url) && !isBlockedUrl(url))
  const { brand, markdown } = extracted
  return {
    slug,
    name,
    description: plainLine(extracted.description, LONGEST_DESCRIPTION),
    // What an address parser would skip, and a person would not see.
    source_url: extracted.source_url.trim().replace(/[\t\n\r]/g, ''),
    category: cleanLabels([extracted.category])[0] ?? '',
    tags: cleanLabels(extracted.tags ?? []).slice(0, MOST_TAGS),
    featured: extracted.featured ?? false,
    ...(brand === undefined || brand.trim() === '' ? {} : { brand: plainLine(brand, LONGEST_NAME) }),
    ...(images.length === 0 ? {} : { images }),
    ...(markdown === undefined || markdown.trim() === '' ? {} : { markdown: markdown.slice(0, LONGEST_MARKDOWN) }),
  }
}

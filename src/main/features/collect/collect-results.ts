import { contentHash } from '../../core/text/content-hash'
import { looseUrlOf } from '../../core/text/normalize-url'
import { type CollectItem, cleanLabels, type ExistingItem } from './collect-item'
import { dedupeItems } from './dedupe-items'
import { parseStaged } from './read-staged'

export interface CollectedResults {
  /** New and changed items, in the order of staging. */
  items: CollectItem[]
  newItems: CollectItem[]
  /** Items of the collection that the run changed; proposed removals are not among them. */
  changedItems: CollectItem[]
  proposedRemovals: CollectItem[]
  /** Unique without regard to case; the first spelling wins. */
  categories: string[]
  tags: string[]
  /** How many were dropped as duplicates. */
  dropped: number
  warnings: string[]
}

/** The hash of all that an item says, to tell a changed one from an unchanged one. */
export function hashItem({ slug, name, description, source_url, category, tags, featured, ...more }: CollectItem): string {
  const { brand, images, markdown, alsoSeenAt, proposedRemoval } = more
  return contentHash(
    JSON.stringify([slug, name, description, source_url, category, tags, featured, brand, images, markdown, alsoSeenAt, proposedRemoval]),
  )
}

/**
 * Reads the staging at the end of a run (docs/collect-pipeline.md, "Results and duplicates"). What cannot be read or lacks a required field is left
 * out with a warning. A record with the slug of an existing item is that item: left out when nothing changed. Duplicates within the run go first,
 * then new items whose address the collection has.
 */
export function collectResults({
  existing,
  staged,
  repair,
}: {
  existing: readonly ExistingItem[]
  /** Records as JSON text. */
  staged: readonly string[]
  repair?: (text: string) => unknown
}): CollectedResults {
  const warnings: string[] = []
  const before = new Map(existing.map((item) => [item.slug, item]))
  const read = staged.flatMap((json): CollectItem[] => {
    const item = parseStaged(json, repair)
    if (!('kind' in item)) return [item]
    if (item.kind === 'bad-json') warnings.push('A staged record could not be read and was left out.')
    if (item.kind === 'missing-fields')
      warnings.push('A staged record was left out: name, description, source_url and category are all required.')
    return []
  })
  if (staged.length === 0) warnings.push('The run found no items.')

  // Only what a record names is hashed: a collection may have thousands of items.
  const changed = read.filter((item) => {
    const old = before.get(item.slug)
    return old === undefined || hashItem(old) !== hashItem(item)
  })
  const { kept, dropped } = dedupeItems(changed)
  const knownUrls = new Set(existing.map(looseUrlOf).filter((url) => url !== ''))
  const items = kept.filter((item) => before.has(item.slug) || !knownUrls.has(looseUrlOf(item)))

  const isExisting = ({ slug }: CollectItem): boolean => before.has(slug)
  const isRemoval = ({ proposedRemoval }: CollectItem): boolean => proposedRemoval === true
  return {
    items,
    newItems: items.filter((item) => !isExisting(item)),
    changedItems: items.filter((item) => isExisting(item) && !isRemoval(item)),
    proposedRemovals: items.filter((item) => isExisting(item) && isRemoval(item)),
    categories: cleanLabels(items.map(({ category }) => category)),
    tags: cleanLabels(items.flatMap(({ tags }) => tags)),
    dropped: dropped + kept.length - items.length,
    warnings,
  }
}

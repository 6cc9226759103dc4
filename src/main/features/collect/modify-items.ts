import { z } from 'zod'
import { looseUrl, looseUrlOf, normalizeUrl } from '../../core/text/normalize-url'
import { type CollectItem, cleanLabels } from './collect-item'
import { type ShownUrls, withShownAddresses } from './shown-urls'

/** One change of an item (docs/collect-pipeline.md, "modifyItems"). */
export const ItemOperation = z.object({
  action: z.enum(['update', 'remove', 'merge', 'set-featured']),
  slug: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
})
export type ItemOperation = z.infer<typeof ItemOperation>

/** What the operations may touch. `isOfRun`: made in this run, so that it may really be removed. */
export interface ModifiableItem {
  item: CollectItem
  isOfRun: boolean
}

export interface OperationOutcome {
  action: ItemOperation['action']
  slug: string
  ok: boolean
  error?: string
}

export interface ModifiedItems {
  items: ModifiableItem[]
  results: OperationOutcome[]
  applied: number
  failed: number
}

const updateShapes = {
  name: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  source_url: z.string(),
  brand: z.string(),
  images: z.array(z.string()),
  markdown: z.string(),
  featured: z.boolean(),
}
const required = new Set(['name', 'description', 'category', 'source_url'])

/** Why an operation changes nothing. */
class Refusal extends Error {}

/**
 * Carries out the operations in order; one that fails changes nothing and does not stop the next. Nothing given is changed. Rules and words:
 * docs/collect-pipeline.md, "modifyItems". `hint` may name what was perhaps meant by a slug that is not there. With `addressesFor`, an item gets no
 * address that is not among those: a model that a page has told to may not lead an item elsewhere.
 */
export function applyOperations(
  items: readonly ModifiableItem[],
  operations: readonly ItemOperation[],
  hint: (slug: string) => string | undefined = () => undefined,
  addressesFor?: (item: CollectItem) => ShownUrls,
): ModifiedItems {
  let current = [...items]
  const results = operations.map((operation): OperationOutcome => {
    const { action, slug } = operation
    try {
      current = apply(current, operation, hint, addressesFor)
      return { action, slug, ok: true }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { action, slug, ok: false, error: error.message }
    }
  })
  const applied = results.filter(({ ok }) => ok).length
  return { items: current, results, applied, failed: results.length - applied }
}

function apply(
  items: ModifiableItem[],
  operation: ItemOperation,
  hint: (slug: string) => string | undefined,
  addressesFor?: (item: CollectItem) => ShownUrls,
): ModifiableItem[] {
  const { action, slug, data } = operation
  const target = find(items, slug, hint)
  switch (action) {
    case 'update':
      return replace(items, target, update(items, target.item, dataOf(data), addressesFor?.(target.item)))
    case 'remove':
      if (target.isOfRun) return items.filter((entry) => entry !== target)
      return replace(items, target, { ...target.item, proposedRemoval: true })
    case 'merge':
      return merge(items, target, dataOf(data), hint)
    case 'set-featured': {
      const featured = data?.featured ?? true
      if (typeof featured !== 'boolean') throw new Refusal('featured must be true or false')
      return replace(items, target, { ...target.item, featured })
    }
  }
}

function update(items: ModifiableItem[], item: CollectItem, data: Record<string, unknown>, shown?: ShownUrls): CollectItem {
  const changes: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(data)) {
    if (!isUpdatable(key)) throw new Refusal(`unknown field "${key}"`)
    const parsed = updateShapes[key].safeParse(value)
    if (!parsed.success) throw new Refusal(`${key} has the wrong form`)
    if (required.has(key) && String(parsed.data).trim() === '') throw new Refusal(`${key} cannot be empty`)
    changes[key] =
      key === 'tags' ? cleanLabels(parsed.data as string[]) : typeof parsed.data === 'string' ? parsed.data.trim() : parsed.data
  }
  if (typeof changes.source_url === 'string') {
    refuseUrl(items, item, changes.source_url)
    const known = shown === undefined ? changes.source_url : shown.find(changes.source_url)
    if (known === undefined) throw new Refusal('source_url is no address that the request, a search or the collection gave')
    changes.source_url = known
  }
  if (shown === undefined) return { ...item, ...changes }
  for (const key of ['description', 'markdown']) {
    const text = changes[key]
    if (typeof text === 'string') changes[key] = withShownAddresses(text, shown)
  }
  const { images } = changes
  if (Array.isArray(images)) {
    const own = item.images ?? []
    changes.images = images.filter((image: string) => own.includes(image) || shown.find(image) === image)
  }
  return { ...item, ...changes }
}

function refuseUrl(items: ModifiableItem[], item: CollectItem, url: string): void {
  if (normalizeUrl(url) === '') throw new Refusal('source_url must be an http or https address')
  const wanted = looseUrl(url)
  const owner = items.find((other) => other.item.slug !== item.slug && looseUrlOf(other.item) === wanted)
  if (owner !== undefined) throw new Refusal(`source URL already used by "${owner.item.slug}"`)
}

function merge(
  items: ModifiableItem[],
  target: ModifiableItem,
  data: Record<string, unknown>,
  hint: (slug: string) => string | undefined,
): ModifiableItem[] {
  const { from } = data
  if (!Array.isArray(from) || from.length === 0 || !from.every((slug) => typeof slug === 'string')) {
    throw new Refusal('data.from must be a list of slugs')
  }
  if (from.includes(target.item.slug)) throw new Refusal('cannot merge an item into itself')
  // All are looked up before any is touched.
  const folded = [...new Set<string>(from)].map((slug) => find(items, slug, hint))
  const merged = folded.reduce((survivor, { item }) => fold(survivor, item), target.item)
  return items.flatMap((entry) => {
    if (entry === target) return [{ ...entry, item: merged }]
    if (!folded.includes(entry)) return [entry]
    // What lies in the vault is only proposed for removal, as with `remove`.
    return entry.isOfRun ? [] : [{ ...entry, item: { ...entry.item, proposedRemoval: true } }]
  })
}

function fold(survivor: CollectItem, item: CollectItem): CollectItem {
  const images = [...new Set([...(survivor.images ?? []), ...(item.images ?? [])])]
  const markdown = longer(survivor.markdown ?? '', item.markdown ?? '')
  return {
    ...survivor,
    description: longer(survivor.description, item.description),
    tags: cleanLabels([...survivor.tags, ...item.tags]),
    ...(images.length === 0 ? {} : { images }),
    ...(markdown === '' ? {} : { markdown }),
    alsoSeenAt: [...new Set([...(survivor.alsoSeenAt ?? []), item.source_url, ...(item.alsoSeenAt ?? [])])],
  }
}

function find(items: ModifiableItem[], slug: string, hint: (slug: string) => string | undefined): ModifiableItem {
  const found = items.find(({ item }) => item.slug === slug)
  if (found !== undefined) return found
  const meant = hint(slug)
  throw new Refusal(`Item "${slug}" not found${meant === undefined ? '' : `; did you mean "${meant}"?`}`)
}

function replace(items: ModifiableItem[], target: ModifiableItem, item: CollectItem): ModifiableItem[] {
  return items.map((entry) => (entry === target ? { ...entry, item } : entry))
}

function dataOf(data: Record<string, unknown> | undefined): Record<string, unknown> {
  if (data === undefined) throw new Refusal('data is required')
  return data
}

function isUpdatable(key: string): key is keyof typeof updateShapes {
  return Object.hasOwn(updateShapes, key)
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one
}

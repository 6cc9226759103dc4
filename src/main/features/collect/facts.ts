import type { CollectedFacts } from '../../../shared/contract/collect'
import type { CollectItem } from './collect-item'

/** The name under which an item refers to a picture that its run took, in place of an address. */
const PICTURE = 'picture:'

export function pictureName(id: string): string {
  return `${PICTURE}${id}`
}

/** The id of the picture that the run took for this item; null without one. */
export function pictureOf({ images = [] }: CollectItem): string | null {
  return images.find((image) => image.startsWith(PICTURE))?.slice(PICTURE.length) ?? null
}

/** A run's item in the form in which it is kept and shown. */
export function toFacts(item: CollectItem): CollectedFacts {
  return {
    slug: item.slug,
    name: item.name,
    description: item.description,
    sourceUrl: item.source_url,
    category: item.category,
    tags: item.tags,
    featured: item.featured,
    brand: item.brand ?? '',
    images: (item.images ?? []).filter((image) => !image.startsWith(PICTURE)),
    markdown: item.markdown ?? '',
    alsoSeenAt: item.alsoSeenAt ?? [],
  }
}

/** The way back: equal to what it was made of, so that the hash of an unchanged item is the same. */
export function toCollectItem(facts: CollectedFacts): CollectItem {
  return {
    slug: facts.slug,
    name: facts.name,
    description: facts.description,
    source_url: facts.sourceUrl,
    category: facts.category,
    tags: facts.tags,
    featured: facts.featured,
    ...(facts.brand === '' ? {} : { brand: facts.brand }),
    ...(facts.images.length === 0 ? {} : { images: facts.images }),
    ...(facts.markdown === '' ? {} : { markdown: facts.markdown }),
    ...(facts.alsoSeenAt.length === 0 ? {} : { alsoSeenAt: facts.alsoSeenAt }),
  }
}

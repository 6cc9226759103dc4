import { normalizeName } from './item-names'

/** How alike two names have to be to be offered: shared pairs of letters (Dice), 0 to 1. Ours; the source's look-up used 0.4 of another measure. */
const LEAST_LIKENESS = 0.5

/** The slug of the item whose slug or name is most like the given word; undefined when none is like it. */
export function findSimilarSlug(items: readonly { slug: string; name: string }[], word: string): string | undefined {
  const wanted = pairsOf(normalizeName(word).replace(/-/g, ' '))
  let best: { slug: string; likeness: number } | undefined
  for (const { slug, name } of items) {
    const likeness = Math.max(dice(wanted, pairsOf(slug.replace(/-/g, ' '))), dice(wanted, pairsOf(normalizeName(name))))
    if (likeness >= LEAST_LIKENESS && likeness > (best?.likeness ?? 0)) best = { slug, likeness }
  }
  return best?.slug
}

function pairsOf(text: string): Set<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_none, at) => text.slice(at, at + 2)))
}

function dice(one: Set<string>, other: Set<string>): number {
  if (one.size + other.size === 0) return 0
  let shared = 0
  for (const pair of one) if (other.has(pair)) shared += 1
  return (2 * shared) / (one.size + other.size)
}

import { foldText } from '../../core/text/normalise-text'
import { stemWord } from '../../core/text/stem'

export interface SuggestedTag {
  name: string
  /** Its words are in the text, thoughts close in meaning have it, or both. */
  why: 'words' | 'neighbours' | 'both'
}

export interface SuggestTagsInput {
  title: string
  body: string
  /** All tags in use, with how many items have each. */
  tags: readonly { name: string; count: number }[]
  /** Items close in meaning with their tags; `closeness` is 0 at the floor below which nothing is close, 1 for the same. */
  neighbours: readonly { closeness: number; tags: readonly string[] }[]
  /** Tags that the item has. */
  taken: readonly string[]
  /** Items in the vault. */
  items: number
}

/** As many as are taken in at a glance. */
const LIMIT = 5
/** A text is about what stands at its beginning; reading on costs time and brings words by the way. */
const READ_LENGTH = 20_000
/** What the neighbours must come to: two that are near, or one that is very near. */
const LEAST_NEIGHBOURS = 0.3
const noSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}+#'’]*/gu

function stems(text: string): string[] {
  return (foldText(text).match(word) ?? []).map((one) => stemWord(one, 'en'))
}

/** Existing tags that fit an item, best first, at most five: those whose words all occur in it, and those of thoughts close in meaning. */
export function suggestTags({ title, body, tags, neighbours, taken, items }: SuggestTagsInput): SuggestedTag[] {
  const text = `${title}\n${body.slice(0, READ_LENGTH)}`
  const inText = new Set(stems(text))
  const inTitle = new Set(stems(title))
  const folded = foldText(text)
  const has = new Set(taken.map(foldText))
  const near = new Map<string, number>()
  for (const neighbour of neighbours) for (const tag of new Set(neighbour.tags)) near.set(tag, (near.get(tag) ?? 0) + neighbour.closeness)

  const scored: (SuggestedTag & { score: number })[] = []
  for (const { name, count } of tags) {
    if (has.has(foldText(name))) continue
    const words = stems(name)
    const occurs = noSpaces.test(name)
      ? [...name].length > 1 && folded.includes(foldText(name))
      : words.length > 0 && words.every((one) => inText.has(one)) && words.some((one) => one.length > 1)
    const inHeading = occurs && words.length > 0 && words.every((one) => inTitle.has(one))
    // A tag that half of the vault has says little by being near.
    const closeness = (near.get(name) ?? 0) * (1 - Math.min(1, count / Math.max(items, 10)) / 2)
    const isNear = closeness >= LEAST_NEIGHBOURS
    if (!occurs && !isNear) continue
    scored.push({
      name,
      why: occurs && isNear ? 'both' : occurs ? 'words' : 'neighbours',
      score: (occurs ? 1 : 0) + (inHeading ? 0.5 : 0) + Math.min(1.5, closeness) + Math.min(0.2, count / 1000),
    })
  }
  return scored
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, LIMIT)
    .map(({ name, why }) => ({ name, why }))
}

import { STALE_TAG } from '../../shared/confidence'
import { matchTags } from './match-tags'

/** The longest tag the vault takes, in UTF-16 units. */
const MAX_TAG = 100

/** A typed tag in the form it is kept: without # and outer spaces, inner spaces as one. Empty when nothing is left. */
export function tidyTag(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/^[#\s]+/, '')
    .trim()
    .replace(/\s+/g, ' ')
    .slice(0, MAX_TAG)
}

/** The tags with one more, unless it is empty or there already (capitals do not make another tag). */
export function withTag(tags: readonly string[], typed: string): string[] {
  const tag = tidyTag(typed)
  if (tag === '' || tag.toLowerCase() === STALE_TAG || tags.some((known) => known.toLowerCase() === tag.toLowerCase())) return [...tags]
  return [...tags, tag]
}

/** The #tags written in a text: # at the start of a word, then letters or digits, not digits alone. Headings ("# Title") are none. */
export function tagsInText(text: string): string[] {
  let tags: string[] = []
  const opening = text.slice(0, 100_000)
  // Looking for the # first, and back from it, is many times faster than looking back from every letter of a long text.
  for (const match of opening.matchAll(/#([\p{L}\p{N}_][\p{L}\p{N}\p{M}_/-]*)/gu)) {
    const tag = match[1]
    if (match.index !== undefined && match.index > 0 && !/\s/.test(opening.charAt(match.index - 1))) continue
    if (tag !== undefined && !/^\d+$/.test(tag)) tags = withTag(tags, tag)
    if (tags.length === 20) break
  }
  return tags
}

/** Up to `limit` known tags for what was typed: those that begin with it first, then those that contain it. */
export function completeTag(typed: string, known: readonly { name: string }[], taken: readonly string[], limit = 6): string[] {
  const has = new Set(taken.map((tag) => tag.toLowerCase()))
  return matchTags(known, tidyTag(typed))
    .filter(({ name }) => !has.has(name.toLowerCase()))
    .slice(0, limit)
    .map(({ name }) => name)
}

import { plainLine } from '../../../shared/untrusted-text'
import { LONGEST_NAME } from './collect-item'

/** Existing items listed in the prompt; the rest only counts (docs/collect-pipeline.md, "Prompts"). */
export const MOST_LISTED_ITEMS = 300

/** One line an item, cleaned: the names came from web pages. */
export function listItems(items: readonly { slug: string; name: string }[]): string {
  const lines = items.slice(0, MOST_LISTED_ITEMS).map(({ slug, name }) => `- ${slug} — ${plainLine(name, LONGEST_NAME)}`)
  const more = items.length - lines.length
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

import type { ItemKind, LinkKind } from '../../../shared/entities'
import { formatNumber } from '../../ui/format-time'

export const kindNames: Record<ItemKind, string> = {
  thought: 'Thoughts',
  research: 'Research',
  reflection: 'Reflections',
  'cross-synthesis': 'Cross-syntheses',
  collected: 'Collected',
}

export const oneOfKind: Record<ItemKind, string> = {
  thought: 'Thought',
  research: 'Research',
  reflection: 'Reflection',
  'cross-synthesis': 'Cross-synthesis',
  collected: 'Collected',
}

export const linkKindNames: Record<LinkKind, string> = {
  wikilink: 'Named in the text',
  manual: 'Linked by hand',
  auto: 'Close in meaning',
  research: 'From research',
  synthesis: 'From a synthesis',
  reflection: 'From a reflection',
}

export function countWords(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export const linkCount = (count: number) => (count === 0 ? 'no links' : countWords(count, 'link', 'links'))

/** "5,000 thoughts, 19,873 links". */
export function totalWords(total: { items: number; links: number }): string {
  return `${countWords(total.items, 'thought', 'thoughts')}, ${linkCount(total.links)}`
}

/** What the limit leaves out, or undefined when it leaves out nothing. */
export function leftOutWords(shown: number, total: number): string | undefined {
  if (shown >= total) return undefined
  return `The ${formatNumber(shown)} most linked are shown; ${countWords(total - shown, 'thought is', 'thoughts are')} left out. Filter to see them.`
}

import { normalizeName } from './item-names'

export interface FilteredPage {
  text: string
  removed: number
  /** Every line with an item was known: there is nothing left to ask a model for. */
  isAllKnown: boolean
}

/** Shorter names are words of the language as well ("Go"), so lines are not judged by them (docs/collect-pipeline.md, "Reading a page"). */
const SHORTEST_NAME = 3
const tableRow = /^\s*\|(?!.*---).*\[/
const linkBullet = /^\s*[-*]\s+(?:\*\*)?\[/
const linkText = /\[([^\]]*)\]/

/**
 * Takes the lines of a list page whose link text is the name of an item that is known, whatever the case, so that no tokens are spent on them.
 * A line with an item is a table row with a link, or a bullet that begins with one. All other lines stay.
 */
export function removeKnownLines(text: string, knownNames: readonly string[]): FilteredPage {
  const known = new Set(knownNames.map(normalizeName).filter((name) => name.length >= SHORTEST_NAME))
  if (known.size === 0) return { text, removed: 0, isAllKnown: false }
  let itemLines = 0
  let removed = 0
  const kept = text.split('\n').filter((line) => {
    if (!tableRow.test(line) && !linkBullet.test(line)) return true
    itemLines += 1
    const name = normalizeName(linkText.exec(line)?.[1] ?? '')
    if (name.length < SHORTEST_NAME || !known.has(name)) return true
    removed += 1
    return false
  })
  return { text: removed === 0 ? text : kept.join('\n'), removed, isAllKnown: itemLines > 0 && removed === itemLines }
}

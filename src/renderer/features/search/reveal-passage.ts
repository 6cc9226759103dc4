import type { SearchHit } from '../../../shared/contract/search'
import { useAttachments } from '../attachments/attachments-store'
import { useItem } from '../items/item-store'
import { useFoundPassage } from './found-passage'

const PATIENCE_MS = 3000
const LOOK_EVERY_MS = 50
/** Letters of the passage that are looked for, the longest first: what is shown may differ from the text in signs. */
const LENGTHS = [200, 80, 40, 20]
const HIGHLIGHT = 'found-passage'
const notLetter = /[^\p{L}\p{N}]/gu

/** Scrolls the page of a found item to the passage of the hit, once it is shown, and marks it until the next search. */
export function revealPassage(hit: Pick<SearchHit, 'id' | 'passage' | 'at' | 'attachment'>): void {
  clearPassage()
  useAttachments.setState({ found: hit.attachment })
  if (hit.passage === '' || hit.attachment !== undefined) return
  const { token } = useFoundPassage.getState()
  useFoundPassage.setState({ itemId: hit.id, at: hit.at, token: token + 1 })
  const until = performance.now() + PATIENCE_MS
  const look = () => {
    if (useFoundPassage.getState().token !== token + 1 || performance.now() > until) return
    const prose = useItem.getState().item?.id === hit.id ? document.querySelector('main.page .prose') : null
    // While a long text is laid out part by part, a few letters of the passage could be found too early in it.
    const isLaidOut = prose !== null && !prose.matches('[data-partial]') && prose.querySelector('[data-partial]') === null
    const range = isLaidOut ? findPassage(prose, hit.passage) : null
    if (range) show(range)
    else setTimeout(look, LOOK_EVERY_MS)
  }
  setTimeout(look)
}

export function clearPassage(): void {
  globalThis.CSS?.highlights?.delete(HIGHLIGHT)
  useFoundPassage.setState({ itemId: undefined })
}

function show(range: Range): void {
  range.startContainer.parentElement?.scrollIntoView({ block: 'nearest' })
  const pane = range.startContainer.parentElement?.closest('.scroll')
  // The element may be a whole chapter; the passage itself goes to the upper third.
  if (pane) pane.scrollTop += range.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3
  globalThis.CSS?.highlights?.set(HIGHLIGHT, new Highlight(range))
}

/** The passage in what is shown of the text: compared by letters and digits only, because Markdown's marks are not shown. */
export function findPassage(root: Element, passage: string): Range | null {
  const nodes: { node: Text; start: number }[] = []
  let letters = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    nodes.push({ node, start: letters.length })
    letters += lettersOf(node.data)
  }
  const wanted = lettersOf(passage)
  for (const length of LENGTHS) {
    const sought = wanted.slice(0, length)
    const at = sought === '' ? -1 : letters.indexOf(sought)
    if (at < 0) continue
    const from = placeOf(nodes, at)
    const to = placeOf(nodes, at + sought.length - 1)
    if (!from || !to) return null
    const range = document.createRange()
    range.setStart(from.node, from.offset)
    range.setEnd(to.node, Math.min(to.node.data.length, to.offset + 1))
    return range
  }
  return null
}

const lettersOf = (text: string) => text.replace(notLetter, '')

/** The text node and the offset in it of a letter, counted over all of them. */
function placeOf(nodes: readonly { node: Text; start: number }[], letter: number): { node: Text; offset: number } | null {
  const at = nodes.findLast(({ start }) => start <= letter)
  if (!at) return null
  let left = letter - at.start
  for (const match of at.node.data.matchAll(/[\p{L}\p{N}]/gu)) {
    if (left <= 0) return { node: at.node, offset: match.index }
    left -= match[0].length
  }
  return null
}

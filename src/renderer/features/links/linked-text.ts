import { parseWikilinks, type Wikilink } from '../../../shared/wikilinks'

const ADDRESS = '#wikilink-'
/** Stands for a link while Markdown is read: no sign in it means anything to Markdown. */
const STAND_IN = '\u2063'

/** A Markdown text in which every wikilink is a link of Markdown to `#wikilink-N`, the N-th of `links`. */
export interface LinkedText {
  source: string
  links: readonly Wikilink[]
  /** What each stood as in the text. */
  written: readonly string[]
}

export function linkText(text: string): LinkedText {
  const links = parseWikilinks(text)
  const written = links.map(({ start, end }) => text.slice(start, end))
  let source = ''
  let end = 0
  for (const [index, link] of links.entries()) {
    source += `${text.slice(end, link.start)}[${STAND_IN}](${ADDRESS}${index})`
    end = link.end
  }
  return { source: source + text.slice(end), links, written }
}

/** The link that an address made by `linkText` means. */
export function linkOf(href: string, links: readonly Wikilink[]): Wikilink | undefined {
  return href.startsWith(ADDRESS) ? links[Number(href.slice(ADDRESS.length))] : undefined
}

interface Node {
  type: string
  value?: string
  children?: Node[]
}

const standIn = new RegExp(`\\[${STAND_IN}\\]\\(${ADDRESS}(\\d+)\\)`, 'g')

/** Gives back what was written where Markdown sees code after all, such as in a tag of HTML. */
export function restoreInCode(written: readonly string[]) {
  return () => (tree: Node) => {
    const open = [tree]
    for (let node = open.pop(); node; node = open.pop()) {
      if (node.value !== undefined && node.type !== 'text')
        node.value = node.value.replace(standIn, (whole, index) => written[Number(index)] ?? whole)
      open.push(...(node.children ?? []))
    }
  }
}

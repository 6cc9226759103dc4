interface Node {
  type: string
  value?: string
  url?: string
  children?: Node[]
}

const ADDRESS = '#source-'
const MARK = /\[(\d{1,3})\]/g
/** What stands in these is not for reading marks in. */
const closed = new Set(['link', 'linkReference', 'inlineCode', 'code', 'html'])

const LISTED = '-listed'

/** The source that an address made by `linkMarks` means. */
export function sourceOf(href: string): number | undefined {
  return href.startsWith(ADDRESS) ? Number.parseInt(href.slice(ADDRESS.length), 10) : undefined
}

/** Whether the mark begins an entry of a list, and so is its number. */
export function isListed(href: string): boolean {
  return href.startsWith(ADDRESS) && href.endsWith(LISTED)
}

/** Makes links of the `[n]` in a text whose n is known; any other stays what it was. */
export function linkMarks(known: ReadonlySet<number>) {
  return () =>
    (tree: Node): void => {
      const open: Node[] = [tree]
      const entries = new Set<Node>()
      for (let node = open.pop(); node; node = open.pop()) {
        if (!node.children) continue
        const begins = node.type === 'paragraph' && entries.has(node)
        if (node.type === 'listItem' && node.children[0]) entries.add(node.children[0])
        node.children = node.children.flatMap((child, index) =>
          child.type === 'text' ? pieces(child.value ?? '', known, begins && index === 0) : [child],
        )
        open.push(...node.children.filter(({ type }) => !closed.has(type)))
      }
    }
}

function pieces(text: string, known: ReadonlySet<number>, begins: boolean): Node[] {
  const nodes: Node[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    const n = Number(match[1])
    if (!known.has(n)) continue
    // A mark is raised and stands close to its word.
    const before = text.slice(end, match.index).trimEnd()
    if (before !== '') nodes.push({ type: 'text', value: before })
    const url = `${ADDRESS}${n}${begins && match.index === 0 ? LISTED : ''}`
    nodes.push({ type: 'link', url, children: [{ type: 'text', value: String(n) }] })
    end = match.index + match[0].length
  }
  if (end < text.length) nodes.push({ type: 'text', value: text.slice(end) })
  return nodes
}

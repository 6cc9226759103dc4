import type { Graph } from '../../../shared/contract/graph'
import { type ItemKind, LinkKind } from '../../../shared/entities'

export interface GraphItem {
  id: string
  title: string
  kind: ItemKind
  createdAt: number
  /** To how many other items it is linked in the whole of what fits the filter. */
  degree: number
  /** Places in `tagNames`, the most used tag first. */
  tags: readonly number[]
}

export interface GraphNeighbour {
  /** Its place among the items. */
  place: number
  score: number
  /** How the two are linked, strongest kind first. */
  kinds: readonly LinkKind[]
}

export interface GraphModel {
  items: readonly GraphItem[]
  placeOf: ReadonlyMap<string, number>
  /** By place of an item: the items it is linked with, most linked first. */
  neighbours: readonly (readonly GraphNeighbour[])[]
  links: readonly { from: number; to: number; score: number; kinds: number }[]
  tagNames: readonly string[]
  total: Graph['total']
  span: Graph['span']
}

/** What a person or a text says weighs more than what was found by meaning. */
const strongestFirst: readonly LinkKind[] = ['wikilink', 'manual', 'synthesis', 'research', 'reflection', 'auto']

export function linkKindsOf(bits: number): LinkKind[] {
  return strongestFirst.filter((kind) => (bits & (1 << LinkKind.options.indexOf(kind))) !== 0)
}

/** The answer of `get-graph` with the neighbours of each item looked up. */
export function graphModel({ items, links, tagNames, total, span }: Graph): GraphModel {
  const list = items.ids.map(
    (id, place): GraphItem => ({
      id,
      title: items.titles[place] ?? '',
      kind: items.kinds[place] ?? 'thought',
      createdAt: items.createdAt[place] ?? 0,
      degree: items.degrees[place] ?? 0,
      tags: items.tags[place] ?? [],
    }),
  )
  const neighbours: GraphNeighbour[][] = list.map(() => [])
  const pairs = links.from.map((from, index) => {
    const to = links.to[index] ?? 0
    const score = links.scores[index] ?? 0
    const bits = links.kinds[index] ?? 0
    const kinds = linkKindsOf(bits)
    neighbours[from]?.push({ place: to, score, kinds })
    neighbours[to]?.push({ place: from, score, kinds })
    return { from, to, score, kinds: bits }
  })
  // Items come most linked first, so the smaller place is the more linked one.
  for (const own of neighbours) own.sort((a, b) => a.place - b.place)
  return { items: list, placeOf: new Map(items.ids.map((id, place) => [id, place])), neighbours, links: pairs, tagNames, total, span }
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** The places of the items whose title has every typed word, in their order; all of them when nothing is typed. */
export function findInGraph(model: GraphModel, typed: string): number[] {
  const words = fold(typed).split(/\s+/u).filter(Boolean)
  const places = [...model.items.keys()]
  if (words.length === 0) return places
  return places.filter((place) => {
    const title = fold(model.items[place]?.title ?? '')
    return words.every((word) => title.includes(word))
  })
}

/** A row of the list beside the graph: an item, or below an opened one an item it is linked with. */
export interface GraphRow {
  key: string
  place: number
  level: 1 | 2
  /** Place among the rows of its level, from 1, and how many these are. */
  position: number
  count: number
  /** For level 2: how the two are linked. */
  kinds: readonly LinkKind[]
}

/** The rows for these items, with those linked to an opened one below it. */
export function graphRows(model: GraphModel, places: readonly number[], opened: ReadonlySet<string>): GraphRow[] {
  const rows: GraphRow[] = []
  places.forEach((place, index) => {
    const item = model.items[place]
    if (!item) return
    rows.push({ key: item.id, place, level: 1, position: index + 1, count: places.length, kinds: [] })
    if (!opened.has(item.id)) return
    const near = model.neighbours[place] ?? []
    near.forEach((neighbour, at) => {
      rows.push({
        key: `${item.id}/${model.items[neighbour.place]?.id ?? at}`,
        place: neighbour.place,
        level: 2,
        position: at + 1,
        count: near.length,
        kinds: neighbour.kinds,
      })
    })
  })
  return rows
}

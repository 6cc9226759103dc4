import type { Graph } from '../../../shared/contract/graph'
import { type ItemKind, LinkKind } from '../../../shared/entities'

export interface GraphNode {
  id: string
  title: string
  kind: ItemKind
  createdAt: number
  /** Ids of tags. */
  tags: number[]
}

/** A link between two items by their places in the list of all. */
export interface GraphEdge {
  from: number
  to: number
  kind: LinkKind
  score: number
}

export interface GraphNeed {
  /** Ids of tags of which an item needs one. */
  tags?: ReadonlySet<number> | undefined
  kinds?: readonly ItemKind[] | undefined
  linkKinds?: readonly LinkKind[] | undefined
  from?: number | undefined
  to?: number | undefined
  minScore?: number | undefined
  includeIsolated?: boolean | undefined
  around?: { id: string; steps: number } | undefined
  limit: number
}

/** Two items with what links them: places among the fitting items, one bit a kind, and the best score. */
interface Pair {
  a: number
  b: number
  kinds: number
  score: number
}

const bits = Object.fromEntries(LinkKind.options.map((kind, place) => [kind, 1 << place])) as Record<LinkKind, number>

/**
 * The graph of what fits `need`, without its span of time: filtered, cut to the limit and in the order that Graph promises. Comes in steps,
 * so that the caller can let other work pass between them.
 */
export function* linkGraph(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  tagNames: ReadonlyMap<number, string>,
  need: GraphNeed,
): Generator<undefined, Omit<Graph, 'span'>> {
  const fitting = [...nodes.keys()].filter((place) => {
    const node = nodes[place]
    return node !== undefined && (node.id === need.around?.id || fits(node, need))
  })
  const pairs = pairsAmong(fitting, nodes.length, edges, need)
  yield
  const nodeAt = (place: number) => nodes[fitting[place] ?? -1]
  const degrees = new Uint32Array(fitting.length)
  for (const { a, b } of pairs) {
    degrees[a] = (degrees[a] ?? 0) + 1
    degrees[b] = (degrees[b] ?? 0) + 1
  }
  const centre = need.around ? fitting.findIndex((place) => nodes[place]?.id === need.around?.id) : -1
  const distances = need.around ? distancesFrom(centre, fitting.length, pairs, need.around.steps) : null
  const degreeOf = (place: number) => degrees[place] ?? 0
  const distanceOf = (place: number) => distances?.get(place) ?? 0
  const createdAt = (place: number) => nodeAt(place)?.createdAt ?? 0
  const matching = [...fitting.keys()].filter((place) =>
    distances ? distances.has(place) : need.includeIsolated !== false || degreeOf(place) > 0,
  )
  matching.sort((a, b) => distanceOf(a) - distanceOf(b) || degreeOf(b) - degreeOf(a) || createdAt(b) - createdAt(a))
  const kept = matching.slice(0, need.limit)
  yield

  const placeOf = new Int32Array(fitting.length).fill(-1)
  for (const [place, old] of kept.entries()) placeOf[old] = place
  const shown = pairs.filter(({ a, b }) => (placeOf[a] ?? -1) >= 0 && (placeOf[b] ?? -1) >= 0)
  const inMatching = distances ? pairs.filter(({ a, b }) => distances.has(a) && distances.has(b)).length : pairs.length
  const links = {
    from: shown.map(({ a }) => placeOf[a] ?? 0),
    to: shown.map(({ b }) => placeOf[b] ?? 0),
    kinds: shown.map(({ kinds }) => kinds),
    scores: shown.map(({ score }) => score),
  }
  yield
  const items = kept.flatMap((place) => nodeAt(place) ?? [])
  const tags = rankTags(items)
  const tagPlace = new Map(tags.map((tag, place) => [tag, place]))
  return {
    items: {
      ids: items.map(({ id }) => id),
      titles: items.map(({ title }) => title),
      kinds: items.map(({ kind }) => kind),
      createdAt: items.map((item) => item.createdAt),
      degrees: kept.map(degreeOf),
      tags: items.map((item) => item.tags.flatMap((tag) => tagPlace.get(tag) ?? []).sort((a, b) => a - b)),
    },
    tagNames: tags.map((tag) => tagNames.get(tag) ?? ''),
    links,
    total: { items: matching.length, links: inMatching },
  }
}

/** The tags of these items, the most used first. */
function rankTags(items: readonly GraphNode[]): number[] {
  const uses = new Map<number, number>()
  for (const { tags } of items) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  return [...uses].sort(([tag, count], [other, otherCount]) => otherCount - count || tag - other).map(([tag]) => tag)
}

function fits(node: GraphNode, { tags, kinds, from, to }: GraphNeed): boolean {
  if (kinds && !kinds.includes(node.kind)) return false
  if (from !== undefined && node.createdAt < from) return false
  if (to !== undefined && node.createdAt >= to) return false
  return !tags || node.tags.some((tag) => tags.has(tag))
}

/** Every two fitting items that a link joins, once. */
function pairsAmong(
  fitting: readonly number[],
  count: number,
  edges: readonly GraphEdge[],
  { linkKinds, minScore = 0 }: GraphNeed,
): Pair[] {
  const own = new Int32Array(count).fill(-1)
  for (const [place, node] of fitting.entries()) own[node] = place
  const wanted = linkKinds && new Set(linkKinds)
  const pairs = new Map<number, Pair>()
  for (const { from, to, kind, score } of edges) {
    const one = own[from] ?? -1
    const other = own[to] ?? -1
    if (one < 0 || other < 0 || one === other) continue
    if ((wanted && !wanted.has(kind)) || (kind === 'auto' && score < minScore)) continue
    const a = Math.min(one, other)
    const b = Math.max(one, other)
    const key = a * fitting.length + b
    const known = pairs.get(key)
    const bounded = Math.min(1, Math.max(0, score))
    if (known) {
      known.kinds |= bits[kind]
      known.score = Math.max(known.score, bounded)
    } else pairs.set(key, { a, b, kinds: bits[kind], score: bounded })
  }
  return [...pairs.values()]
}

/** How many links away from `centre` each item is, for those at most `steps` away. */
function distancesFrom(centre: number, count: number, pairs: readonly Pair[], steps: number): Map<number, number> {
  const distances = new Map<number, number>()
  if (centre < 0) return distances
  const neighbours: number[][] = Array.from({ length: count }, () => [])
  for (const { a, b } of pairs) {
    neighbours[a]?.push(b)
    neighbours[b]?.push(a)
  }
  distances.set(centre, 0)
  let edge = [centre]
  for (let step = 1; step <= steps; step++) {
    const next: number[] = []
    for (const place of edge)
      for (const other of neighbours[place] ?? []) {
        if (distances.has(other)) continue
        distances.set(other, step)
        next.push(other)
      }
    edge = next
  }
  return distances
}

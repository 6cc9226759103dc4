/** Where an item stands in the graph's own plane. */
export interface Position {
  x: number
  y: number
}

export interface Placement {
  /** By place of the item. */
  positions: Position[]
  /** Which of them are to be moved by the layout; none when everything has its place. */
  free: boolean[]
  /** `all`: arrange everything; `join`: only those that are new; `none`: nothing is to be done. */
  work: 'none' | 'join' | 'all'
}

/** A graph in which at most this share is new keeps its shape. */
const JOIN_SHARE = 0.2
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** Two numbers from 0 to 1 that an id always gets again (FNV-1a, twice). */
function hashed(id: string): [number, number] {
  let one = 0x811c9dc5
  let other = 0x1234567
  for (let at = 0; at < id.length; at++) {
    one = Math.imul(one ^ id.charCodeAt(at), 0x01000193)
    other = Math.imul(other ^ id.charCodeAt(at), 0x01000193) + at
  }
  const finish = (hash: number) => {
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 4_294_967_296
  }
  return [finish(one), finish(other)]
}

/** Where an item starts that nothing is known of: always the same place in a disc that has room for `count`. */
export function seedPosition(id: string, count: number): Position {
  const [turn, out] = hashed(id)
  const radius = 10 * Math.sqrt(count) * Math.sqrt(out)
  return { x: radius * Math.cos(2 * Math.PI * turn), y: radius * Math.sin(2 * Math.PI * turn) }
}

/**
 * Where every item starts and which of them the layout may move. An item that had a place keeps it; a few new ones start amid those they
 * are linked with, and only they move. `isolated` items are not moved by forces; see `placeIsolated`.
 */
export function placeNodes(
  ids: readonly string[],
  neighbours: readonly (readonly { place: number }[])[],
  known: ReadonlyMap<string, Position>,
): Placement {
  const linked = (place: number) => (neighbours[place]?.length ?? 0) > 0
  const isNew = ids.map((id, place) => linked(place) && !known.has(id))
  const fresh = isNew.filter(Boolean).length
  const linkedCount = ids.filter((_, place) => linked(place)).length
  const work = fresh === 0 ? 'none' : fresh <= Math.max(1, linkedCount * JOIN_SHARE) && fresh < linkedCount ? 'join' : 'all'
  const positions = ids.map((id, place): Position => {
    const own = known.get(id)
    if (own) return own
    const seed = seedPosition(id, ids.length)
    if (work !== 'join') return seed
    const near = (neighbours[place] ?? []).flatMap((neighbour) => known.get(ids[neighbour.place] ?? '') ?? [])
    if (near.length === 0) return seed
    // Not exactly between them: two that share all their neighbours would lie on each other.
    const [turn, out] = hashed(id)
    return {
      x: near.reduce((sum, { x }) => sum + x, 0) / near.length + 4 * out * Math.cos(2 * Math.PI * turn),
      y: near.reduce((sum, { y }) => sum + y, 0) / near.length + 4 * out * Math.sin(2 * Math.PI * turn),
    }
  })
  return { positions, free: ids.map((_, place) => linked(place) && (work === 'all' || isNew[place] === true)), work }
}

/** Puts items without a link in a band around the others, oldest first, each at the same place again. Those in `known` stay there. */
export function placeIsolated(
  ids: readonly string[],
  isIsolated: (place: number) => boolean,
  positions: Position[],
  known: ReadonlyMap<string, Position>,
): void {
  const isolated = ids.flatMap((id, place) => (isIsolated(place) && !known.has(id) ? [{ id, place }] : []))
  if (isolated.length === 0) return
  let radius = 0
  positions.forEach(({ x, y }, place) => {
    if (!isIsolated(place) || known.has(ids[place] ?? '')) radius = Math.max(radius, Math.hypot(x, y))
  })
  const start = radius === 0 ? 0 : radius * 1.08
  // As much room for each as the others have on average.
  const linked = ids.length - isolated.length
  const room = linked === 0 ? 100 : Math.max(1, (radius * radius) / linked)
  isolated.sort((a, b) => (a.id < b.id ? -1 : 1))
  isolated.forEach(({ place }, index) => {
    const distance = Math.sqrt(start * start + (index + 0.5) * room)
    positions[place] = { x: distance * Math.cos(index * GOLDEN_ANGLE), y: distance * Math.sin(index * GOLDEN_ANGLE) }
  })
}

/** A step as its place in the picture depends on it. */
export interface DrawnStep {
  id: string
  needs: readonly string[]
}

export interface PlanDrawing {
  width: number
  height: number
  /** Left upper corners of the nodes, in the order of the steps, in pixels. */
  nodes: { id: string; x: number; y: number }[]
  /** What leads from one node down to another, as a path of SVG; what follows from others is not drawn. */
  edges: { from: string; to: string; path: string }[]
}

export const NODE_WIDTH = 156
export const NODE_HEIGHT = 46
const COLUMN_GAP = 16
const ROW_GAP = 30
/** Room for an arrow that passes a row. */
const LANE_WIDTH = 12

/** A node, or the place where an arrow passes on its way to a later row (`id` is then null). */
interface Entry {
  id: string | null
  above: Entry[]
  row: number
  x: number
}

/**
 * The picture of a plan: each step below all that it needs, rows from the left, arrows past other steps beside them. A row of more
 * steps than fit into `width` is broken. Every step is drawn, also where its needs are unknown; a cycle does not hang it.
 */
export function layOutPlan(steps: readonly DrawnStep[], width: number): PlanDrawing {
  const perRow = Math.max(1, Math.floor((width + COLUMN_GAP) / (NODE_WIDTH + COLUMN_GAP)))
  const rows = breakRows(layersOf(steps), perRow)
  const rowOf = new Map(rows.flatMap((row, index) => row.map((id) => [id, index] as const)))
  const drawn = directNeeds(steps)

  const grid: Entry[][] = rows.map(() => [])
  const entries = new Map<string, Entry>()
  const ways = new Map<string, Entry[]>()
  for (const [row, ids] of rows.entries()) {
    for (const id of ids) {
      const entry: Entry = { id, above: [], row, x: 0 }
      entries.set(id, entry)
      grid[row]?.push(entry)
    }
  }
  for (const [id, needs] of drawn) {
    const end = entries.get(id)
    for (const need of needs) {
      const start = entries.get(need)
      if (!end || !start) continue
      const way = [start]
      for (let row = (rowOf.get(need) ?? 0) + 1; row < end.row; row++) {
        const lane: Entry = { id: null, above: [way.at(-1) ?? start], row, x: 0 }
        grid[row]?.push(lane)
        way.push(lane)
      }
      end.above.push(way.at(-1) ?? start)
      ways.set(`${need} ${id}`, [...way, end])
    }
  }

  let widest = 0
  for (const row of grid) {
    // Each stands as near as it can below what it comes from.
    const aim = (entry: Entry) =>
      entry.above.length === 0 ? 0 : entry.above.reduce((sum, above) => sum + middle(above), 0) / entry.above.length
    row.sort((a, b) => aim(a) - aim(b))
    let x = 0
    for (const entry of row) {
      // An arrow goes straight down where nothing is in its way; nodes stand in columns.
      entry.x = entry.id === null ? Math.max(x, aim(entry) - LANE_WIDTH / 2) : x
      x = entry.x + widthOf(entry) + COLUMN_GAP
    }
    widest = Math.max(widest, x - COLUMN_GAP)
  }
  return {
    width: Math.max(NODE_WIDTH, widest),
    height: rows.length === 0 ? 0 : rows.length * NODE_HEIGHT + (rows.length - 1) * ROW_GAP,
    nodes: steps.flatMap(({ id }) => {
      const entry = entries.get(id)
      return entry ? [{ id, x: entry.x, y: topOf(entry.row) }] : []
    }),
    edges: [...drawn].flatMap(([to, needs]) =>
      needs.flatMap((from) => {
        const way = ways.get(`${from} ${to}`)
        return way ? [{ from, to, path: pathOf(way) }] : []
      }),
    ),
  }
}

const topOf = (row: number) => row * (NODE_HEIGHT + ROW_GAP)
const widthOf = (entry: Entry) => (entry.id === null ? LANE_WIDTH : NODE_WIDTH)
const middle = (entry: Entry) => entry.x + widthOf(entry) / 2

/** Down from node to node, bent in the gaps between the rows and straight where it passes one. */
function pathOf(way: readonly Entry[]): string {
  const [start] = way
  if (!start) return ''
  let path = `M ${middle(start)} ${topOf(start.row) + NODE_HEIGHT}`
  for (const entry of way.slice(1)) {
    const top = topOf(entry.row) - (entry.id === null ? 0 : 5)
    const from = topOf(entry.row) - ROW_GAP
    const before = way[way.indexOf(entry) - 1] ?? start
    path += ` C ${middle(before)} ${from + ROW_GAP / 2} ${middle(entry)} ${top - ROW_GAP / 2} ${middle(entry)} ${top}`
    if (entry.id === null) path += ` V ${top + NODE_HEIGHT}`
  }
  return path
}

/** The rank of each step: one more than the highest of what it needs. */
function layersOf(steps: readonly DrawnStep[]): string[][] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const ranks = new Map<string, number>()
  const rank = (id: string, under: ReadonlySet<string>): number => {
    const known = ranks.get(id)
    if (known !== undefined) return known
    const needs = (byId.get(id)?.needs ?? []).filter((need) => byId.has(need) && !under.has(need))
    const found = needs.length === 0 ? 0 : 1 + Math.max(...needs.map((need) => rank(need, new Set([...under, id]))))
    ranks.set(id, found)
    return found
  }
  const layers: string[][] = []
  for (const { id } of steps) {
    const at = rank(id, new Set())
    while (layers.length <= at) layers.push([])
    layers[at]?.push(id)
  }
  return layers
}

function breakRows(layers: readonly string[][], perRow: number): string[][] {
  return layers.flatMap((layer) => {
    const rows: string[][] = []
    for (let at = 0; at < layer.length; at += perRow) rows.push(layer.slice(at, at + perRow))
    return rows
  })
}

/** The needs of each step without those that it has through others. */
function directNeeds(steps: readonly DrawnStep[]): Map<string, string[]> {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const above = (id: string): Set<string> => {
    const found = new Set<string>()
    const open = [...(byId.get(id)?.needs ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue
      found.add(next)
      open.push(...(byId.get(next)?.needs ?? []))
    }
    return found
  }
  return new Map(
    steps.map(({ id, needs }) => [
      id,
      needs.filter((need) => byId.has(need) && !needs.some((other) => other !== need && above(other).has(need))),
    ]),
  )
}

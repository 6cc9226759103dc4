import { setImmediate as nextTurn } from 'node:timers/promises'
import { createHnswGraph, type HnswGraph } from './hnsw-graph'
import { createNearest } from './nearest'
import { dotProduct } from './unit-vector'
import { createVectorMatrix, ROWS_PER_SCAN } from './vector-matrix'

export interface RowsHit {
  id: string
  score: number
}

export interface RowsSearch {
  exclude?: ReadonlySet<string> | undefined
  only?: ReadonlySet<string> | undefined
  minScore: number
}

/** Vectors of length 1 in memory, one or more for an id, and their nearest by the exact scan or by an HNSW graph. */
export interface VectorRows {
  /** The vectors of an id, in place of those it had. */
  put(id: string, units: readonly Float32Array[]): void
  remove(id: string): void
  /** Builds the graph, builds it again or gives it up, as the number of vectors asks for. */
  settle(): void
  /** The best cosine of the vectors of an id; undefined when it has none. */
  best(unit: Float32Array, id: string): number | undefined
  /** Cosines of about so many vectors, evenly spread. */
  sample(unit: Float32Array, size: number): number[]
  /** The `count` ids that are nearest by the best of their vectors, best first. */
  nearest(unit: Float32Array, count: number, options: RowsSearch): Promise<RowsHit[]>
  /** Vectors: all, or those of an id. */
  rows(id?: string): number
  /** How many have any. */
  ids(): number
  state(): 'exact' | 'building' | 'hnsw'
  close(): void
}

/** Longest piece of work on the main thread, in milliseconds, before others get their turn. */
export const TURN_MS = 8
const MANY_EXCLUDED = 1000
/** So many vectors are compared one by one in less than a millisecond; of more, all are scanned and the others left out. */
const FEW = 1000
/** Of the graph so many times the vectors are asked for as ids are wanted, where an id has several. */
const SEVERAL = 4

export function createVectorRows(options: { workerFile: string; dimensions: number; exactLimit: number }): VectorRows {
  const { dimensions, exactLimit } = options
  const matrix = createVectorMatrix(dimensions)
  const idOf: (string | undefined)[] = []
  const rowsOf = new Map<string, number[]>()
  const free: number[] = []
  let count = 0
  let graph: HnswGraph | undefined
  let graphLost = false
  let closed = false

  function* takenRows(): Iterable<number> {
    for (const rows of rowsOf.values()) yield* rows
  }

  function settle(): void {
    if (graph !== undefined && (count <= exactLimit / 2 || graph.worn())) {
      graph.close()
      graph = undefined
    }
    if (closed || graph !== undefined || graphLost || count <= exactLimit) return
    graph = createHnswGraph({
      workerFile: options.workerFile,
      dimensions,
      rows: takenRows(),
      size: count,
      read: matrix.read,
      onLost() {
        graph = undefined
        graphLost = true
      },
    })
  }

  function takeRow(): number {
    count += 1
    return free.pop() ?? idOf.length
  }

  function release(row: number): void {
    idOf[row] = undefined
    matrix.write(row, new Float32Array(dimensions))
    graph?.remove(row)
    free.push(row)
    count -= 1
  }

  function best(unit: Float32Array, id: string): number | undefined {
    const rows = rowsOf.get(id)
    if (rows === undefined) return undefined
    let most = -1
    for (const row of rows) most = Math.max(most, dotProduct(unit, matrix.read(row)))
    return most
  }

  /** Those of a few ids that are here; null when they have too many vectors to compare one by one. */
  function fewOf(only: ReadonlySet<string> | undefined): string[] | null {
    if (only === undefined || only.size > FEW) return null
    const ids = [...only].filter((id) => rowsOf.has(id))
    return ids.reduce((sum, id) => sum + (rowsOf.get(id)?.length ?? 0), 0) > FEW ? null : ids
  }

  async function scan(unit: Float32Array, wanted: number, allowed: (id: string) => boolean, minScore: number): Promise<string[]> {
    const nearest = createNearest<string>(wanted, { distinct: count > rowsOf.size })
    let turn = performance.now()
    for (let from = 0; from < idOf.length; from += ROWS_PER_SCAN) {
      if (performance.now() - turn > TURN_MS) {
        await nextTurn()
        turn = performance.now()
        if (closed) return []
      }
      const scores = matrix.scores(unit, from, Math.min(idOf.length, from + ROWS_PER_SCAN))
      for (let index = 0; index < scores.length; index += 1) {
        const score = scores[index] ?? 0
        if (score < minScore || score <= nearest.least()) continue
        const id = idOf[from + index]
        if (id !== undefined && allowed(id)) nearest.offer(id, score)
      }
    }
    return nearest.sorted().map(({ thing }) => thing)
  }

  async function askGraph(unit: Float32Array, wanted: number, { only, exclude }: RowsSearch): Promise<Set<string> | null> {
    const left = exclude?.size ?? 0
    const several = count > rowsOf.size ? SEVERAL : 1
    const asked = Math.min(count, (wanted + left) * several)
    if (only !== undefined || graph?.built() !== true || left > MANY_EXCLUDED || wanted + left > count / 2) return null
    const rows = await graph.search(unit, asked)
    if (rows === null) return null
    const ids = new Set<string>()
    for (const row of rows) {
      const id = idOf[row]
      if (id !== undefined) ids.add(id)
    }
    return ids
  }

  return {
    put(id, units) {
      const rows = rowsOf.get(id) ?? []
      // In place: the graph may be reading these rows one after the other.
      for (const row of rows.splice(units.length)) release(row)
      if (units.length === 0) return void rowsOf.delete(id)
      for (const [index, unit] of units.entries()) {
        const row = rows[index] ?? takeRow()
        matrix.write(row, unit)
        idOf[row] = id
        rows[index] = row
        graph?.put(row)
      }
      rowsOf.set(id, rows)
    },

    remove(id) {
      const rows = rowsOf.get(id)
      if (rows === undefined) return
      rowsOf.delete(id)
      for (const row of rows.splice(0)) release(row)
    },

    settle,
    best,

    sample(unit, size) {
      const scores: number[] = []
      for (let row = 0, step = Math.max(1, Math.ceil(idOf.length / size)); row < idOf.length; row += step)
        if (idOf[row] !== undefined) scores.push(dotProduct(unit, matrix.read(row)))
      return scores
    },

    async nearest(unit, wanted, search) {
      const { exclude, only, minScore } = search
      const allowed = (id: string) => exclude?.has(id) !== true && only?.has(id) !== false
      const most = Math.min(wanted, rowsOf.size)
      const candidates = fewOf(only) ?? (await askGraph(unit, most, search)) ?? (await scan(unit, most, allowed, minScore - 1e-5))
      if (closed) return []
      // Scored again with the vectors of now: an item may have gone or changed while others had their turn.
      const nearest = createNearest<string>(most)
      for (const id of candidates) {
        const score = allowed(id) ? best(unit, id) : undefined
        if (score !== undefined && score >= minScore) nearest.offer(id, score)
      }
      return nearest.sorted().map(({ thing, score }) => ({ id: thing, score }))
    },

    rows: (id) => (id === undefined ? count : (rowsOf.get(id)?.length ?? 0)),
    ids: () => rowsOf.size,
    state: () => (graph === undefined ? 'exact' : graph.built() ? 'hnsw' : 'building'),

    close() {
      closed = true
      graph?.close()
      graph = undefined
      matrix.wipe()
      rowsOf.clear()
      idOf.length = 0
      count = 0
    },
  }
}

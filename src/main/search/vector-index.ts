import { setImmediate as nextTurn } from 'node:timers/promises'
import { createHnswGraph, type HnswGraph } from './hnsw-graph'
import { createNearest } from './nearest'
import { dotProduct, toUnitVector } from './unit-vector'
import { createVectorMatrix, ROWS_PER_SCAN } from './vector-matrix'

export interface VectorHit {
  id: string
  /** Cosine, -1 to 1. */
  score: number
}

export interface VectorSearchOptions {
  exclude?: ReadonlySet<string>
  /** Only these, however far they are. They are compared one by one. */
  only?: ReadonlySet<string>
  minScore?: number
}

export interface VectorComparison {
  /** Cosines of those that have a vector. */
  scores: Map<string, number>
  /** Of the cosines of all items, estimated from up to 500 of them. */
  usual: { mean: number; deviation: number }
}

export interface VectorIndex {
  /**
   * Takes in stored vectors, with a turn of the event loop every few milliseconds. An item that `set` or `remove` touched
   * meanwhile keeps what they said. Resolves to the ids whose vectors cannot be used, so that they can be made again.
   */
  load(rows: Iterable<{ id: string; vector: Float32Array }>): Promise<{ refused: string[] }>
  /** Adds or replaces an item's vector; found from the next search on. Throws MODEL_BAD_OUTPUT for a vector no search can use. */
  set(id: string, vector: ArrayLike<number>): void
  /** No search gives the id any more once this returns, not even one that is under way. */
  remove(id: string): void
  /** The `k` nearest, best first. Throws MODEL_BAD_OUTPUT for a vector no search can use. */
  search(vector: ArrayLike<number>, k: number, options?: VectorSearchOptions): Promise<VectorHit[]>
  /** How near these items are, and how near items usually are. Throws MODEL_BAD_OUTPUT for a vector no search can use. */
  compare(vector: ArrayLike<number>, ids: Iterable<string>): VectorComparison
  size(): number
  /** What answers: the exact scan, the exact scan while the graph is built, or the graph. */
  state(): 'exact' | 'building' | 'hnsw'
  /** Ends the worker thread, overwrites the vectors and forgets them. Searches under way give nothing. */
  close(): void
}

/** Longest piece of work on the main thread, in milliseconds, before others get their turn. */
const TURN_MS = 8
const MANY_EXCLUDED = 1000
/** So many items are compared one by one in less than a millisecond; of more, all are scanned and the others left out. */
const FEW = 1000
const SAMPLE = 500
/** A few items say little about how far cosines spread: this much weight has what was measured with the built-in model. */
const PRIOR = { count: 20, deviation: 0.1 }

/**
 * Nearest neighbours by cosine. Up to `exactLimit` items every vector is compared (4 to 6 ms for 50,000 vectors of 512
 * numbers, measured), above it an HNSW graph in a worker thread names candidates. Vectors are in memory only. Without the
 * worker (it cannot start, it dies) the exact scan goes on answering.
 */
export function createVectorIndex(options: { workerFile: string; dimensions: number; exactLimit?: number }): VectorIndex {
  const { dimensions, exactLimit = 50_000 } = options
  const matrix = createVectorMatrix(dimensions)
  const idOf: (string | undefined)[] = []
  const rowOf = new Map<string, number>()
  const free: number[] = []
  let touched: Set<string> | undefined
  let graph: HnswGraph | undefined
  let graphLost = false
  let closed = false

  function choose(): void {
    if (graph !== undefined && (rowOf.size <= exactLimit / 2 || graph.worn())) {
      graph.close()
      graph = undefined
    }
    if (graph !== undefined || graphLost || rowOf.size <= exactLimit) return
    graph = createHnswGraph({
      workerFile: options.workerFile,
      dimensions,
      rows: rowOf.values(),
      size: rowOf.size,
      read: matrix.read,
      onLost() {
        graph = undefined
        graphLost = true
      },
    })
  }

  function put(id: string, unit: Float32Array): void {
    const row = rowOf.get(id) ?? free.pop() ?? idOf.length
    matrix.write(row, unit)
    idOf[row] = id
    rowOf.set(id, row)
    graph?.put(row)
  }

  function rowsOf(ids: ReadonlySet<string>): number[] {
    const rows: number[] = []
    for (const id of ids) {
      const row = rowOf.get(id)
      if (row !== undefined) rows.push(row)
    }
    return rows
  }

  async function exactRows(unit: Float32Array, k: number, allowed: (row: number) => boolean, minScore: number): Promise<Iterable<number>> {
    const nearest = createNearest<number>(k)
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
        if (score >= minScore && score > nearest.least() && allowed(from + index)) nearest.offer(from + index, score)
      }
    }
    return nearest.sorted().map(({ thing }) => thing)
  }

  return {
    async load(rows) {
      const changed = new Set<string>()
      const refused: string[] = []
      touched = changed
      try {
        let turn = performance.now()
        for (const { id, vector } of rows) {
          if (closed) break
          if (!changed.has(id)) {
            try {
              put(id, toUnitVector(vector, dimensions))
            } catch {
              refused.push(id)
            }
          }
          if (performance.now() - turn > TURN_MS) {
            await nextTurn()
            turn = performance.now()
          }
        }
      } finally {
        if (touched === changed) touched = undefined
      }
      if (!closed) choose()
      return { refused }
    },

    set(id, vector) {
      const unit = toUnitVector(vector, dimensions)
      if (closed) return
      touched?.add(id)
      put(id, unit)
      if (touched === undefined) choose()
    },

    remove(id) {
      touched?.add(id)
      const row = rowOf.get(id)
      if (row === undefined) return
      rowOf.delete(id)
      idOf[row] = undefined
      matrix.write(row, new Float32Array(dimensions))
      graph?.remove(row)
      free.push(row)
      if (touched === undefined) choose()
    },

    compare(vector, ids) {
      const unit = toUnitVector(vector, dimensions)
      const scores = new Map<string, number>()
      for (const id of ids) {
        const row = rowOf.get(id)
        if (row !== undefined) scores.set(id, dotProduct(unit, matrix.read(row)))
      }
      let count = 0
      let sum = 0
      let squares = 0
      for (let row = 0, step = Math.max(1, Math.ceil(idOf.length / SAMPLE)); row < idOf.length; row += step) {
        if (idOf[row] === undefined) continue
        const score = dotProduct(unit, matrix.read(row))
        count += 1
        sum += score
        squares += score ** 2
      }
      const mean = count === 0 ? 0 : sum / count
      const variance = (Math.max(0, squares - count * mean ** 2) + PRIOR.count * PRIOR.deviation ** 2) / (count + PRIOR.count)
      return { scores, usual: { mean, deviation: Math.sqrt(variance) } }
    },

    async search(vector, k, { exclude, only, minScore = -1 } = {}) {
      const unit = toUnitVector(vector, dimensions)
      if (closed || k < 1) return []
      const count = Math.min(Math.floor(k), rowOf.size)
      const allowed = (row: number) => {
        const id = idOf[row]
        return id !== undefined && exclude?.has(id) !== true && only?.has(id) !== false
      }
      const left = exclude?.size ?? 0
      const few = only !== undefined && only.size <= FEW ? rowsOf(only) : null
      const useGraph = only === undefined && graph?.built() === true && left <= MANY_EXCLUDED && count + left <= rowOf.size / 2
      const candidates =
        few ?? (useGraph ? await graph?.search(unit, count + left) : null) ?? (await exactRows(unit, count, allowed, minScore - 1e-5))
      if (closed) return []
      // Scored again with the vectors of now: an item may have gone or changed while others had their turn.
      const nearest = createNearest<number>(count)
      for (const row of candidates) {
        if (!allowed(row)) continue
        const score = dotProduct(unit, matrix.read(row))
        if (score >= minScore) nearest.offer(row, score)
      }
      return nearest.sorted().map(({ thing, score }) => ({ id: idOf[thing] ?? '', score }))
    },

    size: () => rowOf.size,

    state: () => (graph === undefined ? 'exact' : graph.built() ? 'hnsw' : 'building'),

    close() {
      closed = true
      graph?.close()
      graph = undefined
      matrix.wipe()
      rowOf.clear()
      idOf.length = 0
    },
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { groupPieces, PIECES_IN_MEMORY, piecesFor } from './index-pieces'
import { createNearest } from './nearest'
import { toUnitVector } from './unit-vector'
import { createVectorRows, TURN_MS } from './vector-rows'

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
  /** A long item counts by its nearest piece where that is nearer than all of it. Without, whole items are compared. */
  pieces?: boolean
}

export interface VectorComparison {
  /** Cosines of those that have a vector: of the item or of its nearest piece, whichever is nearer. */
  scores: Map<string, number>
  /** Of the cosines of all items, estimated from up to 500 of them. */
  usual: { mean: number; deviation: number }
}

/** An item's own vector, and where it is long those of its pieces, in their order. */
export interface IndexedVectors {
  id: string
  vector: Float32Array
  pieces?: readonly Float32Array[]
}

export interface VectorIndex {
  /**
   * Takes in stored vectors, with a turn of the event loop every few milliseconds. An item that `set` or `remove` touched
   * meanwhile keeps what they said. Resolves to the ids whose vectors cannot be used, so that they can be made again.
   */
  load(rows: Iterable<IndexedVectors>): Promise<{ refused: string[] }>
  /** Adds or replaces an item's vectors; found from the next search on. Throws MODEL_BAD_OUTPUT for a vector no search can use. */
  set(id: string, vector: ArrayLike<number>, pieces?: readonly ArrayLike<number>[]): void
  /** No search gives the id any more once this returns, not even one that is under way. */
  remove(id: string): void
  /** The `k` nearest, best first. Throws MODEL_BAD_OUTPUT for a vector no search can use. */
  search(vector: ArrayLike<number>, k: number, options?: VectorSearchOptions): Promise<VectorHit[]>
  /** How near these items are, and how near items usually are. Throws MODEL_BAD_OUTPUT for a vector no search can use. */
  compare(vector: ArrayLike<number>, ids: Iterable<string>): VectorComparison
  /** Items. */
  size(): number
  /** Vectors of pieces that are held beside those of the items. */
  pieces(): number
  /** What answers for whole items, or for their pieces: the exact scan, the exact scan while the graph is built, or the graph. */
  state(of?: 'items' | 'pieces'): 'exact' | 'building' | 'hnsw'
  /** Ends the worker threads, overwrites the vectors and forgets them. Searches under way give nothing. */
  close(): void
}

const SAMPLE = 500
/** A few items say little about how far cosines spread: this much weight has what was measured with the built-in model. */
const PRIOR = { count: 20, deviation: 0.1 }

/**
 * Nearest neighbours by cosine. Up to `exactLimit` items every vector is compared (4 to 6 ms for 50,000 vectors of 512
 * numbers, measured), above it an HNSW graph in a worker thread names candidates. The pieces of long items are held apart, in
 * the same way and with the same limit, so that whole items can be compared without them. Vectors are in memory only. Without
 * a worker (it cannot start, it dies) the exact scan goes on answering.
 */
export function createVectorIndex(options: {
  workerFile: string
  dimensions: number
  exactLimit?: number
  /** Vectors of pieces that are held at most. */
  mostPieces?: number
}): VectorIndex {
  const { workerFile, dimensions, exactLimit = 50_000, mostPieces = PIECES_IN_MEMORY } = options
  const items = createVectorRows({ workerFile, dimensions, exactLimit })
  const parts = createVectorRows({ workerFile, dimensions, exactLimit })
  let touched: Set<string> | undefined
  let closed = false

  /** Throws before anything is changed. */
  function put(id: string, vector: ArrayLike<number>, pieces: readonly ArrayLike<number>[]): void {
    const unit = toUnitVector(vector, dimensions)
    const limit = piecesFor(mostPieces - parts.rows() + parts.rows(id))
    const own = pieces.map((piece) => toUnitVector(piece, dimensions))
    const units = groupPieces(own, limit).map((piece) => toUnitVector(piece, dimensions))
    items.put(id, [unit])
    parts.put(id, units)
  }

  function settle(): void {
    items.settle()
    parts.settle()
  }

  return {
    async load(rows) {
      const changed = new Set<string>()
      const refused: string[] = []
      touched = changed
      try {
        let turn = performance.now()
        for (const { id, vector, pieces = [] } of rows) {
          if (closed) break
          if (!changed.has(id)) {
            try {
              put(id, vector, pieces)
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
      if (!closed) settle()
      return { refused }
    },

    set(id, vector, pieces = []) {
      if (closed) return void toUnitVector(vector, dimensions)
      put(id, vector, pieces)
      touched?.add(id)
      if (touched === undefined) settle()
    },

    remove(id) {
      touched?.add(id)
      items.remove(id)
      parts.remove(id)
      if (touched === undefined) settle()
    },

    compare(vector, ids) {
      const unit = toUnitVector(vector, dimensions)
      const scores = new Map<string, number>()
      for (const id of ids) {
        const whole = items.best(unit, id)
        if (whole !== undefined) scores.set(id, Math.max(whole, parts.best(unit, id) ?? -1))
      }
      const sample = items.sample(unit, SAMPLE)
      const count = sample.length
      const mean = count === 0 ? 0 : sample.reduce((sum, score) => sum + score, 0) / count
      const squares = sample.reduce((sum, score) => sum + score ** 2, 0)
      const variance = (Math.max(0, squares - count * mean ** 2) + PRIOR.count * PRIOR.deviation ** 2) / (count + PRIOR.count)
      return { scores, usual: { mean, deviation: Math.sqrt(variance) } }
    },

    async search(vector, k, { exclude, only, minScore = -1, pieces = false } = {}) {
      const unit = toUnitVector(vector, dimensions)
      if (closed || k < 1) return []
      const wanted = Math.floor(k)
      const search = { exclude, only, minScore }
      if (!pieces || parts.rows() === 0) return items.nearest(unit, wanted, search)
      const [whole, some] = await Promise.all([items.nearest(unit, wanted, search), parts.nearest(unit, wanted, search)])
      const nearest = createNearest<string>(wanted, { distinct: true })
      for (const { id, score } of [...whole, ...some]) nearest.offer(id, score)
      return nearest.sorted().map(({ thing, score }) => ({ id: thing, score }))
    },

    size: items.ids,
    pieces: parts.rows,
    state: (of) => (of === 'pieces' ? parts : items).state(),

    close() {
      closed = true
      items.close()
      parts.close()
    },
  }
}

import type { MadeVector, NearestOptions } from './embedding'

/** See `VectorIndex.compare`. */
export interface VectorComparison {
  scores: Map<string, number>
  usual: { mean: number; deviation: number }
}

/** An item's own vector, and those of the pieces of a long one. */
interface ItemVectors {
  id: string
  vector: Float32Array
  pieces: readonly Float32Array[]
}

export interface VectorIndexPort {
  load(rows: Iterable<ItemVectors>): Promise<unknown>
  set(id: string, vector: Float32Array, pieces: readonly Float32Array[]): void
  remove(id: string): void
  search(vector: Float32Array, k: number, options?: NearestOptions): Promise<{ id: string; score: number }[]>
  compare(vector: Float32Array, ids: Iterable<string>): VectorComparison
  close(): unknown
}

export interface CurrentIndexDeps {
  /** Names the embedding model in force; searches are only ever answered from its vectors. */
  modelId: () => string
  createIndex: (dimensions: number) => VectorIndexPort
  vectors: {
    iterate(modelId: string): Iterable<ItemVectors>
    get(itemId: string, modelId: string): Float32Array | null
    pieces(itemId: string, modelId: string): Float32Array[]
    contentHash(itemId: string, modelId: string): string | null
  }
}

export interface CurrentIndex {
  /** Takes in an item's vectors of the model in force, or of the one that is prepared: the mean first, then its pieces, as they are stored. */
  put(itemId: string, modelId: string, vectors: readonly Float32Array[]): void
  /**
   * The nearest to a vector of the model in force; nothing for one of another model, or before the first vector. With `pieces` a long item
   * counts by the nearest of its pieces too, otherwise whole items are compared.
   */
  nearest(made: MadeVector, k: number, options?: NearestOptions): Promise<{ id: string; score: number }[]>
  /** How near these items are, and how near items usually are; null for a vector of a model that is no longer in force. */
  compare(made: MadeVector, ids: Iterable<string>): VectorComparison | null
  /** False before the first vector. */
  hasVectors(): boolean
  /** Fills the index from the stored vectors without holding the thread. */
  load(): Promise<void>
  /** Builds the index of another model beside, so that nothing is missing in the moment that model comes into force. */
  prepare(modelId: string): Promise<void>
  /** Lets go of an index that was prepared. */
  discard(modelId: string): void
  remove(id: string): void
  reload(id: string): void
  hasVector(id: string, contentHash: string): boolean
  close(): void
}

interface Held {
  dimensions: number
  index: VectorIndexPort
  isFilled: boolean
  /** Searches under way. An index that is no longer wanted ends after the last of them. */
  searches: number
}

/** Keeps the vector index in step with the embedding model in force. The stored vectors are the truth; this is their picture in memory. */
export function createCurrentIndex(deps: CurrentIndexDeps): CurrentIndex {
  /** By model: of the one in force, and of the one that is prepared. */
  const held = new Map<string, Held>()
  const fillings = new Map<string, Promise<void>>()
  const prepared = new Set<string>()
  let closed = false

  function release(modelId: string): void {
    const one = held.get(modelId)
    held.delete(modelId)
    if (one?.searches === 0) void one.index.close()
  }

  /** The model in force, after letting go of what no longer is. */
  function inForce(): string {
    const modelId = deps.modelId()
    if (prepared.delete(modelId) || held.size > 1) {
      for (const other of [...held.keys()]) if (other !== modelId && !prepared.has(other)) release(other)
    }
    return modelId
  }

  function ensure(modelId: string, dimensions: number): Held {
    const there = held.get(modelId)
    if (there?.dimensions === dimensions) return there
    release(modelId)
    for (const other of [...held.keys()]) if (other !== deps.modelId() && !prepared.has(other)) release(other)
    const made = { dimensions, index: deps.createIndex(dimensions), isFilled: false, searches: 0 }
    held.set(modelId, made)
    return made
  }

  const isWanted = (modelId: string) => modelId === deps.modelId() || prepared.has(modelId)

  async function fill(modelId: string): Promise<void> {
    const rows = deps.vectors.iterate(modelId)[Symbol.iterator]()
    const first = rows.next()
    if (closed || first.done || !isWanted(modelId)) return
    const into = ensure(modelId, first.value.vector.length)
    await into.index.load(startingWith(first.value, rows))
    into.isFilled = true
  }

  /** Once at a time for each model. */
  function fillOnce(modelId: string): Promise<void> {
    if (held.get(modelId)?.isFilled) return Promise.resolve()
    const filling = fillings.get(modelId) ?? fill(modelId).finally(() => fillings.delete(modelId))
    fillings.set(modelId, filling)
    return filling
  }

  function put(itemId: string, modelId: string, [own, ...pieces]: readonly Float32Array[]): void {
    if (own && !closed && isWanted(modelId)) ensure(modelId, own.length).index.set(itemId, own, pieces)
  }

  return {
    put,
    async nearest({ modelId, vector }, k, options) {
      const one = modelId === inForce() ? held.get(modelId) : undefined
      if (!one) return []
      one.searches += 1
      try {
        return await one.index.search(vector, k, options)
      } finally {
        one.searches -= 1
        if (one.searches === 0 && held.get(modelId) !== one) void one.index.close()
      }
    },
    compare({ modelId, vector }, ids) {
      return modelId === inForce() ? (held.get(modelId)?.index.compare(vector, ids) ?? null) : null
    },
    hasVectors: () => held.has(inForce()),
    load: () => fillOnce(inForce()),
    prepare(modelId) {
      if (modelId !== deps.modelId()) prepared.add(modelId)
      return fillOnce(modelId)
    },
    discard(modelId) {
      prepared.delete(modelId)
      if (modelId !== deps.modelId()) release(modelId)
    },
    remove(id) {
      for (const { index } of held.values()) index.remove(id)
    },
    reload(id) {
      for (const modelId of new Set([deps.modelId(), ...prepared])) {
        const vector = deps.vectors.get(id, modelId)
        if (vector) put(id, modelId, [vector, ...deps.vectors.pieces(id, modelId)])
      }
    },
    hasVector: (id, contentHash) => deps.vectors.contentHash(id, deps.modelId()) === contentHash,
    close() {
      closed = true
      for (const { index } of held.values()) void index.close()
      held.clear()
    },
  }
}

function* startingWith<T>(first: T, rest: Iterator<T>): Iterable<T> {
  yield first
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
}

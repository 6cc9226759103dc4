export interface VectorIndexPort {
  load(rows: Iterable<{ id: string; vector: Float32Array }>): Promise<unknown>
  set(id: string, vector: Float32Array): void
  remove(id: string): void
  search(vector: Float32Array, k: number, options?: { exclude?: Set<string>; minScore?: number }): Promise<{ id: string; score: number }[]>
  close(): unknown
}

export interface CurrentIndexDeps {
  /** Names the embedding model in force; the index only ever holds its vectors. */
  modelId: () => string
  createIndex: (dimensions: number) => VectorIndexPort
  vectors: {
    iterate(modelId: string): Iterable<{ id: string; vector: Float32Array }>
    get(itemId: string, modelId: string): Float32Array | null
    contentHash(itemId: string, modelId: string): string | null
  }
}

export interface CurrentIndex {
  /** The index, made for this vector length when there is none. */
  ensure(dimensions: number): VectorIndexPort
  /** Null before the first vector. */
  get(): VectorIndexPort | null
  /** Fills the index from the stored vectors without holding the thread; starts over when the model has changed. */
  load(): Promise<void>
  remove(id: string): void
  reload(id: string): void
  hasVector(id: string, contentHash: string): boolean
  close(): void
}

/** Keeps the one vector index in step with the embedding model in force. The stored vectors are the truth; this is their picture in memory. */
export function createCurrentIndex(deps: CurrentIndexDeps): CurrentIndex {
  let current: { modelId: string; dimensions: number; index: VectorIndexPort } | null = null
  let closed = false

  function drop(): void {
    void current?.index.close()
    current = null
  }

  function ensure(dimensions: number): VectorIndexPort {
    const modelId = deps.modelId()
    if (current && (current.modelId !== modelId || current.dimensions !== dimensions)) drop()
    current ??= { modelId, dimensions, index: deps.createIndex(dimensions) }
    return current.index
  }

  return {
    ensure,
    get() {
      if (current && current.modelId !== deps.modelId()) drop()
      return current?.index ?? null
    },
    async load() {
      const rows = deps.vectors.iterate(deps.modelId())[Symbol.iterator]()
      const first = rows.next()
      if (closed || first.done) return
      await ensure(first.value.vector.length).load(startingWith(first.value, rows))
    },
    remove(id) {
      current?.index.remove(id)
    },
    reload(id) {
      const vector = deps.vectors.get(id, deps.modelId())
      if (vector) ensure(vector.length).set(id, vector)
    },
    hasVector: (id, contentHash) => deps.vectors.contentHash(id, deps.modelId()) === contentHash,
    close() {
      closed = true
      drop()
    },
  }
}

function* startingWith<T>(first: T, rest: Iterator<T>): Iterable<T> {
  yield first
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value
}

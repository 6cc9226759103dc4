import type { VaultDatabase } from '../db/open-database'

/** The vectors of an item: its own, and those of its pieces, none when it is one piece. */
export interface StoredVectors {
  id: string
  vector: Float32Array
  pieces: Float32Array[]
}

export interface VectorStore {
  /** Keeps an item's vectors of one model in place of earlier ones: the mean first, then its chunks. Runs in the caller's transaction. */
  put(itemId: string, modelId: string, contentHash: string, vectors: readonly Float32Array[]): void
  /** The hash of the content the stored vectors were made from; null when there are none. */
  contentHash(itemId: string, modelId: string): string | null
  /** Forgets an item's vectors of all models. */
  remove(itemId: string): void
  /** The vectors of a long item's pieces, in their order; empty when the item is one piece. */
  pieces(itemId: string, modelId: string): Float32Array[]
  /** The item's own vector (the mean). */
  get(itemId: string, modelId: string): Float32Array | null
  /**
   * The own vectors of all items that are not in the trash, by id, and of long items those of their pieces. Read a page at a time, so that
   * the database stays usable and the caller may take its time between two of them; what is written meanwhile may or may not be among them.
   */
  iterate(modelId: string): Iterable<StoredVectors>
  /** Items that are not in the trash and have a vector of this model. */
  count(modelId: string): number
  /** The length of this model's vectors, which all have the same; null when there are none. */
  dimensions(modelId: string): number | null
  /** The models that have vectors. */
  models(): string[]
  /** Deletes the vectors of a model from at most so many items; returns from how many. */
  removeSome(modelId: string, limit: number): number
}

const PAGE = 500

interface VectorRow {
  id: string
  hasPieces: 0 | 1
  vector: Uint8Array
}

/** The `vectors` table, which is where embeddings live; the index in memory is made from it. */
export function createVectorStore(db: VaultDatabase): VectorStore {
  const clear = db.prepare<[string, string]>('DELETE FROM vectors WHERE item_id = ? AND model_id = ?')
  const insert = db.prepare<[string, number, string, number, string, Uint8Array]>(
    'INSERT INTO vectors (item_id, chunk, model_id, dimensions, content_hash, vector) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const hash = db
    .prepare<[string, string], string>('SELECT content_hash FROM vectors WHERE item_id = ? AND model_id = ? AND chunk = 0')
    .pluck()
  const clearAll = db.prepare<[string]>('DELETE FROM vectors WHERE item_id = ?')
  const own = db
    .prepare<[string, string], Uint8Array>('SELECT vector FROM vectors WHERE item_id = ? AND model_id = ? AND chunk = 0')
    .pluck()
  const pieces = db
    .prepare<[string, string], Uint8Array>('SELECT vector FROM vectors WHERE item_id = ? AND model_id = ? AND chunk > 0 ORDER BY chunk')
    .pluck()
  const ownAndLive = 'FROM vectors v JOIN items i ON i.id = v.item_id WHERE v.model_id = ? AND v.chunk = 0 AND i.deleted_at IS NULL'
  const page = db.prepare<[string, string], VectorRow>(
    `SELECT v.item_id AS id, v.vector, EXISTS (
       SELECT 1 FROM vectors p WHERE p.item_id = v.item_id AND p.model_id = v.model_id AND p.chunk = 1
     ) AS hasPieces ${ownAndLive} AND v.item_id > ? ORDER BY v.item_id LIMIT ${PAGE}`,
  )
  const count = db.prepare<[string], number>(`SELECT count(*) ${ownAndLive}`).pluck()
  const dimensions = db.prepare<[string], number>('SELECT dimensions FROM vectors WHERE model_id = ? AND chunk = 0 LIMIT 1').pluck()
  const nextModel = db.prepare<[string], string | null>('SELECT min(model_id) FROM vectors WHERE chunk = 0 AND model_id > ?').pluck()
  const some = db.prepare<[string, number], string>('SELECT item_id FROM vectors WHERE model_id = ? AND chunk = 0 LIMIT ?').pluck()

  const piecesOf = (itemId: string, modelId: string) => pieces.all(itemId, modelId).map(toFloats)

  return {
    put(itemId, modelId, contentHash, vectors) {
      clear.run(itemId, modelId)
      for (const [chunk, vector] of vectors.entries()) {
        insert.run(itemId, chunk, modelId, vector.length, contentHash, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
      }
    },
    contentHash: (itemId, modelId) => hash.get(itemId, modelId) ?? null,
    remove: (itemId) => void clearAll.run(itemId),
    pieces: piecesOf,
    get(itemId, modelId) {
      const bytes = own.get(itemId, modelId)
      return bytes === undefined ? null : toFloats(bytes)
    },
    *iterate(modelId) {
      for (let after = ''; ; ) {
        const rows = page.all(modelId, after)
        for (const { id, vector, hasPieces } of rows)
          yield { id, vector: toFloats(vector), pieces: hasPieces === 1 ? piecesOf(id, modelId) : [] }
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return
        after = last.id
      }
    },
    count: (modelId) => count.get(modelId) ?? 0,
    dimensions: (modelId) => dimensions.get(modelId) ?? null,
    models() {
      const models: string[] = []
      for (let next = nextModel.get(''); typeof next === 'string'; next = nextModel.get(next)) models.push(next)
      return models
    },
    removeSome(modelId, limit) {
      const ids = some.all(modelId, limit)
      for (const id of ids) clear.run(id, modelId)
      return ids.length
    },
  }
}

/** A copy: the driver's bytes may begin anywhere, floats must not. All common machines store the low byte first. */
function toFloats(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % 4))).buffer)
}

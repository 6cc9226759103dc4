import { createHnswClient, type HnswClient } from './hnsw-client'

/** Vectors in one message: 100 to 200 ms of the worker's time, so that a search waits no longer behind it. */
const BATCH = 128
const BATCHES_ON_THE_WAY = 2

/** The HNSW graph over the rows of a matrix, kept up to date in the background. */
export interface HnswGraph {
  /** False until every row that was there at the start is in the graph. */
  built(): boolean
  /** The row is new, or has another vector. */
  put(row: number): void
  remove(row: number): void
  /** A third of the graph is deleted vectors, which cost time and recall. */
  worn(): boolean
  /** Rows that may be the nearest: those the graph names and those that are not in it yet. Null when the graph is lost. */
  search(vector: Float32Array, count: number): Promise<Iterable<number> | null>
  close(): void
}

export function createHnswGraph(options: {
  workerFile: string
  dimensions: number
  /** Rows to begin with; read little by little, and a row that goes or changes before its turn is not read as it was. */
  rows: Iterable<number>
  /** How many there are. */
  size: number
  read: (row: number) => Float32Array
  onLost: () => void
}): HnswGraph {
  const rowOf = new Map<number, number>()
  const labelOf = new Map<number, number>()
  /** Labels that the worker does not have, in order; a label without a row was overtaken by a later change. */
  let queue: number[] = []
  let queued = 0
  const notYet = new Map<number, number>()
  /** Labels on their way to the worker. */
  const sent = new Set<number>()
  let nextLabel = 1
  let onTheWay = 0
  let inGraph = 0
  let deleted = 0
  let built = false
  const first = options.rows[Symbol.iterator]()
  let firstLeft = true

  const client: HnswClient = createHnswClient({
    workerFile: options.workerFile,
    dimensions: options.dimensions,
    capacity: Math.ceil(options.size * 1.25) + BATCH,
    onLost: options.onLost,
    onAdded(labels) {
      onTheWay -= 1
      for (const label of labels) {
        inGraph += 1
        notYet.delete(label)
        sent.delete(label)
        // Removed while it was being added.
        if (!rowOf.has(label)) drop(label)
      }
      pump()
    },
  })

  function drop(label: number): void {
    client.remove(label)
    deleted += 1
  }

  function pump(): void {
    while (onTheWay < BATCHES_ON_THE_WAY) {
      const labels: number[] = []
      for (let label = takeNext(); label !== undefined; label = labels.length < BATCH ? takeNext() : undefined) labels.push(label)
      if (labels.length === 0) break
      const vectors = new Float32Array(labels.length * options.dimensions)
      for (const [index, label] of labels.entries()) {
        vectors.set(options.read(rowOf.get(label) ?? 0), index * options.dimensions)
        sent.add(label)
      }
      onTheWay += 1
      client.add(labels, vectors)
    }
    if (onTheWay === 0) built = true
  }

  /** The next label the worker should get: of a change, else of a row to begin with. */
  function takeNext(): number | undefined {
    while (queued < queue.length) {
      const label = queue[queued]
      queued += 1
      if (label !== undefined && rowOf.has(label)) return label
    }
    queue = []
    queued = 0
    while (firstLeft) {
      const next = first.next()
      if (next.done === true) firstLeft = false
      else if (!labelOf.has(next.value)) return labelRow(next.value)
    }
    return undefined
  }

  function labelRow(row: number): number {
    const label = nextLabel
    nextLabel += 1
    rowOf.set(label, row)
    labelOf.set(row, label)
    notYet.set(label, row)
    return label
  }

  function remove(row: number): void {
    const label = labelOf.get(row)
    if (label === undefined) return
    labelOf.delete(row)
    rowOf.delete(label)
    if (!notYet.has(label)) drop(label)
    else if (!sent.has(label)) notYet.delete(label)
  }

  pump()

  return {
    built: () => built,
    put(row) {
      remove(row)
      queue.push(labelRow(row))
      pump()
    },
    remove,
    worn: () => built && deleted * 3 > inGraph,
    async search(vector, count) {
      const labels = await client.search(vector, count)
      if (labels === null) return null
      const rows = new Set<number>()
      for (const label of labels) {
        const row = rowOf.get(label)
        if (row !== undefined) rows.add(row)
      }
      for (const [label, row] of notYet) if (rowOf.has(label)) rows.add(row)
      return rows
    },
    close: client.close,
  }
}

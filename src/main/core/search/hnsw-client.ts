import { Worker } from 'node:worker_threads'
import type { HnswReply, HnswRequest } from './hnsw-messages'

export interface HnswClient {
  /** Gives labels with their vectors (one after the other) to the graph; `onAdded` tells when they are in it. */
  add(labels: number[], vectors: Float32Array): void
  remove(label: number): void
  /** Labels of the nearest vectors; null when the graph is lost, so that the caller answers in another way. */
  search(vector: Float32Array, count: number): Promise<number[] | null>
  /** Ends the thread and with it the graph. Waiting searches get null. */
  close(): void
}

/** Runs the HNSW graph in a worker thread. `onLost` is called once, when the thread fails; never after `close`. */
export function createHnswClient(options: {
  workerFile: string
  dimensions: number
  capacity: number
  onAdded: (labels: readonly number[]) => void
  onLost: () => void
}): HnswClient {
  const worker = new Worker(options.workerFile)
  const waiting = new Map<number, (labels: number[] | null) => void>()
  let requests = 0
  let over = false

  function end(): void {
    over = true
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
    void worker.terminate()
  }
  function lose(): void {
    if (over) return
    end()
    options.onLost()
  }
  function send(message: HnswRequest, transfer: ArrayBuffer[] = []): void {
    if (!over) worker.postMessage(message, transfer)
  }

  worker.on('error', lose)
  worker.on('exit', lose)
  worker.on('message', (reply: HnswReply) => {
    if (over) return
    if (reply.kind === 'added') options.onAdded(reply.labels)
    else if (reply.kind === 'failed') lose()
    else {
      waiting.get(reply.request)?.(reply.labels)
      waiting.delete(reply.request)
    }
  })
  // The graph alone does not keep a finished program running.
  worker.unref()
  send({ kind: 'start', dimensions: options.dimensions, capacity: options.capacity })

  return {
    add: (labels, vectors) => send({ kind: 'add', labels, vectors }, [vectors.buffer as ArrayBuffer]),
    remove: (label) => send({ kind: 'remove', label }),
    search(vector, count) {
      if (over) return Promise.resolve(null)
      requests += 1
      const request = requests
      return new Promise((resolve) => {
        waiting.set(request, resolve)
        send({ kind: 'search', request, vector, count })
      })
    },
    close: end,
  }
}

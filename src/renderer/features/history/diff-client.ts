import { registerWorker } from '../../base/own-worker'
import type { DiffAnswer, DiffQuestion } from './diff-worker'
import address from './diff-worker?worker&url'

const startWorker = registerWorker(address)

/** The worker keeps to its own time; this ends one that does not, such as on a computer that was asleep. */
const LONGEST_MS = 15_000

/** Compares two texts in a worker of its own, which is ended with `signal`. Rejects when it does not answer. */
export function compare(question: DiffQuestion, signal: AbortSignal): Promise<DiffAnswer> {
  return new Promise((resolve, reject) => {
    const worker = startWorker()
    const timer = setTimeout(() => end(() => reject(new Error('too long'))), LONGEST_MS)
    function end(then: () => void): void {
      clearTimeout(timer)
      worker.terminate()
      signal.removeEventListener('abort', stop)
      then()
    }
    const stop = () => end(() => reject(new Error('not wanted any more')))
    signal.addEventListener('abort', stop)
    worker.onmessage = ({ data }: MessageEvent<DiffAnswer>) => end(() => resolve(data))
    worker.onerror = () => end(() => reject(new Error('the comparison failed')))
    worker.postMessage(question)
  })
}

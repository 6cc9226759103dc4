import { registerWorker } from '../../base/own-worker'
import type { LayoutTask } from './lay-out'
import type { LayoutStep } from './layout-worker'
import address from './layout-worker?worker&url'

const startWorker = registerWorker(address)

/** Runs the layout in a thread of its own and tells where everything is, the last time with `done`. The returned way to stop ends the thread. */
export function runLayout(task: LayoutTask, onStep: (step: LayoutStep) => void, onFault: () => void): () => void {
  const worker = startWorker()
  worker.onmessage = ({ data }: MessageEvent<LayoutStep>) => {
    if (data.done) worker.terminate()
    onStep(data)
  }
  worker.onerror = () => {
    worker.terminate()
    onFault()
  }
  worker.postMessage(task)
  return () => worker.terminate()
}

import { createLayout, type LayoutTask } from './lay-out'

/** Where everything is now; `done` with the last one. */
export interface LayoutStep {
  positions: Float32Array
  done: boolean
}

/** The first picture comes soon, later ones less often: each costs the window a whole drawing. */
const FIRST_STEP_MS = 250
const SLOWER = 1.6
const SLOWEST_STEP_MS = 1500

/** The part of a worker's global scope that is used here. */
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<LayoutTask>) => void) | null
  postMessage(message: LayoutStep, transfer: Transferable[]): void
}

scope.onmessage = ({ data }) => {
  const layout = createLayout(data)
  let pause = FIRST_STEP_MS
  let shown = performance.now()
  for (let round = 1; round <= data.iterations; round++) {
    layout.step()
    const now = performance.now()
    if (round < data.iterations && now - shown < pause) continue
    const positions = layout.positions()
    scope.postMessage({ positions, done: round === data.iterations }, [positions.buffer])
    shown = now
    pause = Math.min(SLOWEST_STEP_MS, pause * SLOWER)
  }
}

/** Below thirty frames a second moving is felt as slow. */
const SLOW_FRAME_MS = 1000 / 30
/** So many frames in a row are looked at. */
const FRAMES = 8

/**
 * Watches how fast a moving picture is drawn: `frame` is told the time of each frame, and answers with true when the last ones together
 * were slow; it then begins to count anew. `rest` ends a movement; the wait until the next one counts for nothing.
 */
export function createFramePace() {
  let times: number[] = []
  return {
    frame(at: number): boolean {
      times = [...times, at].slice(-FRAMES - 1)
      const slow = times.length > FRAMES && (at - (times[0] ?? at)) / FRAMES > SLOW_FRAME_MS
      if (slow) times = []
      return slow
    },
    rest(): void {
      times = []
    },
  }
}

/** So long after its last step a movement is over. */
const REST_MS = 180

export interface PaceListener {
  /** A movement begins. */
  onMove(): void
  /** The last frames of a movement were slow. */
  onSlow(): void
  /** It is over. */
  onRest(): void
}

/** Follows movements: `moved` is to be called at each of their steps. Counts frames only meanwhile. */
export function watchPace({ onMove, onSlow, onRest }: PaceListener): { moved(): void; stop(): void } {
  const pace = createFramePace()
  let lastStep = 0
  let request: number | undefined
  function count(at: number): void {
    request = undefined
    // By the same clock: a long frame has its steps behind it when it is counted.
    if (performance.now() - lastStep > REST_MS) {
      pace.rest()
      onRest()
      return
    }
    if (pace.frame(at)) onSlow()
    request = requestAnimationFrame(count)
  }
  return {
    moved(): void {
      lastStep = performance.now()
      if (request !== undefined) return
      request = requestAnimationFrame(count)
      onMove()
    },
    stop(): void {
      if (request !== undefined) cancelAnimationFrame(request)
    },
  }
}

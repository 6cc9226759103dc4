/** Below thirty frames a second moving is felt as slow. */
const SLOW_FRAME_MS = 1000 / 30
/** So many frames in a row are looked at. */
const FRAMES = 8

/**
 * Watches how fast a moving picture is drawn: `frame` is told the time of each frame, and answers once with true when the last ones
 * together were slow. `rest` ends a movement; the wait until the next one counts for nothing.
 */
export function createFramePace() {
  let times: number[] = []
  let slow = false
  return {
    frame(at: number): boolean {
      times = [...times, at].slice(-FRAMES - 1)
      if (slow || times.length <= FRAMES) return false
      slow = (at - (times[0] ?? at)) / FRAMES > SLOW_FRAME_MS
      return slow
    },
    rest(): void {
      times = []
    },
  }
}

/** So long after its last step a movement is over. */
const REST_MS = 400

/** Calls `onSlow` once when a movement is drawn slowly; `moved` is to be called at each of its steps. Counts frames only meanwhile. */
export function watchPace(onSlow: () => void): { moved(): void; stop(): void } {
  const pace = createFramePace()
  let lastStep = 0
  let request: number | undefined
  function count(at: number): void {
    request = undefined
    // By the same clock: a long frame has its steps behind it when it is counted.
    if (performance.now() - lastStep > REST_MS) pace.rest()
    else if (pace.frame(at)) onSlow()
    else request = requestAnimationFrame(count)
  }
  return {
    moved(): void {
      lastStep = performance.now()
      request ??= requestAnimationFrame(count)
    },
    stop(): void {
      if (request !== undefined) cancelAnimationFrame(request)
    },
  }
}

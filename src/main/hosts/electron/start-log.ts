/** What a start goes through until the person sees the window, in this order; the page may be ready to show before it is loaded. */
export type StartStage =
  | 'program loaded'
  | 'app ready'
  | 'vault folder taken'
  | 'window created'
  | 'page loaded'
  | 'ready to show'
  | 'window shown'

export interface StartLogOptions {
  /** Takes one line, without its line feed. */
  write: (line: string) => unknown
  /** Milliseconds since the process started, by a clock that is not set back. */
  elapsed: () => number
  /** Writes each stage when it is reached; otherwise only a slow start is written down. */
  always: boolean
  /** Runs `act` after so many milliseconds; gives what takes it back. */
  later: (act: () => void, ms: number) => () => void
}

export function startTimer(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

export interface StartLog {
  reached(stage: StartStage, detail?: string): void
}

/** A start that takes longer than this (milliseconds) says how far it is. */
export const SLOW_START_MS = 5000

/**
 * Keeps how far the start of the app is, so that one that hangs says where. The lines hold stages and milliseconds and nothing of the
 * person's. The start ends with `window shown`; what comes after it is not written down.
 */
export function createStartLog({ write, elapsed, always, later }: StartLogOptions): StartLog {
  const kept: string[] = []
  let isWritten = always
  let isOver = false
  const cancel = later(() => {
    if (isOver) return
    if (!isWritten) {
      isWritten = true
      for (const line of kept.splice(0)) write(line)
    }
    write(`Start: still going on after ${Math.round(elapsed())} ms`)
  }, SLOW_START_MS)

  return {
    reached(stage, detail) {
      if (isOver) return
      const line = `Start: ${Math.round(elapsed())} ms, ${stage}${detail === undefined ? '' : ` (${detail})`}`
      if (isWritten) write(line)
      else kept.push(line)
      if (stage !== 'window shown') return
      isOver = true
      cancel()
    },
  }
}

export interface TypingPause {
  /** Something was typed. */
  touch(): void
  /** Forgets what is due; nothing runs until the next `touch`. */
  cancel(): void
}

/** Runs `act` once typing has paused for `pauseMs`, and at the latest `longestMs` after the first letter that is not dealt with yet. */
export function createTypingPause(act: () => void, pauseMs: number, longestMs: number): TypingPause {
  let pause: ReturnType<typeof setTimeout> | undefined
  let longest: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(pause)
    clearTimeout(longest)
    longest = undefined
  }
  const run = () => {
    cancel()
    act()
  }
  return {
    touch() {
      clearTimeout(pause)
      pause = setTimeout(run, pauseMs)
      longest ??= setTimeout(run, longestMs)
    },
    cancel,
  }
}

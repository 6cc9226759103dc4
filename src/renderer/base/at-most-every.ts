export interface Paced {
  /** Does the work now, or as soon as the pause since the last time is over. Any number of asks in a pause is one piece of work. */
  ask(): void
  stop(): void
}

/** Work that many events ask for, done at most once in `pauseMs`; the first ask is answered at once. */
export function atMostEvery(pauseMs: number, work: () => unknown): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = false
  const run = () => {
    asked = false
    timer = setTimeout(() => {
      timer = undefined
      if (asked) run()
    }, pauseMs)
    work()
  }
  return {
    ask() {
      asked = true
      if (timer === undefined) run()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      asked = false
    },
  }
}

const MINUTE_MS = 60_000

/** Counts what was done within the last minute, for each key apart. `now` is a clock that is never set, in milliseconds. */
export function createAllowance({ most, now }: { most: number; now: () => number }) {
  const times = new Map<string, number[]>()

  return {
    /** Counts one more and gives 0; or, when it would be one too many, counts nothing and gives the milliseconds to wait. */
    take(key: string): number {
      const at = now()
      const recent = (times.get(key) ?? []).filter((time) => at - time < MINUTE_MS)
      times.set(key, recent)
      if (recent.length < most) {
        recent.push(at)
        return 0
      }
      return (recent[0] ?? at) + MINUTE_MS - at
    },
  }
}

/** Counts requests without a valid token. After too many within a minute those that follow rest for a minute. */
export function createFailureRest({ most, now }: { most: number; now: () => number }) {
  let failures: number[] = []
  let restUntil = Number.NEGATIVE_INFINITY

  return {
    /** Milliseconds until such a request is looked at again; 0 when it is now. */
    left: () => Math.max(0, restUntil - now()),
    note(): void {
      const at = now()
      failures = [...failures.filter((time) => at - time < MINUTE_MS), at]
      if (failures.length < most) return
      failures = []
      restUntil = at + MINUTE_MS
    },
  }
}

export type FailureRest = ReturnType<typeof createFailureRest>

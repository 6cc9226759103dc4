/** Keeps the best `count` of many scored things, without sorting all of them. */
export function createNearest<T>(count: number): {
  offer(thing: T, score: number): void
  least(): number
  sorted(): { thing: T; score: number }[]
} {
  const best: { thing: T; score: number }[] = []
  return {
    offer(thing, score) {
      if (count < 1 || (best.length >= count && score <= (best.at(-1)?.score ?? 0))) return
      let low = 0
      for (let high = best.length; low < high; ) {
        const middle = (low + high) >> 1
        if ((best[middle]?.score ?? 0) >= score) low = middle + 1
        else high = middle
      }
      best.splice(low, 0, { thing, score })
      if (best.length > count) best.pop()
    },
    /** A score must be above this to be kept. */
    least: () => (best.length < count ? Number.NEGATIVE_INFINITY : (best.at(-1)?.score ?? Number.POSITIVE_INFINITY)),
    sorted: () => best,
  }
}

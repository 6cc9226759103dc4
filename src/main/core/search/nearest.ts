/**
 * Keeps the best `count` of many scored things, without sorting all of them. With `distinct`, a thing that is offered several times is kept
 * once, with its best score.
 */
export function createNearest<T>(
  count: number,
  { distinct = false } = {},
): {
  offer(thing: T, score: number): void
  least(): number
  sorted(): { thing: T; score: number }[]
} {
  const best: { thing: T; score: number }[] = []

  /** False when it is kept with a score that is as good. */
  function forgetWorse(thing: T, score: number): boolean {
    const place = best.findIndex((one) => one.thing === thing)
    if (place < 0) return true
    if ((best[place]?.score ?? 0) >= score) return false
    best.splice(place, 1)
    return true
  }

  return {
    offer(thing, score) {
      if (count < 1 || (best.length >= count && score <= (best.at(-1)?.score ?? 0))) return
      if (distinct && !forgetWorse(thing, score)) return
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

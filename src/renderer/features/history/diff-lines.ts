import { diffArrays } from 'diff'

/** Numbers in place of strings, so that comparing two of them costs the same whatever they are. */
export function numbered(before: readonly string[], after: readonly string[]): [number[], number[]] {
  const known = new Map<string, number>()
  const numberOf = (part: string) => {
    const number = known.get(part) ?? known.size
    known.set(part, number)
    return number
  }
  return [before.map(numberOf), after.map(numberOf)]
}

/** From line a0 to a1 of the earlier text became b0 to b1 of the later one; what lies between two blocks is the same. */
export interface ChangedBlock {
  a0: number
  a1: number
  b0: number
  b1: number
}

/** Above this many lines on both sides, lines that stand once in each text are found first, and what lies between them is compared. */
const MANY_LINES = 1000

/** The longest run of pairs that rises on both sides (patience sorting); they come in rising order of the first. */
function risingPairs(pairs: readonly [number, number][]): [number, number][] {
  const piles: number[] = []
  const below: number[] = []
  pairs.forEach(([, b], place) => {
    let [low, high] = [0, piles.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const top = pairs[piles[middle] ?? 0]
      if (top !== undefined && top[1] < b) low = middle + 1
      else high = middle
    }
    below[place] = low === 0 ? -1 : (piles[low - 1] ?? -1)
    piles[low] = place
  })
  const rising: [number, number][] = []
  for (let place = piles.at(-1) ?? -1; place >= 0; place = below[place] ?? -1) {
    const pair = pairs[place]
    if (pair) rising.push(pair)
  }
  return rising.reverse()
}

/** Pairs of equal lines that occur once in each part. */
function anchors(a: readonly number[], b: readonly number[]): [number, number][] {
  const places = (lines: readonly number[]) => {
    const found = new Map<number, number>()
    lines.forEach((line, place) => {
      found.set(line, found.has(line) ? -1 : place)
    })
    return found
  }
  const inB = places(b)
  const pairs: [number, number][] = []
  for (const [line, place] of places(a)) {
    const other = inB.get(line) ?? -1
    if (place >= 0 && other >= 0) pairs.push([place, other])
  }
  return risingPairs(pairs.sort((one, two) => one[0] - two[0]))
}

/** Where two texts differ, by lines. `left` says how many milliseconds there are; what cannot be compared in that time is one block. */
export function changedBlocks(
  before: readonly string[],
  after: readonly string[],
  left: () => number,
): { blocks: ChangedBlock[]; coarse: boolean } {
  const [a, b] = numbered(before, after)
  const blocks: ChangedBlock[] = []
  let coarse = false

  function add(a0: number, a1: number, b0: number, b1: number): void {
    if (a0 === a1 && b0 === b1) return
    const last = blocks.at(-1)
    if (last && last.a1 === a0 && last.b1 === b0) {
      last.a1 = a1
      last.b1 = b1
    } else blocks.push({ a0, a1, b0, b1 })
  }

  function compare(fromA: number, toA: number, fromB: number, toB: number, anchored: boolean): void {
    let [a0, a1, b0, b1] = [fromA, toA, fromB, toB]
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) {
      a0 += 1
      b0 += 1
    }
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) {
      a1 -= 1
      b1 -= 1
    }
    if (a0 === a1 || b0 === b1) {
      add(a0, a1, b0, b1)
      return
    }
    const [partA, partB] = [a.slice(a0, a1), b.slice(b0, b1)]
    if (!anchored && partA.length + partB.length > MANY_LINES) {
      let [doneA, doneB] = [0, 0]
      for (const [nextA, nextB] of [...anchors(partA, partB), [partA.length, partB.length] as const]) {
        compare(a0 + doneA, a0 + nextA, b0 + doneB, b0 + nextB, true)
        doneA = nextA + 1
        doneB = nextB + 1
      }
      return
    }
    const time = left()
    const changes = time <= 0 ? undefined : diffArrays(partA, partB, { timeout: time })
    if (!changes) {
      coarse = true
      add(a0, a1, b0, b1)
      return
    }
    for (const { added, removed, count } of changes) {
      const [nextA, nextB] = [a0 + (added ? 0 : count), b0 + (removed ? 0 : count)]
      if (added || removed) add(a0, nextA, b0, nextB)
      a0 = nextA
      b0 = nextB
    }
  }

  compare(0, a.length, 0, b.length, false)
  return { blocks, coarse }
}

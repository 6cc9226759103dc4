export interface CosineTable {
  /** The cosine of two vectors by their indices, in any order. */
  between(i: number, j: number): number
}

/** The cosines of all pairs of vectors of one length. Grows with the square of their number: for a few hundred. Yields after each vector. */
export function* cosineTable(vectors: readonly Float32Array[]): Generator<undefined, CosineTable> {
  const count = vectors.length
  const units = vectors.map(unitOf)
  yield
  const table = new Float32Array(count * count)
  for (const [i, a] of units.entries()) {
    for (let j = i + 1; j < count; j++) {
      const b = units[j] ?? a
      let score = 0
      for (let at = 0; at < a.length; at++) score += (a[at] ?? 0) * (b[at] ?? 0)
      table[i * count + j] = score
      table[j * count + i] = score
    }
    yield
  }
  return { between: (i, j) => (i === j ? 1 : (table[i * count + j] ?? 0)) }
}

function unitOf(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? vector : vector.map((value) => value / length)
}

/**
 * Groups by average link: the two groups whose members are nearest to each other on average become one, until none are nearer than `floor`.
 * Gives the indices of each group, the larger groups first, members in order; what is near to nothing is a group of one. Yields after each
 * step.
 */
export function* clusterByAverage(
  count: number,
  between: (i: number, j: number) => number,
  floor: number,
): Generator<undefined, number[][]> {
  const groups = Array.from({ length: count }, (_, index) => [index])
  /** Sums of cosines between groups; the mean is the sum by the product of their sizes. */
  const sums = groups.map((_, i) => Float64Array.from(groups, (__, j) => (i === j ? 0 : between(i, j))))
  let alive = groups.map((_, index) => index)
  yield
  for (;;) {
    const best = nearest(alive, groups, sums)
    if (best === null || best.mean < floor) break
    const [into, from] = [groups[best.i], groups[best.j]]
    const [row, gone] = [sums[best.i], sums[best.j]]
    if (!into || !from || !row || !gone) break
    into.push(...from)
    alive = alive.filter((index) => index !== best.j)
    for (const other of alive) {
      const column = sums[other]
      if (other === best.i || !column) continue
      const sum = (row[other] ?? 0) + (gone[other] ?? 0)
      row[other] = sum
      column[best.i] = sum
    }
    yield
  }
  return alive
    .map((index) => (groups[index] ?? []).slice().sort((a, b) => a - b))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))
}

/** The two groups with the highest mean, the first of equals; null when there is one left. */
function nearest(
  alive: readonly number[],
  groups: readonly (readonly number[])[],
  sums: readonly Float64Array[],
): { i: number; j: number; mean: number } | null {
  let best: { i: number; j: number; mean: number } | null = null
  for (const [place, i] of alive.entries()) {
    const row = sums[i]
    const size = groups[i]?.length ?? 1
    for (let at = place + 1; at < alive.length; at++) {
      const j = alive[at] ?? i
      const mean = (row?.[j] ?? 0) / (size * (groups[j]?.length ?? 1))
      if (best === null || mean > best.mean) best = { i, j, mean }
    }
  }
  return best
}

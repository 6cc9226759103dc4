/** Normalised discounted cumulative gain of the first `k` (Järvelin and Kekäläinen, 2002): 1 is the best order there could be. */
export function ndcg(ranked: readonly string[], gains: ReadonlyMap<string, number>, k: number): number {
  const ideal = [...gains.values()].sort((a, b) => b - a)
  const best = discounted(ideal.slice(0, k))
  return best === 0 ? 0 : discounted(ranked.slice(0, k).map((id) => gains.get(id) ?? 0)) / best
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)
}

/** The share of the relevant documents that are among the first `k`. */
export function recall(ranked: readonly string[], gains: ReadonlyMap<string, number>, k: number): number {
  if (gains.size === 0) return 0
  return ranked.slice(0, k).filter((id) => gains.has(id)).length / gains.size
}

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

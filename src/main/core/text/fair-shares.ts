/**
 * Deals `room` out to those who want some of it: nobody gets more than they want, and what the modest leave is shared evenly by the others.
 * Whole numbers; their sum is never above `room`.
 */
export function fairShares(wants: readonly number[], room: number): number[] {
  const shares = wants.map(() => 0)
  const byWant = wants.map((want, index) => ({ want, index })).sort((a, b) => a.want - b.want)
  let left = Math.max(0, Math.floor(room))
  byWant.forEach(({ want, index }, place) => {
    const share = Math.min(want, Math.floor(left / (byWant.length - place)))
    shares[index] = share
    left -= share
  })
  return shares
}

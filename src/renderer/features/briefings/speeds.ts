/** The speeds a briefing can be heard at. */
export const speeds: readonly number[] = [0.75, 1, 1.25, 1.5, 1.75, 2]

/** The next speed of the row, from the fastest back to the slowest. */
export function nextSpeed(speed: number): number {
  return speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1
}

/** One step faster or slower, and no further than the row goes. */
export function stepSpeed(speed: number, by: 1 | -1): number {
  const nearest = speeds.reduce((best, one) => (Math.abs(one - speed) < Math.abs(best - speed) ? one : best), 1)
  const at = speeds.indexOf(nearest) + by
  return speeds[Math.max(0, Math.min(speeds.length - 1, at))] ?? 1
}

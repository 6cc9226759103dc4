import type { Position } from './place-nodes'

/** Half the width of an item in pixels, by its links; larger where few are on the same screen. */
export function sizeOf(degree: number, count: number): number {
  const room = Math.max(0.5, Math.min(1.9, 2.2 - 0.46 * Math.log10(Math.max(1, count))))
  return Math.min(14, 2.4 + 1.15 * Math.sqrt(degree)) * room
}

/** Items smaller than this have no title beside them: everything has one in a small graph, the hubs in a large one. */
export function titledFrom(count: number): number {
  if (count <= 80) return 0
  return count <= 600 ? 4 : 4.5
}

/** How much of a link is seen: what was found by meaning by its score, the rest wholly. */
export function opacityOf(kinds: number, score: number, many: boolean): number {
  const full = many ? 0.5 : 0.9
  return kinds === 1 ? full * Math.max(0.12, Math.min(1, score)) ** 1.5 : full
}

/** The box around these positions, with room around a few of them; a side shorter than `smallest` is widened. */
export function extent(positions: readonly Position[], smallest = 1): { x: [number, number]; y: [number, number] } {
  const box: { x: [number, number]; y: [number, number] } = { x: [Infinity, -Infinity], y: [Infinity, -Infinity] }
  for (const { x, y } of positions) {
    box.x = [Math.min(box.x[0], x), Math.max(box.x[1], x)]
    box.y = [Math.min(box.y[0], y), Math.max(box.y[1], y)]
  }
  if (positions.length === 0) return { x: [-1, 1], y: [-1, 1] }
  // One item alone has no extent to be scaled by.
  if (box.x[1] - box.x[0] < smallest) box.x = [box.x[0] - 40, box.x[1] + 40]
  if (box.y[1] - box.y[0] < smallest) box.y = [box.y[0] - 40, box.y[1] + 40]
  // Two or three items do not want the whole window.
  const more = 1.5 / (positions.length + 1)
  const widen = ([low, high]: [number, number]): [number, number] => [low - (high - low) * more, high + (high - low) * more]
  return { x: widen(box.x), y: widen(box.y) }
}

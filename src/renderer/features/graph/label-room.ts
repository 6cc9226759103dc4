/** A title's box on the canvas, in CSS pixels. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** An item on the canvas; `size` is the half of its width. */
export interface Disc {
  x: number
  y: number
  size: number
}

const CELL = 32
/** Items behind this many others are counted no further: so many under a title are too many. */
const MOST_COUNTED = 40

const overlap = (a: Box, b: Box) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

/** The items by the square of the canvas that they are in. */
function gridOf(discs: Iterable<Disc>): Map<string, Disc[]> {
  const cells = new Map<string, Disc[]>()
  for (const disc of discs) {
    const key = `${Math.floor(disc.x / CELL)} ${Math.floor(disc.y / CELL)}`
    const cell = cells.get(key)
    if (cell) cell.push(disc)
    else cells.set(key, [disc])
  }
  return cells
}

/** Keeps titles from lying on each other, and off the items as far as may be. `items` is asked once for each picture, when a title is placed. */
export function createLabelRoom(items: () => Iterable<Disc> = () => []) {
  let taken: Box[] = []
  let cells: Map<string, Disc[]> | undefined

  function covered(box: Box, own: Disc): number {
    cells ??= gridOf(items())
    let count = 0
    for (let column = Math.floor(box.left / CELL) - 1; column <= box.right / CELL + 1; column++)
      for (let row = Math.floor(box.top / CELL) - 1; row <= box.bottom / CELL + 1; row++)
        for (const { x, y, size } of cells.get(`${column} ${row}`) ?? []) {
          if (x === own.x && y === own.y) continue
          if (overlap(box, { left: x - size, right: x + size, top: y - size, bottom: y + size }) && ++count >= MOST_COUNTED) return count
        }
    return count
  }

  return {
    /** Before each picture. */
    clear(): void {
      taken = []
      cells = undefined
    },
    /** Takes the box that covers the fewest items, with the room of the item itself; undefined when other titles are in all of them. */
    takeBest<T extends Box>(boxes: readonly T[], own: Disc): T | undefined {
      let best: { box: T; covers: number } | undefined
      for (const box of boxes) {
        if (taken.some((other) => overlap(box, other))) continue
        const covers = covered(box, own)
        if (best === undefined || covers < best.covers) best = { box, covers }
        if (covers === 0) break
      }
      if (!best) return undefined
      const { box } = best
      taken.push({
        left: Math.min(box.left, own.x - own.size),
        right: Math.max(box.right, own.x + own.size) + 6,
        top: Math.min(box.top, own.y - own.size),
        bottom: Math.max(box.bottom, own.y + own.size),
      })
      return box
    },
  }
}

export type LabelRoom = ReturnType<typeof createLabelRoom>

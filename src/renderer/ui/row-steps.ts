/**
 * The place a key leads to among rows of `columns` cells each; undefined for keys that do not move. `page` is how many rows are in sight.
 * May lie outside of the cells where `active` does: who moves keeps to what is there.
 */
export function stepOf(
  key: string,
  active: number,
  { count, columns = 1, page }: { count: number; columns?: number; page: number },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + columns < count ? active + columns : columns === 1 ? count - 1 : active
    case 'ArrowUp':
      return active - columns >= 0 ? active - columns : active
    case 'ArrowRight':
      return columns > 1 ? active + 1 : undefined
    case 'ArrowLeft':
      return columns > 1 ? active - 1 : undefined
    case 'Home':
      return 0
    case 'End':
      return count - 1
    case 'PageDown':
      return Math.min(count - 1, active + page * columns)
    case 'PageUp':
      return Math.max(0, active - page * columns)
    default:
      return undefined
  }
}

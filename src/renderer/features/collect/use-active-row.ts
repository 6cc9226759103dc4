import { useEffect, useState } from 'react'

/**
 * Where the keys are in rows that are known by a name: on the same row wherever it moves, and near its old place once it is gone. `wanted`
 * puts them on a row from outside, once for each new value.
 */
export function useActiveRow(count: number, nameAt: (place: number) => string | undefined, wanted?: string | undefined) {
  const [at, setAt] = useState<{ place: number; name: string | undefined }>({ place: 0, name: undefined })
  useEffect(() => {
    if (wanted !== undefined) setAt({ place: 0, name: wanted })
  }, [wanted])
  let active = -1
  if (at.name !== undefined)
    for (let place = 0; place < count && active < 0; place += 1) {
      // Near its old place first: rows seldom move far.
      const near = (at.place + place) % count
      if (nameAt(near) === at.name) active = near
    }
  if (active < 0) active = Math.max(0, Math.min(at.place, count - 1))
  return {
    active,
    goTo: (place: number) => {
      const next = Math.max(0, Math.min(count - 1, place))
      setAt({ place: next, name: nameAt(next) })
      return next
    },
  }
}

/** How far a key moves among rows of `columns` cells each; undefined for keys that do not move. */
export function stepOf(
  key: string,
  active: number,
  { count, columns, page }: { count: number; columns: number; page: number },
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

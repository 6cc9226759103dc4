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

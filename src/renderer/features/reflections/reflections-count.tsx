import { formatNumber } from '../../ui/format-time'
import { isAlive } from './reflection-words'
import { useReflections } from './reflections-store'

/** Beside the place: how many reflections there are, and a dot while one is under way. */
export function ReflectionsCount() {
  const total = useReflections((state) => state.total)
  const running = useReflections((state) => state.list?.some(({ state: own }) => isAlive(own)) ?? false)
  return (
    <>
      {running && (
        <span className="st st-run collections-run">
          <i aria-hidden="true" />
          <span className="sr">A reflection is under way. </span>
        </span>
      )}
      {total > 0 && <span>{formatNumber(total)}</span>}
    </>
  )
}

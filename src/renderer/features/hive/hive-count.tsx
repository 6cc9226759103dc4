import { formatNumber } from '../../ui/format-time'
import { useHive } from './hive-store'

/** Beside the place: how many thoughts of peers wait for a decision. */
export function HiveCount() {
  const waiting = useHive((state) => state.hive?.waiting ?? 0)
  if (waiting === 0) return null
  return (
    <>
      {formatNumber(waiting)}
      <span className="sr"> waiting in the import inbox</span>
    </>
  )
}

import { formatNumber } from '../../ui/format-time'
import { useCollections } from './collections-store'
import { isUnderWay } from './run-words'

/** Beside the place: how many proposals wait for review, and a dot while a run is under way. */
export function CollectionsCount() {
  const undecided = useCollections((state) => state.collections?.reduce((sum, each) => sum + each.undecided, 0) ?? 0)
  const running = useCollections((state) => state.collections?.some(({ lastRun }) => lastRun && isUnderWay(lastRun.status)) ?? false)
  return (
    <>
      {running && (
        <span className="st st-run collections-run">
          <i aria-hidden="true" />
          <span className="sr">A run is under way. </span>
        </span>
      )}
      {undecided > 0 && (
        <>
          {formatNumber(undecided)}
          <span className="sr"> to review</span>
        </>
      )}
    </>
  )
}

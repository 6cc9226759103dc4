import type { CollectRun } from '../../../shared/contract/collect'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { formatMoment } from '../../ui/format-time'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
import { isUnderWay, runState, toReview } from './run-words'

/** What of the runs asks for something: one under way, and those with proposals that wait for review. */
export function RunStrip({ collectionId, runs }: { collectionId: string; runs: readonly CollectRun[] }) {
  const openCollection = useNavigation((state) => state.openCollection)
  const now = useNow()
  const shown = runs.filter(({ status, proposals }) => isUnderWay(status) || proposals.undecided > 0)
  if (shown.length === 0) return null
  return (
    <ul className="run-strip" aria-label="Runs that ask for something">
      {shown.map((run, index) => (
        <li key={run.id}>
          {isUnderWay(run.status) ? (
            <>
              <StatusDot {...runState(run.status)} />
              <span className="run-says" dir="auto">
                {run.message}
              </span>
              <Button onClick={() => openCollection(collectionId, run.id)}>Open run</Button>
            </>
          ) : (
            <>
              <b className="num">{toReview(run.proposals.undecided)}</b>
              <span className="run-says">
                from the run {run.finishedAt === null ? '' : `of ${formatMoment(run.finishedAt, now)}`}
                {run.status === 'completed' ? '' : ', which did not come to its end'}
              </span>
              <Button variant={index === 0 ? 'primary' : 'default'} onClick={() => openCollection(collectionId, run.id)}>
                Review
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

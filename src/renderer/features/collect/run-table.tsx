import type { CollectRun } from '../../../shared/contract/collect'
import { useNavigation } from '../../base/navigation-store'
import { EmptyState } from '../../ui/empty-state'
import { formatMoment, formatNumber } from '../../ui/format-time'
import { StatusDot } from '../../ui/status-dot'
import { useNow } from '../../ui/use-now'
import { runState, runTime } from './run-words'

function proposed({ proposals }: CollectRun): string {
  const parts = [
    proposals.new > 0 && `${formatNumber(proposals.new)} new`,
    proposals.changed > 0 && `${formatNumber(proposals.changed)} changed`,
    proposals.removal > 0 && `${formatNumber(proposals.removal)} to remove`,
  ].filter((part) => part !== false)
  return parts.join(', ') || 'nothing'
}

/** The runs of a collection, newest first. */
export function RunTable({ collectionId, runs }: { collectionId: string; runs: readonly CollectRun[] }) {
  const openCollection = useNavigation((state) => state.openCollection)
  const now = useNow()
  if (runs.length === 0) return <EmptyState title="No run yet">Each time you collect, its run stands here with its log.</EmptyState>
  return (
    <div className="figures-scroll">
      <table className="figures runs">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Status</th>
            <th scope="col">Proposed</th>
            <th scope="col" className="r">
              Pages
            </th>
            <th scope="col" className="r">
              Tokens
            </th>
            <th scope="col" className="r">
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.id}>
              <td className="wide">
                <button type="button" className="link" onClick={() => openCollection(collectionId, run.id)}>
                  {formatMoment(run.createdAt, now)}
                </button>
                <span className="run-prompt" dir="auto" title={run.prompt.slice(0, 1000)}>
                  {run.prompt.slice(0, 200)}
                </span>
              </td>
              <td>
                <StatusDot {...runState(run.status)} />
              </td>
              <td>
                {proposed(run)}
                {run.proposals.undecided > 0 && <span className="run-prompt num">{formatNumber(run.proposals.undecided)} undecided</span>}
              </td>
              <td className="r">{formatNumber(run.pages)}</td>
              <td className="r">{formatNumber(run.tokens.total.totalTokens)}</td>
              <td className="r">{runTime(run, now) ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

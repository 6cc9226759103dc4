import { currentTime } from '../../ui/clock'
import './research.css'
import { titleOrUntitled } from '../../base/item-title'
import { useNavigation } from '../../base/navigation-store'
import { formatMoment } from '../../ui/format-time'
import { ResearchFolds } from './research-folds'
import { restsOn } from './research-words'
import { useResearch } from './use-research'

/** Below a report: where it comes from, what could not be read, what was left out and what was sent. */
export function ReportFacts({ reportId }: { reportId: string }) {
  const run = useResearch({ reportId })
  const openItem = useNavigation((state) => state.openItem)
  if (!run) return null
  const { itemId } = run
  return (
    <section className="think research" aria-label="How this report came about">
      <div className="think-h">
        <h2>How this report came about</h2>
      </div>
      <p className="hint">
        {restsOn(run)}, {formatMoment(run.updatedAt, currentTime())}.
        {itemId !== null && (
          <>
            {' '}
            Asked from{' '}
            <button type="button" className="link" onClick={() => openItem(itemId)}>
              <bdi>{titleOrUntitled(run.itemTitle ?? '')}</bdi>
            </button>
            .
          </>
        )}
      </p>
      <p className="hint">Each quote was found on its page. Whether it carries the sentence is yours to judge.</p>
      <ResearchFolds run={run} />
    </section>
  )
}

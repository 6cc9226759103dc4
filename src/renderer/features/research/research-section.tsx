import './research.css'
import { RotateCw } from 'lucide-react'
import type { Research } from '../../../shared/contract/research'
import type { Item } from '../../../shared/entities'
import { titleOrUntitled } from '../../base/item-title'
import { useNavigation } from '../../base/navigation-store'
import { openSettings } from '../../base/open-section'
import { Button } from '../../ui/button'
import { formatMoment } from '../../ui/format-time'
import { PersonText } from '../../ui/person-text'
import { useNow } from '../../ui/use-now'
import { openResearch } from './research-dialog-store'
import { ResearchFolds } from './research-folds'
import { ResearchProgress, StopButton } from './research-progress'
import { retryResearch, useResearchStore } from './research-store'
import { earlierRuns, endWords, isAlive, restsOn, stateWords, statusSentence } from './research-words'
import { useResearch } from './use-research'

/** A run that left a report. */
function Done({ run }: { run: Research }) {
  const openItem = useNavigation((state) => state.openItem)
  const { report } = run
  return (
    <>
      {report === null || report.inTrash ? (
        <p className="think-offer">{report === null ? 'Its report was deleted for good.' : 'Its report is in the trash.'}</p>
      ) : (
        <p className="research-report">
          <button type="button" className="link serif" onClick={() => openItem(report.id)}>
            <bdi>{titleOrUntitled(report.title)}</bdi>
          </button>
        </p>
      )}
      <p className="hint">{restsOn(run)}</p>
    </>
  )
}

/** A run that left none: what happened, what to do. */
function Ended({ run, again }: { run: Research; again: () => void }) {
  const openJob = useNavigation((state) => state.openJob)
  const busy = useResearchStore((state) => state.busy[run.id])
  const { what, advice } = endWords(run)
  const calm = run.state === 'cancelled' || run.state === 'nothing-found'
  const canRetry = run.state !== 'nothing-found' && run.jobId !== null
  const wantsEngine = run.state === 'blocked' || run.state === 'not-understood' || run.state === 'nothing-found'
  const { jobId } = run
  return (
    <>
      <div className={calm ? 'plain calm' : 'plain'} role={calm ? undefined : 'alert'}>
        <p>{what}</p>
        {advice && <p>{advice}</p>}
      </div>
      <div className="acts">
        {canRetry && (
          <Button
            icon={RotateCw}
            data-takes-focus=""
            busy={busy === 'retry' ? 'Starting…' : undefined}
            onClick={() => void retryResearch(run)}
          >
            {run.state === 'cancelled' ? 'Start again' : 'Try again'}
          </Button>
        )}
        <Button data-takes-focus="" onClick={again}>
          Ask in other words…
        </Button>
        {wantsEngine && <Button onClick={() => openSettings('search-engine')}>Choose a search engine</Button>}
        {jobId !== null && run.state === 'failed' && (
          <Button variant="quiet" onClick={() => openJob(jobId)}>
            Open job
          </Button>
        )}
      </div>
    </>
  )
}

function Earlier({ itemId, shown }: { itemId: string; shown: string }) {
  const list = useResearchStore((state) => state.lists[itemId])
  const openItem = useNavigation((state) => state.openItem)
  const now = useNow()
  const runs = earlierRuns(list ?? [], shown)
  if (runs.length === 0) return null
  return (
    <details className="research-fold">
      <summary>Earlier research: {runs.length}</summary>
      <ul className="research-earlier">
        {runs.map((run) => (
          <li key={run.id}>
            {run.report && !run.report.inTrash ? (
              <button type="button" className="link" onClick={() => run.report && openItem(run.report.id)}>
                <bdi>{titleOrUntitled(run.report.title)}</bdi>
              </button>
            ) : (
              <bdi>{run.question}</bdi>
            )}
            <span className="from">
              {run.report ? (run.report.inTrash ? 'In the trash' : 'Report') : stateWords[run.state]}, {formatMoment(run.createdAt, now)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** One run, wherever it is shown. */
export function ResearchRun({ run, again }: { run: Research; again: () => void }) {
  return (
    <section className="think research" aria-label="Research">
      <div className="think-h">
        <h2>Research</h2>
        <span className="end">
          {isAlive(run.state) ? <StopButton run={run} /> : run.state === 'done' && <Button onClick={again}>Ask again…</Button>}
        </span>
      </div>
      <PersonText as="p" className="research-question" text={run.question} />
      {isAlive(run.state) ? <ResearchProgress run={run} /> : run.state === 'done' ? <Done run={run} /> : <Ended run={run} again={again} />}
      {!isAlive(run.state) && <ResearchFolds run={run} />}
      {run.itemId !== null && !isAlive(run.state) && <Earlier itemId={run.itemId} shown={run.id} />}
      <p className="sr" role="status">
        {statusSentence(run)}
      </p>
    </section>
  )
}

/** The newest research of a thought on its page; nothing while there is none. */
export function ResearchSection({ item }: { item: Pick<Item, 'id' | 'title' | 'private'> }) {
  const run = useResearch({ itemId: item.id })
  const problem = useResearchStore((state) => state.problems[`itemId ${item.id}`])
  if (!run) return problem === undefined ? null : <p className="think-offer">{problem}</p>
  return <ResearchRun run={run} again={() => openResearch(item, run.question)} />
}

/** The run of a job, on the job's page. */
export function ResearchOfJob({ payload }: { payload: Readonly<Record<string, unknown>> }) {
  const id = typeof payload.researchId === 'string' ? payload.researchId : ''
  const run = useResearch({ id })
  if (!run || isAlive(run.state)) return null
  const item = run.itemId === null ? undefined : { id: run.itemId, title: run.itemTitle ?? '', private: run.private }
  return <ResearchRun run={run} again={() => openResearch(item, run.question)} />
}

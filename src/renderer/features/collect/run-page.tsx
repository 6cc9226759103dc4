import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CollectRun } from '../../../shared/contract/collect'
import { splitAdvice } from '../../base/error-advice'
import { useNavigation } from '../../base/navigation-store'
import { PagePane } from '../../base/page-pane'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { StatusDot } from '../../ui/status-dot'
import { TabList } from '../../ui/tab-list'
import { openCollect } from './collect-dialog-store'
import { resumeRun, stopRun } from './collection-acts'
import { FoldedText } from './folded-text'
import { loadProposals, undecidedOf, useProposals } from './proposals-store'
import { ReviewSection } from './review-section'
import { RunFacts } from './run-facts'
import { RunLog } from './run-log'
import { openRunLog, useRunLog } from './run-log-store'
import { RunProgress } from './run-progress'
import { loadRun, useRun } from './run-store'
import { isUnderWay, runState, stopWords } from './run-words'
import './run.css'

function GoOn({ run }: { run: CollectRun }) {
  const [isAsked, setAsked] = useState(false)
  const goOn = () => {
    setAsked(true)
    void resumeRun(run).finally(() => setAsked(false))
  }
  return (
    <div className="acts">
      <Button icon={RotateCw} busy={isAsked ? 'Going on…' : undefined} onClick={goOn}>
        Go on with this run
      </Button>
    </div>
  )
}

/** How a run ended that did not come to its end, and the way to go on with it. */
function End({ run }: { run: CollectRun }) {
  if (run.status === 'failed') {
    const { what, advice } = splitAdvice(run.error ?? 'The run failed, and no reason was kept. Look at its log.')
    return (
      <>
        <div className="plain">
          <p>{what}</p>
          {advice && <p>{advice}</p>}
        </div>
        <GoOn run={run} />
      </>
    )
  }
  if (run.status === 'cancelled')
    return (
      <>
        <div className="plain soft">
          <p>The run was stopped before its end. The collection stays as it is.</p>
        </div>
        <GoOn run={run} />
      </>
    )
  return null
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  const [isWhole, setWhole] = useState(false)
  if (warnings.length === 0) return null
  const shown = isWhole ? warnings : warnings.slice(0, 3)
  return (
    <section className="run-warnings" aria-label="Warnings">
      <h2>{warnings.length === 1 ? 'Warning' : `Warnings (${warnings.length})`}</h2>
      <ul>
        {shown.map((warning, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same warning may come twice, and the list only grows
          <li key={place}>
            <FoldedText text={warning} />
          </li>
        ))}
      </ul>
      {warnings.length > shown.length && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          Show {warnings.length - shown.length} more
        </button>
      )}
    </section>
  )
}

function Sheet({ run }: { run: CollectRun }) {
  const underWay = isUnderWay(run.status)
  const { new: added, changed, removal } = run.proposals
  const proposed = added + changed + removal
  const [chosen, setChosen] = useState<'review' | 'log'>()
  const lines = useRunLog((state) => (state.runId === run.id ? state.lines.length : 0))
  // What was decided in this window counts at once.
  const left = useProposals((state) => (state.runId === run.id && state.proposals ? undecidedOf(state.proposals).length : undefined))
  const undecided = left ?? run.proposals.undecided
  const tab = chosen ?? (underWay || (proposed === 0 && run.status !== 'completed') ? 'log' : 'review')
  return (
    <div className="collect-run">
      <h1>
        {run.mode === 'CREATE' ? 'Collect' : 'Collect more'} <StatusDot {...runState(run.status)} pill />
      </h1>
      {run.prompt.trim() !== '' && (
        <div className="run-asked">
          <FoldedText text={run.prompt} />
        </div>
      )}
      {underWay ? <RunProgress run={run} /> : <End run={run} />}
      <RunFacts run={run} />
      <Warnings warnings={run.warnings} />
      <div className="tabs">
        <TabList
          className="tabs-in"
          label="Run"
          panel="run-panel"
          tabs={[
            ...(underWay ? [] : [{ id: 'review' as const, label: 'Review', ...(undecided > 0 ? { count: undecided } : {}) }]),
            { id: 'log' as const, label: 'Log', ...(lines > 0 ? { count: lines } : {}) },
          ]}
          selected={underWay ? 'log' : tab}
          onSelect={setChosen}
        />
      </div>
      <div id="run-panel" role="tabpanel" aria-label={tab === 'log' ? 'Log' : 'Review'}>
        {tab === 'log' || underWay ? <RunLog run={run} /> : <ReviewSection run={run} />}
      </div>
    </div>
  )
}

function StopQuestion({ run, onClose }: { run: CollectRun; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Stop this run?"
      text={stopWords(run)}
      action="Stop the run"
      onConfirm={() => {
        onClose()
        void stopRun(run)
      }}
      onClose={onClose}
    />
  )
}

/** A run on its page: how far it is, what it found and used, what it proposes, and its log. */
export function RunPage({ id }: { id: string }) {
  const { run, problem, missing } = useRun()
  const { openCollection, openJob } = useNavigation.getState()
  const [isAsking, setAsking] = useState(false)
  const here = run?.id === id ? run : undefined
  const underWay = here !== undefined && isUnderWay(here.status)
  useEffect(() => {
    void loadRun(id)
    openRunLog(id)
    void loadProposals(id)
  }, [id])
  useEffect(() => {
    if (!underWay) setAsking(false)
  }, [underWay])
  const crumb = here ? (
    <button type="button" className="crumb-link" dir="auto" title={here.collectionName} onClick={() => openCollection(here.collectionId)}>
      {here.collectionName}
    </button>
  ) : (
    'Collections'
  )
  const actions = here && (
    <>
      <Button variant="quiet" onClick={() => openJob(here.jobId)}>
        Open job
      </Button>
      {underWay ? (
        <Button onClick={() => setAsking(true)}>Stop…</Button>
      ) : (
        <Button onClick={() => openCollect({ id: here.collectionId, name: here.collectionName, prompt: here.prompt })}>
          {here.status === 'completed' ? 'Collect more…' : 'Collect again…'}
        </Button>
      )}
    </>
  )
  return (
    <PagePane label="Run" crumb={crumb} actions={actions}>
      {here ? (
        <Sheet run={here} />
      ) : problem !== undefined ? (
        <div className="collection bare">
          <EmptyState title={missing ? 'This run is gone' : 'This run could not be opened'}>{problem}</EmptyState>
        </div>
      ) : (
        <Late>Opening the run…</Late>
      )}
      {here && isAsking && underWay && <StopQuestion run={here} onClose={() => setAsking(false)} />}
    </PagePane>
  )
}

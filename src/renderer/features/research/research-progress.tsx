import { Square } from 'lucide-react'
import type { Research, ResearchPage } from '../../../shared/contract/research'
import { noText } from '../../base/live-text'
import { Button } from '../../ui/button'
import { Prose } from '../thinking/prose'
import { noSources } from '../thinking/thinking-store'
import { stopResearch, useResearchStore } from './research-store'
import { type ResearchStep, stepNames, stepState, steps, waitWords, withoutAddresses } from './research-words'

function classOf(step: ResearchStep, state: Research['state']): string {
  const [at, now] = [steps.indexOf(step), (steps as readonly string[]).indexOf(state)]
  return at < now ? 'done' : at === now ? 'live' : 'next'
}

function Steps({ run }: { run: Research }) {
  return (
    <ol className="stages research-steps">
      {steps.map((step) => (
        <li key={step} className={`stage ${classOf(step, run.state)}`} aria-current={run.state === step ? 'step' : undefined}>
          <b>{stepNames[step]}</b>
          <span className="num">{stepState(step, run)}</span>
        </li>
      ))}
    </ol>
  )
}

const pageWords: Record<ResearchPage['state'], string> = { waiting: 'waits', reading: 'reading…', read: 'read', failed: 'not read' }

function Pages({ pages }: { pages: readonly ResearchPage[] }) {
  return (
    <ul className="research-pages" aria-label="Pages">
      {pages.map((page) => (
        <li key={page.url} className={page.state} title={page.reason ?? page.title}>
          <bdi>{page.host}</bdi>
          <span>{pageWords[page.state]}</span>
        </li>
      ))}
    </ul>
  )
}

/** A run that is under way: its steps, the hosts that are read, the report as it is written, and the way to stop it. */
export function ResearchProgress({ run }: { run: Research }) {
  const text = useResearchStore((state) => state.texts[run.jobId ?? ''] ?? noText)
  const note = useResearchStore((state) => state.notes[run.jobId ?? ''])
  return (
    <>
      <Steps run={run} />
      {run.waitingFor !== null ? (
        <p className="think-offer">{waitWords(run.waitingFor)}</p>
      ) : run.state === 'pending' ? (
        <p className="think-offer">It starts as soon as a worker is free. You can go on with something else.</p>
      ) : (
        (run.state === 'asking' || run.state === 'searching') && note && <p className="think-offer">{note}…</p>
      )}
      {(run.state === 'reading' || run.state === 'writing') && <Pages pages={run.pages} />}
      {run.state === 'writing' && (
        <div className="voice live">
          <Prose text={withoutAddresses(text.text)} sources={noSources} live />
        </div>
      )}
    </>
  )
}

export function StopButton({ run }: { run: Research }) {
  const busy = useResearchStore((state) => state.busy[run.id])
  return (
    <Button icon={Square} iconFill busy={busy === 'stop' ? 'Stopping…' : undefined} onClick={() => void stopResearch(run)}>
      Stop
    </Button>
  )
}

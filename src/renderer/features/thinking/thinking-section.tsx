import './thinking-section.css'
import { Square } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { usePageKeys } from '../../base/page-keys'
import { currentStage, stageSentence } from '../../base/thesis-view'
import { Button } from '../../ui/button'
import { MarginNote } from '../items/margin-note'
import { numberStages } from './citations'
import { ContradictionNotes } from './contradiction-notes'
import { EarlierThesis } from './earlier-thesis'
import { useFollowEnd } from './follow-end'
import { StageBars } from './stage-bars'
import { StageProse } from './stage-prose'
import { useThesis } from './thesis-live'
import { ThinkingDone } from './thinking-done'
import { ThinkingFailed } from './thinking-failed'
import { noSources, startDeepThink, stopThinking, type ThesisView, useThinking } from './thinking-store'

function Section({ heading, end, children }: { heading?: ReactNode; end?: ReactNode; children?: ReactNode }) {
  return (
    <section className="think" aria-label="Deep Think">
      <div className="think-h">
        <h2>Deep Think</h2>
        {heading}
        {end && <span className="end">{end}</span>}
      </div>
      {children}
    </section>
  )
}

function Offer({ itemId, problem }: { itemId: string; problem: string | undefined }) {
  const busy = useThinking((state) => state.busy[itemId])
  const start = (
    <Button keys="D" busy={busy === 'start' ? 'Starting…' : undefined} onClick={() => void startDeepThink(itemId)}>
      Deep Think
    </Button>
  )
  return (
    <Section end={start}>
      <p className="think-offer">
        {problem ?? 'Cortexa argues with this thought in three stages, sets it against your earlier ones and leaves a thesis.'}
      </p>
    </Section>
  )
}

function Running({ itemId, thesis }: { itemId: string; thesis: ThesisView }) {
  const end = useRef<HTMLDivElement>(null)
  const stages = thesis.stages ?? []
  const busy = useThinking((state) => state.busy[itemId])
  const stop = () => void stopThinking(itemId)
  usePageKeys({ Escape: stop })
  useFollowEnd(
    end,
    stages.reduce((sum, stage) => sum + stage.text.length, 0),
    true,
  )
  const waits = currentStage(stages)?.status === 'waiting'
  return (
    <Section
      heading={thesis.engine && !thesis.output && <span className="crumb">{thesis.engine.label}</span>}
      end={
        <Button icon={Square} iconFill keys="Esc" busy={busy === 'stop' ? 'Stopping…' : undefined} onClick={stop}>
          Stop
        </Button>
      }
    >
      <StageBars stages={stages} />
      {waits && <p className="think-offer">It starts as soon as a worker is free. You can go on with something else.</p>}
      {numberStages(stages, noSources).map((each) => (
        <StageProse key={each.stage.stage} stage={each.stage} sources={each.sources} />
      ))}
      <div ref={end} />
    </Section>
  )
}

/** A stage that was just asked to run again is alive before the thesis says so. */
function isAlive(thesis: ThesisView): boolean {
  return (thesis.stages ?? []).some((stage) => stage.status === 'running' || stage.status === 'waiting' || stage.status === 'retrying')
}

/** The lower half of an item's page: an offer, the run as it is written, what went wrong, or the thesis in short. */
export function ThinkingSection({ itemId }: { itemId: string }) {
  const thesis = useThesis(itemId)
  const problem = useThinking((state) => state.problems[itemId])
  if (!thesis) return problem ? <Offer itemId={itemId} problem={problem} /> : null
  if (thesis.status === 'none') return <Offer itemId={itemId} problem={undefined} />
  return (
    <>
      {thesis.status === 'done' && thesis.output ? (
        <ThinkingDone itemId={itemId} thesis={thesis} output={thesis.output} />
      ) : thesis.status === 'failed' && !isAlive(thesis) ? (
        <ThinkingFailed itemId={itemId} thesis={thesis} />
      ) : (
        <Running itemId={itemId} thesis={thesis} />
      )}
      {thesis.status !== 'done' && thesis.output && <EarlierThesis itemId={itemId} thesis={thesis} output={thesis.output} />}
      {thesis.output && (
        <MarginNote>
          <ContradictionNotes itemId={itemId} />
        </MarginNote>
      )}
      <p className="sr" role="status">
        {thesis.status === 'done' ? 'Deep Think is done.' : stageSentence(thesis.stages ?? [])}
      </p>
    </>
  )
}

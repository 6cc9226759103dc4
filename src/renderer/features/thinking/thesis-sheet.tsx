import { useState } from 'react'
import type { ThesisOutput, ThesisStage } from '../../../shared/entities'
import { openThought } from '../../base/open-thesis'
import { PlaceTitle } from '../../base/place-title'
import { earlierLine, engineSentence, lensTitles, stageNames, thinkingDuration } from '../../base/thesis-view'
import { currentTime } from '../../ui/clock'
import { Confidence } from '../../ui/confidence'
import { formatDuration, formatMoment } from '../../ui/format-time'
import { guessLanguage } from '../../ui/person-text'
import { CitedText } from './cited-text'
import { ClaimList } from './claim-list'
import { ContradictionsSection } from './contradictions-section'
import { ReadinessTable } from './readiness-table'
import { SourcesSection } from './sources-section'
import { TextTabs } from './text-tabs'
import { ThesisNotes } from './thesis-notes'
import type { ThesisView } from './thinking-store'

const ARGUED = 'how-it-argued'

function Meta({ thesis, output }: { thesis: ThesisView; output: ThesisOutput }) {
  // The stages are those of the newest run, which may not be the one that made this.
  const newest = thesis.status === 'done'
  const duration = newest ? thinkingDuration(thesis.stages ?? []) : null
  const made = newest ? (thesis.stages?.at(-1)?.finishedAt ?? thesis.createdAt) : thesis.outputAt
  return (
    <p className="meta">
      {output.confidence && <Confidence of={output.confidence} />}
      {made !== undefined && <span>Thesis from {formatMoment(made, currentTime())}</span>}
      {duration !== null && <span className="num">{formatDuration(duration)}, 3 stages</span>}
      <span dir="auto">{engineSentence(thesis.engine) ?? 'Engine not recorded'}</span>
    </p>
  )
}

/** A finished thesis. Parts that are empty are left out. */
export function ThesisSheet({
  itemId,
  title,
  thesis,
  output,
}: {
  itemId: string
  title: string | null
  thesis: ThesisView
  output: ThesisOutput
}) {
  const [lens, setLens] = useState<ThesisOutput['lenses'][number]['lens']>('pre-mortem')
  const [stage, setStage] = useState<ThesisStage['stage']>('expand')
  const stages = thesis.status === 'done' ? (thesis.stages ?? []) : []
  const from = thesis.outputAt === undefined ? undefined : formatMoment(thesis.outputAt, currentTime())
  const earlier = earlierLine(thesis.status, thesis.stages ?? [], from)
  const { sources } = output
  const read = (chosen: ThesisStage['stage']) => {
    setStage(chosen)
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    document.getElementById(ARGUED)?.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' })
  }
  return (
    <article className="sheet thesis">
      <div>
        <PlaceTitle title={title} />
        {earlier !== undefined && (
          <p className="hint" role="status">
            {earlier}{' '}
            <button type="button" className="link" onClick={() => openThought(itemId)}>
              See the newest run
            </button>
          </p>
        )}
        <Meta thesis={thesis} output={output} />
        <p className="claim" dir="auto" lang={guessLanguage(output.core)}>
          <CitedText text={output.core} sources={sources} />
        </p>
        {output.problem_statement?.trim() && (
          <p className="problem" dir="auto" lang={guessLanguage(output.problem_statement)}>
            <CitedText text={output.problem_statement} sources={sources} />
          </p>
        )}
      </div>
      <ThesisNotes itemId={itemId} stages={stages} onRead={read} />
      <ReadinessTable gates={output.gates} sources={sources} />
      <TextTabs
        heading="Lenses"
        texts={output.lenses
          .filter((each) => each.text.trim() !== '')
          .map((each) => ({ id: each.lens, label: lensTitles[each.lens], text: each.text }))}
        sources={sources}
        selected={lens}
        onSelect={setLens}
      />
      <ContradictionsSection itemId={itemId} output={output} settled={thesis.settled ?? []} />
      <ClaimList heading="Supporting arguments" texts={output.supporting_arguments} sources={sources} />
      <ClaimList heading="Sub-questions" texts={output.sub_questions} sources={sources} ordered />
      <ClaimList heading="Risks" texts={output.risks} sources={sources} />
      <ClaimList heading="Prior art" texts={output.prior_art} sources={sources} />
      <ClaimList heading="Open questions" texts={output.open_questions} sources={sources} />
      <ClaimList heading="Next steps" texts={output.next_steps} sources={sources} ordered />
      <TextTabs
        heading="How it argued"
        anchor={ARGUED}
        texts={stages
          .filter((each) => each.text.trim() !== '')
          .map((each) => ({ id: each.stage, label: stageNames[each.stage], text: each.text }))}
        sources={sources}
        selected={stage}
        onSelect={setStage}
      />
      <SourcesSection output={output} />
    </article>
  )
}

import type { PlanStep } from '../../../shared/contract/orchestrate'
import { useNow } from '../../base/clock'
import { splitAdvice } from '../../base/error-advice'
import { useNavigation } from '../../base/navigation-store'
import { openThesis } from '../../base/open-thesis'
import { engineSentence } from '../../base/thesis-view'
import { formatDuration } from '../../ui/format-time'
import { guessLanguage } from '../../ui/person-text'
import { StatusDot } from '../../ui/status-dot'
import { CitedMarkdown } from './cited-markdown'
import { stepState, toolNames } from './plan-words'

function nothingYet(step: PlanStep, note: string | undefined): string {
  switch (step.status) {
    case 'running':
      return note ?? 'Its result stands here as soon as it is done.'
    case 'waiting':
      return 'It begins when all that it needs is done.'
    case 'replaced':
      return 'The plan was made anew before its turn came.'
    default:
      return ''
  }
}

/** One step in full: why it is there, what it was told and given, and what came of it. */
export function StepPanel({
  step,
  steps,
  itemId,
  jobId,
  note,
}: {
  step: PlanStep
  steps: readonly PlanStep[]
  itemId: string
  jobId: string | null
  note: string | undefined
}) {
  const openJob = useNavigation((state) => state.openJob)
  const { kind, word } = stepState(step, useNow(step.status === 'running'))
  const given = step.needs.flatMap((id) => steps.find((one) => one.id === id) ?? []).map((one) => toolNames[one.tool])
  const failed = step.error === null ? null : splitAdvice(step.error)
  const engine = engineSentence(step.engine)
  const took = step.status === 'done' && step.startedAt !== null && step.finishedAt !== null ? step.finishedAt - step.startedAt : null
  return (
    <section className="plan-step" aria-label={`Step: ${toolNames[step.tool]}`}>
      <h3>
        {toolNames[step.tool]} <StatusDot kind={kind} word={took === null ? word : 'Done'} />
      </h3>
      {step.why !== '' && (
        <p className="plan-why" dir="auto" lang={guessLanguage(step.why)}>
          {step.why}
        </p>
      )}
      <dl className="plan-facts">
        {step.input !== '' && (
          <>
            <dt>Told</dt>
            <dd dir="auto">{step.input}</dd>
          </>
        )}
        {given.length > 0 && (
          <>
            <dt>Given</dt>
            <dd>{given.join(', ')}</dd>
          </>
        )}
        {engine !== null && (
          <>
            <dt>Made by</dt>
            <dd dir="auto">
              {engine}
              {took !== null && <span className="num">, {formatDuration(took)}</span>}
            </dd>
          </>
        )}
      </dl>
      {failed && (
        <div className={step.status === 'failed' ? 'plain' : 'plain soft'}>
          <p>{failed.what}</p>
          {failed.advice && <p>{failed.advice}</p>}
        </div>
      )}
      {step.tool === 'answer' && step.status === 'done' ? (
        <p className="hint">The answer stands above.</p>
      ) : step.text !== '' ? (
        <CitedMarkdown key={step.id} text={step.text} sources={step.sources} foldable />
      ) : (
        !failed && <p className="hint">{nothingYet(step, note)}</p>
      )}
      <p className="plan-links">
        {step.tool === 'synthesize' && step.status === 'done' && (
          <button type="button" className="link" onClick={() => openThesis(itemId)}>
            Read the thesis
          </button>
        )}
        {jobId !== null && (
          <button type="button" className="link" onClick={() => openJob(jobId)}>
            Prompts and replies
          </button>
        )}
      </p>
    </section>
  )
}

import { RotateCw, Square } from 'lucide-react'
import type { Reflection } from '../../../shared/contract/reflections'
import { splitAdvice } from '../../base/error-advice'
import { noText } from '../../base/live-text'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { StatusDot } from '../../ui/status-dot'
import { waitWords } from '../research/research-words'
import { Prose } from '../thinking/prose'
import { noSources } from '../thinking/thinking-store'
import { openReflect } from './reflect-dialog-store'
import { retryReflection, stopReflection, useReflectionStore } from './reflection-store'
import { stateMark } from './reflection-words'

/** One that is under way: what it does, what it waits for, what it has written, and the way to stop it. */
export function ReflectionProgress({ reflection }: { reflection: Reflection }) {
  const { id, jobId, state, waitingFor } = reflection
  const text = useReflectionStore((store) => store.texts[jobId ?? ''] ?? noText)
  const note = useReflectionStore((store) => store.notes[jobId ?? ''])
  const busy = useReflectionStore((store) => store.busy[id])
  const mark = stateMark(reflection)
  return (
    <>
      <div className="reflection-state">
        {mark && <StatusDot {...mark} pill />}
        {waitingFor === null && note && state !== 'pending' && <span className="hint">{note}</span>}
        <Button icon={Square} iconFill busy={busy === 'stop' ? 'Stopping…' : undefined} onClick={() => void stopReflection(reflection)}>
          Stop
        </Button>
      </div>
      {waitingFor !== null ? (
        <p className="think-offer">{waitWords(waitingFor)}</p>
      ) : (
        state === 'pending' && <p className="think-offer">It starts as soon as a worker is free. You can go on with something else.</p>
      )}
      {state === 'writing' && text.text !== '' && (
        <div className="voice live" aria-live="off">
          <Prose text={text.text} sources={noSources} live />
        </div>
      )}
    </>
  )
}

/** One that ended without findings: what happened, what it means, what to do. */
export function ReflectionEnded({ reflection }: { reflection: Reflection }) {
  const openJob = useNavigation((store) => store.openJob)
  const busy = useReflectionStore((store) => store.busy[reflection.id])
  const { state, jobId, error, note } = reflection
  const { what, advice } =
    state === 'failed'
      ? splitAdvice(error ?? 'The reflection failed, and no reason was kept. Your thoughts are unchanged. Try it again.')
      : state === 'cancelled'
        ? { what: 'You stopped this reflection. Your thoughts are unchanged.', advice: null }
        : {
            what: note || 'There were too few thoughts to find something that holds.',
            advice: 'Choose a longer time, or write some more first.',
          }
  return (
    <>
      <div className={state === 'failed' ? 'plain' : 'plain calm'} role={state === 'failed' ? 'alert' : undefined}>
        <p>{what}</p>
        {advice && <p>{advice}</p>}
      </div>
      <div className="acts">
        {state !== 'skipped' && jobId !== null && (
          <Button
            icon={RotateCw}
            data-takes-focus=""
            busy={busy === 'retry' ? 'Starting…' : undefined}
            onClick={() => void retryReflection(reflection)}
          >
            {state === 'cancelled' ? 'Start again' : 'Try again'}
          </Button>
        )}
        <Button data-takes-focus="" onClick={() => openReflect(state === 'skipped' ? 'month' : 'last')}>
          Reflect now…
        </Button>
        {jobId !== null && state === 'failed' && (
          <Button variant="quiet" onClick={() => openJob(jobId)}>
            Open job
          </Button>
        )}
      </div>
    </>
  )
}

import { useEffect } from 'react'
import { useNavigation } from '../../base/navigation-store'
import { Button } from '../../ui/button'
import { formatMoment } from '../../ui/format-time'
import { ProgressBar } from '../../ui/progress-bar'
import { useNow } from '../../ui/use-now'
import { chooseFilter } from '../jobs/jobs-store'
import { cancelEmbeddingChange, loadEmbedding, undoEmbeddingChange, useEmbedding } from './embedding-store'
import { type EmbeddingState, embeddedWords, progressWords, secondsLeft, withCapital } from './embedding-words'

function openEmbedJobs(): void {
  chooseFilter({ filter: 'all', type: 'embed', item: null })
  useNavigation.getState().openPlace('jobs')
}

function Change({ change, model }: { change: NonNullable<EmbeddingState['change']>; model: string }) {
  const waits = change.waitingFor !== null
  return (
    <>
      <p className="progress-words">
        <b>Changing to {change.toModel}</b>
        <span className="num">{progressWords(change.done, change.total, waits ? null : change.secondsLeft)}</span>
      </p>
      <ProgressBar label={`Changing to ${change.toModel}`} done={change.done} total={change.total} live={!waits} />
      {waits && <p className="hint warn">{change.waitingFor}</p>}
      <p className="hint">In force until all is done: {model}. Another model can be chosen once this change is over or cancelled.</p>
      <Button onClick={() => void cancelEmbeddingChange(model)}>Cancel the change</Button>
    </>
  )
}

function Growing({ state }: { state: EmbeddingState }) {
  const { first, last } = useEmbedding()
  const left = first && last ? secondsLeft(first, last, state.total) : null
  const growing = left !== null
  return (
    <>
      <p className="progress-words">
        <b>{embeddedWords(state)}</b>
        <button type="button" className="link" onClick={openEmbedJobs}>
          See the jobs
        </button>
      </p>
      <ProgressBar label="Thoughts with an embedding" done={state.embedded} total={state.total} live={growing} />
      {growing && <p className="hint num">{progressWords(state.embedded, state.total, left)}</p>}
    </>
  )
}

/** How many thoughts have an embedding, how far a change is, and the way back to the model before. */
export function EmbeddingStatus() {
  const { state, problem } = useEmbedding()
  const now = useNow()
  useEffect(() => void loadEmbedding(), [])
  if (problem !== undefined)
    return (
      <p className="hint err">
        {problem}{' '}
        <button type="button" className="link" onClick={() => void loadEmbedding()}>
          Ask again
        </button>
      </p>
    )
  if (!state) return null
  const { change, undo, model } = state
  return (
    <div className="embedding-status">
      {state.builtin && change === null && <p className="hint">{withCapital(model)}, on this computer.</p>}
      {change ? (
        <Change change={change} model={model} />
      ) : state.embedded < state.total ? (
        <Growing state={state} />
      ) : (
        <p className="hint">{embeddedWords(state)}</p>
      )}
      {undo && change === null && (
        <p className="hint">
          Changed to {model}. The vectors of {undo.model} are kept until {formatMoment(undo.until, now)}.{' '}
          <button type="button" className="link" onClick={() => void undoEmbeddingChange(undo.model)}>
            Go back<span className="sr"> to {undo.model}</span>
          </button>
        </p>
      )}
    </div>
  )
}

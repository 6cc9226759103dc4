import type { CollectRun, CollectStep } from '../../../shared/contract/collect'
import { useNow } from '../../base/clock'
import { ProgressBar } from '../../ui/progress-bar'
import { useRun } from './run-store'
import { shownSteps, stepName, stepWords, waitWords } from './run-words'

function Step({ step }: { step: CollectStep }) {
  const now = useNow(step.status === 'running')
  return (
    <li className={`step-${step.status}`} aria-current={step.status === 'running' ? 'step' : undefined}>
      <b>{stepName(step.name)}</b>
      <span className="num">{stepWords(step, now)}</span>
    </li>
  )
}

/** How far a run is: its message and share as a line, and its steps. */
export function RunProgress({ run }: { run: CollectRun }) {
  const waitingFor = useRun((state) => state.waitingFor)
  const isWaiting = run.status === 'waiting'
  const steps = shownSteps(run)
  const running = steps.find(({ status }) => status === 'running')
  const words = isWaiting ? waitWords(waitingFor) : run.message
  return (
    <section className="run-progress" aria-label="Progress">
      <div className="progress-words">
        <b dir="auto" role={isWaiting ? 'status' : undefined}>
          {words || (running ? stepName(running.name) : '')}
        </b>
        <span className="num">{Math.round(run.percent)} %</span>
      </div>
      <ProgressBar label="Progress of the run" done={Math.round(run.percent)} total={100} live={!isWaiting} />
      {!isWaiting && (
        <p className="sr" role="status">
          {running ? `Step: ${stepName(running.name)}` : ''}
        </p>
      )}
      <ol className="run-steps">
        {steps.map((step) => (
          <Step key={step.id} step={step} />
        ))}
      </ol>
      {!isWaiting && (
        <p className="hint">It goes on while you do other things, pauses while the vault is locked, and then takes up where it was.</p>
      )}
    </section>
  )
}

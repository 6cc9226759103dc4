import type { CollectRun } from '../../../shared/contract/collect'
import type { EventPayload } from '../../../shared/contract/events'

/** A run as an event says it is now: the numbers at once, the steps as far as they follow from it. */
export function withProgress(run: CollectRun, progress: EventPayload<'collect-progress'>, at: number): CollectRun {
  const { percent, stepIndex, message, found, pages } = progress
  const steps = run.steps.map((step, index) => {
    if (index < stepIndex && (step.status === 'pending' || step.status === 'running'))
      return { ...step, status: 'completed' as const, startedAt: step.startedAt ?? at, endedAt: at }
    if (index === stepIndex && step.status === 'pending') return { ...step, status: 'running' as const, startedAt: at }
    return step
  })
  return {
    ...run,
    status: run.status === 'waiting' ? 'running' : run.status,
    startedAt: run.startedAt ?? at,
    percent: Math.max(run.percent, percent),
    message: message === '' ? run.message : message,
    found: Math.max(run.found, found),
    pages: Math.max(run.pages, pages),
    steps,
  }
}

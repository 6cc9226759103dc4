import type { Orchestration, OrchestrationSummary, PlanStep, PlanToolName } from '../../../shared/contract/orchestrate'
import { formatDuration } from '../../ui/format-time'
import type { StatusKind } from '../../ui/status-dot'

export const toolNames: Record<PlanToolName, string> = {
  related: 'Related thoughts',
  expand: 'Expand',
  counterpoint: 'Counterpoint',
  summarize: 'Summarise',
  research: 'Research',
  ask: 'Ask',
  synthesize: 'Synthesize',
  answer: 'Answer',
}

export function isAlive({ status }: Pick<OrchestrationSummary, 'status'>): boolean {
  return status === 'pending' || status === 'planning' || status === 'running'
}

/** The mark of a step and its word; `now` counts while it runs. */
export function stepState(
  step: Pick<PlanStep, 'status' | 'error' | 'startedAt' | 'finishedAt'>,
  now: number,
): { kind: StatusKind; word: string } {
  const { startedAt, finishedAt } = step
  switch (step.status) {
    case 'waiting':
      return { kind: 'wait', word: 'Waiting' }
    case 'running':
      return { kind: 'run', word: startedAt === null ? 'Running' : `Running, ${formatDuration(Math.max(0, now - startedAt))}` }
    case 'done':
      return { kind: 'done', word: startedAt === null || finishedAt === null ? 'Done' : `Done, ${formatDuration(finishedAt - startedAt)}` }
    case 'failed':
      return { kind: 'dead', word: 'Failed' }
    case 'replaced':
      return step.error === null ? { kind: 'cancel', word: 'Planned away' } : { kind: 'dead', word: 'Failed, replaced' }
  }
}

export function planState(plan: Orchestration): { kind: StatusKind; word: string } {
  switch (plan.status) {
    case 'pending':
      return { kind: 'wait', word: 'Waiting' }
    case 'planning':
    case 'running':
      if (plan.job?.status === 'pending') return { kind: 'retry', word: 'Waiting' }
      return { kind: 'run', word: plan.status === 'planning' ? 'Planning' : 'Running' }
    case 'done':
      return { kind: 'done', word: 'Done' }
    case 'failed':
      return { kind: 'dead', word: 'Failed' }
    case 'stopped':
      return { kind: 'cancel', word: 'Stopped' }
  }
}

export const summaryWords: Record<OrchestrationSummary['status'], string> = {
  pending: 'Waiting',
  planning: 'Planning',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
}

export function stepCount({ stepsDone, stepsTotal }: Pick<OrchestrationSummary, 'stepsDone' | 'stepsTotal'>): string {
  if (stepsTotal === 0) return 'No steps yet'
  return stepsDone === stepsTotal ? `${stepsTotal} steps` : `${stepsDone} of ${stepsTotal} steps done`
}

/** What the status line for screen readers says. */
export function planSentence(plan: Orchestration): string {
  const running = plan.steps.filter((step) => step.status === 'running').map((step) => toolNames[step.tool])
  if (plan.status === 'running' && running.length > 0) return `Plan: ${running.join(' and ')} under way.`
  return `Plan: ${planState(plan).word.toLowerCase()}.`
}

/** Who made the plan. */
export function plannerWords(plan: Orchestration): string | null {
  switch (plan.plannedBy) {
    case 'model':
      return 'Planned by the model'
    case 'usual':
      return 'The usual plan, in place of the model’s own'
    case 'builtin':
      return 'The usual plan, without a model'
    case null:
      return null
  }
}

/** The step that a page shows first: what went wrong, else what runs, else the result. */
export function stepToShow(steps: readonly PlanStep[]): PlanStep | undefined {
  return (
    steps.find((step) => step.status === 'failed') ??
    steps.find((step) => step.status === 'running') ??
    steps.findLast((step) => step.status === 'done' && step.tool !== 'answer') ??
    steps[0]
  )
}

/** From the first start to the last end; null while that is not known. */
export function planDuration(steps: readonly PlanStep[]): number | null {
  const starts = steps.flatMap(({ startedAt }) => startedAt ?? [])
  const ends = steps.flatMap(({ finishedAt }) => finishedAt ?? [])
  return starts.length === 0 || ends.length === 0 ? null : Math.max(0, Math.max(...ends) - Math.min(...starts))
}

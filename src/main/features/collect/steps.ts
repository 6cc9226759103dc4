/** The five steps of a run, in order (docs/collect-pipeline.md, "Steps, progress and settings"). A skipped step satisfies `needs`. */
export const collectSteps = [
  { id: 'prepare-context', name: 'Prepare Context', estimatedSeconds: 5, needs: null, isOptional: false },
  { id: 'generate-items', name: 'Generate Items', estimatedSeconds: 120, needs: 'prepare-context', isOptional: false },
  { id: 'collect-results', name: 'Collect Results', estimatedSeconds: 5, needs: 'generate-items', isOptional: false },
  { id: 'capture-screenshots', name: 'Capture Screenshots', estimatedSeconds: 30, needs: 'collect-results', isOptional: true },
  { id: 'cleanup', name: 'Cleanup', estimatedSeconds: 2, needs: 'capture-screenshots', isOptional: true },
] as const

export type CollectStepId = (typeof collectSteps)[number]['id']

export function isCollectStepId(value: unknown): value is CollectStepId {
  return collectSteps.some(({ id }) => id === value)
}

export type StepStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped'

export interface StepState {
  id: CollectStepId
  status: StepStatus
  startedAt: number | null
  endedAt: number | null
  message: string | null
}

/** What is told of a run while it goes on. */
export interface CollectLogEntry {
  time: number
  level: 'info' | 'warning' | 'error'
  source: 'collect' | 'agent'
  event: 'step_started' | 'step_completed' | 'step_failed' | 'step_skipped' | 'message'
  message: string
  stepIndex: number | null
}

export interface CollectState {
  status: 'running' | 'completed' | 'failed' | 'cancelled'
  isCancelled: boolean
  steps: StepState[]
  completedSteps: CollectStepId[]
  failedSteps: CollectStepId[]
}

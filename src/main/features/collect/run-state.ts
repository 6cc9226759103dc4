import type { CollectProgress } from './progress'
import { type CollectLogEntry, type CollectState, type CollectStepId, collectSteps, type StepState, type StepStatus } from './steps'

/** Where a run stands: status of each step, and the log of it. */
export interface RunState {
  start(id: CollectStepId): void
  end(id: CollectStepId, status: Exclude<StepStatus, 'pending' | 'running'>, message?: string): void
  log(level: CollectLogEntry['level'], message: string, source?: CollectLogEntry['source']): void
  finish(status: CollectState['status']): void
  running(): CollectStepId | undefined
  snapshot(): CollectState
}

const events = { completed: 'step_completed', failed: 'step_failed', skipped: 'step_skipped' } as const

/** A run that has just begun. A log listener that throws is ignored. */
export function createRunState(deps: {
  now: () => number
  onLogEntry?: ((entry: CollectLogEntry) => void) | undefined
  onStepStarted?: (index: NonNullable<CollectProgress['currentStepIndex']>) => void
}): RunState {
  const steps = new Map<CollectStepId, StepState>(
    collectSteps.map(({ id }) => [id, { id, status: 'pending', startedAt: null, endedAt: null, message: null }]),
  )
  let status: CollectState['status'] = 'running'

  function write(entry: Omit<CollectLogEntry, 'time'>): void {
    try {
      deps.onLogEntry?.({ time: deps.now(), ...entry })
    } catch {
      // The log is for whoever watches; a watcher's fault must not end the run, and there is nobody else to tell.
    }
  }
  const running = (): CollectStepId | undefined => [...steps.values()].find((step) => step.status === 'running')?.id
  const indexOf = (id: CollectStepId | undefined): number | null =>
    id === undefined ? null : collectSteps.findIndex((step) => step.id === id)
  const ids = (wanted: StepStatus): CollectStepId[] => [...steps.values()].filter((step) => step.status === wanted).map(({ id }) => id)

  return {
    start: (id) => {
      steps.set(id, { id, status: 'running', startedAt: deps.now(), endedAt: null, message: null })
      write({ level: 'info', source: 'collect', event: 'step_started', message: nameOf(id), stepIndex: indexOf(id) })
      deps.onStepStarted?.(indexOf(id) ?? 0)
    },
    end: (id, ended, message) => {
      const startedAt = steps.get(id)?.startedAt ?? null
      steps.set(id, { id, status: ended, startedAt, endedAt: deps.now(), message: message ?? null })
      write({
        level: ended === 'failed' ? 'error' : 'info',
        source: 'collect',
        event: events[ended],
        message: message ?? nameOf(id),
        stepIndex: indexOf(id),
      })
    },
    log: (level, message, source = 'collect') => write({ level, source, event: 'message', message, stepIndex: indexOf(running()) }),
    finish: (ended) => {
      status = ended
    },
    running,
    snapshot: () => ({
      status,
      isCancelled: status === 'cancelled',
      steps: [...steps.values()].map((step) => ({ ...step })),
      completedSteps: ids('completed'),
      failedSteps: ids('failed'),
    }),
  }
}

function nameOf(id: CollectStepId): string {
  return collectSteps.find((step) => step.id === id)?.name ?? id
}

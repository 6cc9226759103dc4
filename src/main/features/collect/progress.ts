import type { AgentLogger } from '../../core/agent/logger'
import { collectSteps } from './steps'

/** What a listener is told (docs/collect-pipeline.md, "Steps, progress and settings"). */
export interface CollectProgress {
  /** Of the whole run, 0 to 100; never goes down. */
  percent: number
  currentStepIndex: number
  totalSteps: number
  currentStepName: string
  /** Of the step, as the model itself put it. */
  stepProgress?: number
  message?: string
  itemsProcessed?: number
}

export interface ProgressReporter {
  stepStarted(index: number): void
  /** A word from the agent in the step "Generate Items". */
  generating(report: { items: number; message?: string | undefined; percentage?: number | undefined }): void
  finished(): void
}

/** Percent at the start of each step, and at the end (docs/collect-pipeline.md, "Steps, progress and settings"). */
const STEP_START_PERCENT = [10, 20, 82, 85, 95]
const GENERATE_STEP = 1

/**
 * Overall percent while items are made: `min(30 + round(1.5 × items), 80)` (docs/collect-pipeline.md, "reportProgress"). The model cannot drive it to
 * 100.
 */
export function generatePercent(items: number): number {
  return Math.min(30 + Math.round(1.5 * items), 80)
}

/** Tells a listener how far the run is. A listener that throws is logged and otherwise ignored; none is fine. */
export function createProgressReporter(listener: ((progress: CollectProgress) => void) | undefined, logger: AgentLogger): ProgressReporter {
  let highest = 0
  const tell = (index: number, percent: number, more: Partial<CollectProgress> = {}): void => {
    highest = Math.max(highest, percent)
    try {
      listener?.({
        percent: highest,
        currentStepIndex: index,
        totalSteps: collectSteps.length,
        currentStepName: collectSteps[index]?.name ?? '',
        ...more,
      })
    } catch {
      logger.warn('A listener for progress failed; the run goes on.')
    }
  }
  return {
    stepStarted: (index) => tell(index, STEP_START_PERCENT[index] ?? 0),
    generating: ({ items, message, percentage }) =>
      tell(GENERATE_STEP, generatePercent(items), {
        itemsProcessed: items,
        ...(message === undefined ? {} : { message }),
        ...(percentage === undefined ? {} : { stepProgress: percentage }),
      }),
    finished: () => tell(collectSteps.length - 1, 100),
  }
}

import type { TokenBreakdown } from '../../core/agent/token-usage'
import type { CollectItem } from './collect-item'
import type { CollectedResults } from './collect-results'
import type { CollectProgress } from './progress'
import type { CollectLogEntry, CollectState, CollectStepId } from './steps'

export type CollectMode = 'CREATE' | 'CREATE_UPDATE'

export interface CollectRequest {
  mode: CollectMode
  collection: { name: string; description?: string | undefined }
  prompt?: string | undefined
  /** Stands in for the prompt where there is none. */
  name?: string | undefined
  /** The form's values; absent ones are the defaults. */
  config: Readonly<Record<string, unknown>>
  settings?: {
    /** Steps of the parent, 10 to 500; 50 unless given (docs/collect-pipeline.md, "Steps, progress and settings"). */
    maxSteps?: number | undefined
    /** Tokens of the whole run; none unless given (docs/collect-pipeline.md, "Reasoning and token counts"). */
    tokenBudget?: number | undefined
    maxChunkChars?: number | undefined
  }
  /**
   * An abort with VAULT_LOCKED or a RetryLater pauses: the staging stays, and the run goes on from it when it is started again. One with a
   * GiveUp is a failure with these words; any other cancels.
   */
  signal?: AbortSignal | undefined
  onProgress?: ((progress: CollectProgress) => void) | undefined
  onLogEntry?: ((entry: CollectLogEntry) => void) | undefined
}

export type CollectOutcome = 'completed' | 'failed' | 'cancelled' | 'paused'

export interface CollectMetrics {
  tokens: TokenBreakdown
  tokenBudget: number | null
  steps: number
  toolCalls: number
  pages: number
  screenshots: number
}

export interface CollectResult {
  success: boolean
  outcome: CollectOutcome
  /** Empty unless the run completed. */
  outputs: Pick<CollectedResults, 'items' | 'newItems' | 'changedItems' | 'proposedRemovals' | 'categories' | 'tags'>
  /** What a cancelled or failed run had found: the person keeps or discards it. While it is not empty, the staging is still there. */
  offered: CollectItem[]
  metrics: CollectMetrics
  durationMs: number
  stepsCompleted: number
  totalSteps: number
  /** For people. */
  error?: string
  /** The code of the error, where it had one. */
  errorCode?: string
  failedStep?: CollectStepId
  state: CollectState
  warnings: string[]
}

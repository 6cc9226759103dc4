/** Consecutive failures that trip a tool (docs/collect-pipeline.md, "Circuit breaker"). */
export const DEFAULT_BREAKER_THRESHOLD = 3

export interface FailedTool {
  name: string
  /** The words of the last failure. */
  reason: string
}

export interface ToolCircuitBreaker {
  /** Counts a failure. True only for the call that trips the tool. */
  recordFailure(tool: string, error?: unknown): boolean
  /** Clears the count. A tripped tool stays tripped until the run ends: there is no half-open state. */
  recordSuccess(tool: string): void
  isTripped(tool: string): boolean
  /** What the model is told instead of a result. */
  getUnavailableMessage(tool: string): string
  /** Tools that are tripped. */
  getTrippedTools(): FailedTool[]
  /** Tools whose last use failed, tripped or not. */
  getFailedTools(): FailedTool[]
}

/**
 * Stops the calls of a tool that keeps failing within one run, so that a model without search does not spend its steps on it. Tools are
 * counted apart. `threshold` is the number of failures in a row; below 1 it counts as 1.
 */
export function createToolCircuitBreaker(threshold = DEFAULT_BREAKER_THRESHOLD): ToolCircuitBreaker {
  const limit = Math.max(1, threshold)
  const failures = new Map<string, { count: number; reason: string }>()
  const isTripped = (tool: string): boolean => (failures.get(tool)?.count ?? 0) >= limit

  function list(wanted: (tool: string) => boolean): FailedTool[] {
    return [...failures].filter(([name]) => wanted(name)).map(([name, { reason }]) => ({ name, reason }))
  }

  return {
    recordFailure: (tool, error) => {
      const wasTripped = isTripped(tool)
      failures.set(tool, { count: (failures.get(tool)?.count ?? 0) + 1, reason: reasonOf(error) })
      return !wasTripped && isTripped(tool)
    },
    recordSuccess: (tool) => {
      if (!isTripped(tool)) failures.delete(tool)
    },
    isTripped,
    getUnavailableMessage: (tool) =>
      `The tool ${tool} is unavailable for the rest of this run: it failed ${limit === 1 ? 'once' : `${limit} times in a row`}. Please do not call it again. Go on with what the tools have returned so far, and add nothing from memory.`,
    getTrippedTools: () => list(isTripped),
    getFailedTools: () => list(() => true),
  }
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  return words === '' ? 'unknown error' : words
}

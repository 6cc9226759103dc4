/** Usage as the AI SDK reports it; each field may be missing. */
export interface ReportedUsage {
  inputTokens?: number | undefined
  outputTokens?: number | undefined
  totalTokens?: number | undefined
}

export interface TokenCounts {
  promptTokens: number
  completionTokens: number
  totalTokens: number
}

export interface TokenBreakdown {
  parent: TokenCounts
  workers: TokenCounts
  total: TokenCounts
}

export interface TokenUsageAccumulator {
  addParentUsage(usage: ReportedUsage): void
  addWorkerUsage(usage: ReportedUsage): void
  /** A snapshot: later additions do not change it. */
  getBreakdown(): TokenBreakdown
  getTotalTokens(): number
}

/**
 * Counts tokens of one run, the parent agent's and its workers' apart (docs/collect-pipeline.md, "Reasoning and token counts"). A missing field
 * counts 0, and totals are the sums of the reported totals, never recomputed: `withTotal` fills a missing total in before.
 */
export function createTokenUsageAccumulator(): TokenUsageAccumulator {
  const parent = noTokens()
  const workers = noTokens()
  return {
    addParentUsage: (usage) => add(parent, usage),
    addWorkerUsage: (usage) => add(workers, usage),
    getBreakdown: () => ({ parent: { ...parent }, workers: { ...workers }, total: sum(parent, workers) }),
    getTotalTokens: () => parent.totalTokens + workers.totalTokens,
  }
}

/** The same usage with a total: input and output together where a provider reports none. */
export function withTotal(usage: ReportedUsage): ReportedUsage {
  if (usage.totalTokens !== undefined) return usage
  return { ...usage, totalTokens: (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0) }
}

function noTokens(): TokenCounts {
  return { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
}

function add(counts: TokenCounts, usage: ReportedUsage): void {
  counts.promptTokens += usage.inputTokens ?? 0
  counts.completionTokens += usage.outputTokens ?? 0
  counts.totalTokens += usage.totalTokens ?? 0
}

function sum(one: TokenCounts, other: TokenCounts): TokenCounts {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    totalTokens: one.totalTokens + other.totalTokens,
  }
}

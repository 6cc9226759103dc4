import { createToolCircuitBreaker, type ToolCircuitBreaker } from '../../core/agent/circuit-breaker'
import { parentOutputChars } from '../../core/agent/compaction'
import type { AgentLogger } from '../../core/agent/logger'
import { createRunLimiter } from '../../core/agent/run-limiter'
import { runToolLoop, type ToolLoopResult } from '../../core/agent/run-tool-loop'
import { DEFAULT_MAX_STEPS, MAX_STEPS_RANGE } from '../../core/agent/stop-conditions'
import type { TokenUsageAccumulator } from '../../core/agent/token-usage'
import type { CollectPorts } from './ports'
import type { PreparedRun } from './prepare-run'
import type { ProgressReporter } from './progress'
import type { CollectRequest } from './run-request'
import { buildSystemPrompt } from './system-prompt'
import { createTools } from './tools/create-tools'
import { URL_CONCURRENCY } from './tools/process-urls-tool'
import { createUrlProvenance } from './url-provenance'
import { createUrlWorker, type PageErrorKind } from './url-worker'
import { buildUserPrompt } from './user-prompt'

export interface GeneratedItems {
  loop: ToolLoopResult
  warnings: string[]
  pages: number
}

/** Step "Generate Items": the parent agent with its six tools. Rejects with what the loop rejects with; what was found is staged by then. */
export async function generateItems(
  request: CollectRequest,
  ports: CollectPorts,
  run: PreparedRun,
  deps: { signal: AbortSignal; usage: TokenUsageAccumulator; progress: ProgressReporter; logger: AgentLogger },
): Promise<GeneratedItems> {
  const { collection, settings = {} } = request
  const { parent } = ports.model
  const userPrompt = buildUserPrompt({ request, collection, targetItems: run.form.target_items })
  const existing = run.items.visible().flatMap(({ item, isOfRun }) => (isOfRun ? [] : [item]))
  const breaker = createToolCircuitBreaker()
  const provenance = createUrlProvenance([userPrompt])
  const shared = {
    ...deps,
    items: run.items,
    topic: topicOf(request),
    mark: ports.makeMark(),
    tokenBudget: settings.tokenBudget,
  }
  const failures: PageFailure[] = []
  const tools = createTools({
    ...shared,
    search: ports.search,
    worker: ports.model,
    breaker,
    provenance,
    ledger: run.ledger,
    limiter: createRunLimiter(URL_CONCURRENCY),
    isVisited: run.isVisited,
    urlWorker: createUrlWorker({ ...shared, ports, maxChunkChars: settings.maxChunkChars }),
    onSettled: async (entry, { count, error, errorKind }) => {
      if (count === 0) failures.push({ kind: errorKind ?? 'empty', error: error ?? '' })
      await ports.store.putLedger(entry)
    },
    targetItems: run.form.target_items,
  })
  const loop = await runToolLoop({
    ...deps,
    model: parent.model,
    providerName: parent.providerName,
    modelName: parent.modelName,
    instructions: buildSystemPrompt({ collection, existing, config: run.form, today: new Date(ports.now()).toISOString().slice(0, 10) }),
    prompt: userPrompt,
    tools,
    maxSteps: Math.min(MAX_STEPS_RANGE.max, Math.max(MAX_STEPS_RANGE.min, settings.maxSteps ?? DEFAULT_MAX_STEPS)),
    tokenBudget: settings.tokenBudget,
    maxOutputTokens: parent.maxOutputTokens,
    compaction: {
      maxContextTokens: parent.contextTokens,
      maxSingleOutputChars: parentOutputChars(parent.contextTokens),
      estimateTokens: ports.model.estimateTokens,
    },
    sleep: ports.sleep,
    now: ports.now,
  })
  deps.logger.info(`The agent ended after ${loop.steps} steps and ${loop.toolCalls.length} calls (${loop.stoppedBy ?? loop.finishReason}).`)
  const pages = run.ledger.entries().length
  return { loop, pages, warnings: [...loopWarnings(loop), ...breakerWarnings(breaker, ports), ...pageWarnings(pages, failures)] }
}

interface PageFailure {
  kind: PageErrorKind
  error: string
}

function topicOf({ collection, prompt, name }: CollectRequest): string {
  return [collection.name, collection.description, prompt ?? name].filter((text) => text !== undefined && text.trim() !== '').join('. ')
}

function loopWarnings({ toolCalls, text, stoppedBy, finishReason }: ToolLoopResult): string[] {
  if (finishReason === 'length')
    return ['The answer of the model was cut off at the output budget, and the run ended there. Raise the budget in Settings, Models.']
  if (toolCalls.length === 0) {
    return [
      `The model called no tool, so nothing was collected. It may not support tools; choose another one in Settings. It said: "${text.slice(0, 200)}"`,
    ]
  }
  if (stoppedBy === 'token-budget') return ['The token budget of the run was used up; the results so far were kept.']
  if (stoppedBy === 'loop') return ['The model repeated the same calls without any change and was stopped; the results so far were kept.']
  return []
}

const impacts: Record<string, string> = {
  search: 'the collection may lack items',
  processUrls: 'pages were not read',
  findItems: 'search results were not turned into items',
}

function breakerWarnings(breaker: ToolCircuitBreaker, ports: CollectPorts): string[] {
  return breaker.getFailedTools().map(({ name, reason }) => {
    const label = name === 'search' ? `Search (${ports.search.providerName})` : name
    return `${label} failed during this run (${reason}); ${impacts[name] ?? 'results may be missing'}.`
  })
}

const kindNames: Record<PageErrorKind, [one: string, many: string]> = {
  extraction: ['extraction failure', 'extraction failures'],
  empty: ['extracted page with no items', 'extracted pages with no items'],
  worker: ['worker failure', 'worker failures'],
  aborted: ['page not finished', 'pages not finished'],
  blocked: ['address not allowed', 'addresses not allowed'],
}
const MOST_SAMPLES = 3

/** Only when every page failed: single failures are usual (docs/collect-pipeline.md, "Warnings"). */
function pageWarnings(pages: number, failures: readonly PageFailure[]): string[] {
  if (pages === 0 || failures.length < pages) return []
  const counts = new Map<PageErrorKind, number>()
  for (const { kind } of failures) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const causes = [...counts].map(([kind, count]) => `${count} ${kindNames[kind][count === 1 ? 0 : 1]}`).join(', ')
  const samples = [...new Set(failures.map(({ error }) => error))].slice(0, MOST_SAMPLES).join('; ')
  return [`No page gave items: ${failures.length}/${pages} failed (${causes}). ${samples}`]
}

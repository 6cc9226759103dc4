import { AppError } from '../../../shared/errors'
import { throwIfAborted } from '../../core/agent/abort'
import type { AgentLogger } from '../../core/agent/logger'
import { createTokenUsageAccumulator } from '../../core/agent/token-usage'
import { findAppError } from '../../core/agent/transient-failure'
import { GiveUp, RetryLater } from '../../core/queue/job-rules'
import { captureScreenshots } from './capture-screenshots'
import type { CollectItem, ExistingItem } from './collect-item'
import { type CollectedResults, collectResults } from './collect-results'
import { generateItems } from './generate-items'
import type { CollectPorts } from './ports'
import { prepareRun } from './prepare-run'
import { createProgressReporter } from './progress'
import type { CollectMetrics, CollectOutcome, CollectRequest, CollectResult } from './run-request'
import { createRunState, type RunState } from './run-state'
import { type CollectStepId, collectSteps } from './steps'

/**
 * Collects items for a collection in five steps (docs/collect-pipeline.md, "Steps, progress and settings" and "Cancel, pause and failure"): prepare,
 * generate, collect, screenshots, clean up. Never rejects: what went wrong is in the result. Writes nothing but the staging of the run; what becomes
 * of the result is decided outside. The staging is removed in the end, save where its items are offered to the person, and where the run is paused by
 * a lock.
 */
export async function runCollect(request: CollectRequest, ports: CollectPorts): Promise<CollectResult> {
  const startedAt = ports.now()
  const signal = request.signal ?? new AbortController().signal
  const usage = createTokenUsageAccumulator()
  const logger: AgentLogger = {
    info: (message) => state.log('info', message, 'agent'),
    warn: (message) => state.log('warning', message, 'agent'),
  }
  const progress = createProgressReporter(request.onProgress, logger)
  const state = createRunState({
    now: ports.now,
    onLogEntry: request.onLogEntry,
    onStepStarted: (index) => void (failure === undefined && progress.stepStarted(index)),
  })
  const warnings: string[] = []
  const metrics: Omit<CollectMetrics, 'tokens'> = {
    tokenBudget: request.settings?.tokenBudget ?? null,
    steps: 0,
    toolCalls: 0,
    pages: 0,
    screenshots: 0,
  }
  let results: CollectedResults | undefined
  let existing: readonly ExistingItem[] = []
  let isStagingRead = true
  let failure: unknown

  try {
    throwIfAborted(signal)
    const run = await inStep(state, 'prepare-context', () => prepareRun(request, ports, logger))
    existing = run.existing
    throwIfAborted(signal)
    await inStep(state, 'generate-items', async () => {
      const generated = await generateItems(request, ports, run, { signal, usage, progress, logger })
      warnings.push(...generated.warnings)
      Object.assign(metrics, { steps: generated.loop.steps, toolCalls: generated.loop.toolCalls.length, pages: generated.pages })
      throwIfAborted(signal)
    })
    const collected = await inStep(state, 'collect-results', async () => {
      const staged = await readStaging(ports)
      if (staged === undefined) {
        isStagingRead = false
        warnings.push('The staging of the run could not be read. What was found is still there; start the run again.')
      }
      return collectResults({ existing, staged: staged ?? [] })
    })
    warnings.push(...collected.warnings)
    if (collected.dropped > 0) logger.info(`${collected.dropped} duplicates were dropped.`)
    throwIfAborted(signal)
    const pictured = run.form.capture_screenshots ? await takePictures(collected, ports, signal, state, logger) : undefined
    if (pictured === undefined) state.end('capture-screenshots', 'skipped', 'not asked for')
    warnings.push(...(pictured?.warnings ?? []))
    metrics.screenshots = pictured?.captured ?? 0
    throwIfAborted(signal)
    results = pictured === undefined ? collected : withItems(collected, pictured.items)
  } catch (error) {
    // An abort reaches us in many shapes; why it was made is what counts.
    failure = signal.reason instanceof GiveUp || signal.reason instanceof RetryLater ? signal.reason : error
  }

  const outcome = outcomeOf(failure, signal)
  const failedStep = endFailedStep(state, outcome, failure)
  let offered: CollectItem[] = []
  if (outcome === 'cancelled' || outcome === 'failed') {
    const staged = await readStaging(ports)
    isStagingRead = staged !== undefined
    // Changes of existing items are not offered: those are as they were.
    offered = collectResults({ existing, staged: staged ?? [] }).newItems
  }
  state.start('cleanup')
  try {
    if (outcome !== 'paused' && offered.length === 0 && isStagingRead) await ports.store.clear()
    state.end('cleanup', 'completed')
  } catch {
    state.end('cleanup', 'failed', 'The staging of the run could not be removed; it goes with the next run.')
  }
  if (outcome === 'completed') progress.finished()
  state.finish(outcome === 'paused' ? 'cancelled' : outcome)
  const snapshot = state.snapshot()
  return {
    success: outcome === 'completed',
    outcome,
    outputs: outputsOf(results),
    offered,
    metrics: { ...metrics, tokens: usage.getBreakdown() },
    durationMs: ports.now() - startedAt,
    stepsCompleted: snapshot.completedSteps.length,
    totalSteps: collectSteps.length,
    ...errorOf(outcome, failure),
    ...(failedStep === undefined ? {} : { failedStep }),
    state: snapshot,
    warnings,
  }
}

async function inStep<T>(state: RunState, id: CollectStepId, body: () => Promise<T>): Promise<T> {
  state.start(id)
  const value = await body()
  state.end(id, 'completed')
  return value
}

async function takePictures(
  { items }: CollectedResults,
  ports: CollectPorts,
  signal: AbortSignal,
  state: RunState,
  logger: AgentLogger,
): Promise<Awaited<ReturnType<typeof captureScreenshots>> | { items: CollectItem[]; captured: number; warnings: string[] }> {
  state.start('capture-screenshots')
  try {
    const { screenshots, isBlockedUrl, sleep } = ports
    const captured = await captureScreenshots(items, { screenshots, isBlockedUrl, sleep, signal, logger })
    state.end('capture-screenshots', captured.status)
    return captured
  } catch (error) {
    // Pictures are an extra: the items are worth keeping without them.
    const message = error instanceof Error ? error.message : 'unknown error'
    state.end('capture-screenshots', 'failed', message)
    return { items, captured: 0, warnings: [`Pictures of pages could not be taken: ${message}`] }
  }
}

/** The staging as it is; undefined when it cannot be read, and then it must not be removed either. */
async function readStaging(ports: CollectPorts): Promise<string[] | undefined> {
  try {
    return await ports.store.staged()
  } catch {
    return undefined
  }
}

function withItems(results: CollectedResults, items: CollectItem[]): CollectedResults {
  const bySlug = new Map(items.map((item) => [item.slug, item]))
  const take = (list: CollectItem[]): CollectItem[] => list.map((item) => bySlug.get(item.slug) ?? item)
  return { ...results, items, newItems: take(results.newItems), changedItems: take(results.changedItems) }
}

function outcomeOf(failure: unknown, signal: AbortSignal): CollectOutcome {
  if (failure === undefined) return 'completed'
  // The signal decides, not the error: an abort reaches us in many shapes.
  if (!signal.aborted || signal.reason instanceof GiveUp) return 'failed'
  const isPause = signal.reason instanceof RetryLater || (signal.reason instanceof AppError && signal.reason.code === 'VAULT_LOCKED')
  return isPause ? 'paused' : 'cancelled'
}

function endFailedStep(state: RunState, outcome: CollectOutcome, failure: unknown): CollectStepId | undefined {
  const running = state.running()
  if (outcome === 'completed' || running === undefined) return undefined
  state.end(running, 'failed', outcome === 'failed' ? messageOf(failure) : 'Cancelled')
  return running
}

function errorOf(outcome: CollectOutcome, failure: unknown): { error?: string; errorCode?: string } {
  if (outcome === 'completed') return {}
  if (outcome === 'cancelled') return { error: 'Collect cancelled', errorCode: 'CANCELLED' }
  if (failure instanceof RetryLater) return { error: failure.reason, errorCode: failure.code }
  if (failure instanceof GiveUp) return { error: failure.message, errorCode: failure.code }
  if (outcome === 'paused') return { error: 'The vault was locked; the run goes on when it is open again.', errorCode: 'VAULT_LOCKED' }
  const code = findAppError(failure)?.code
  return { error: messageOf(failure), ...(code === undefined ? {} : { errorCode: code }) }
}

function messageOf(failure: unknown): string {
  if (failure instanceof Error && failure.name === 'ToolCallingError') return failure.message
  return findAppError(failure)?.message ?? (failure instanceof Error ? failure.message : 'The run failed for an unknown reason.')
}

function outputsOf(results: CollectedResults | undefined): CollectResult['outputs'] {
  if (results === undefined) return { items: [], newItems: [], changedItems: [], proposedRemovals: [], categories: [], tags: [] }
  const { items, newItems, changedItems, proposedRemovals, categories, tags } = results
  return { items, newItems, changedItems, proposedRemovals, categories, tags }
}

import { untilAborted } from '../../core/agent/abort'
import { chunkContent } from '../../core/agent/chunk-content'
import { contentTokens, DEFAULT_MAX_CHUNK_CHARS, workerChunkChars } from '../../core/agent/content-budget'
import type { AgentLogger } from '../../core/agent/logger'
import { isOverTokens } from '../../core/agent/stop-conditions'
import type { TokenUsageAccumulator } from '../../core/agent/token-usage'
import { ExtractedItems } from './collect-item'
import { removeKnownLines } from './known-lines'
import type { CollectPorts, ExtractedPage } from './ports'
import { createShownUrls, keepShown } from './shown-urls'
import { buildPagePrompt, buildWorkerSystemPrompt } from './worker-prompt'
import type { ItemName, WorkingSet } from './working-set'

export type PageErrorKind = 'extraction' | 'empty' | 'worker' | 'aborted' | 'blocked'

/** What came of one page. `error` is there exactly when no items came. */
export interface PageOutcome {
  items: ItemName[]
  count: number
  error?: string
  errorKind?: PageErrorKind
  /** Counts as a failure of the tool: the page could not be had, or no call of the worker went through. */
  isFailure: boolean
}

export type UrlWorker = (url: string, signal: AbortSignal) => Promise<PageOutcome>

export interface UrlWorkerDeps {
  ports: Pick<CollectPorts, 'extract' | 'model' | 'isBlockedUrl'>
  items: WorkingSet
  usage: TokenUsageAccumulator
  logger: AgentLogger
  topic: string
  mark: string
  /** Characters of a chunk at most, whatever the context holds; 30,000 unless given. */
  maxChunkChars?: number | undefined
  tokenBudget?: number | undefined
}

/** Chunks of one page that are read (docs/collect-pipeline.md, "Content budget and chunks"). */
const MOST_CHUNKS = 40
/** A page's density in tokens is taken from its beginning: counting megabytes would hold the main thread. */
const SAMPLE_CHARS = 200_000

/**
 * Reads one page and stages its items: fetch, content budget, chunks, worker model, items (docs/collect-pipeline.md, "Reading a page"). Never throws.
 */
export function createUrlWorker(deps: UrlWorkerDeps): UrlWorker {
  const { ports, logger } = deps
  return async (url, signal) => {
    if (signal.aborted) return none('Aborted', 'aborted')
    if (ports.isBlockedUrl(url)) return none(`the address ${url} is not allowed`, 'blocked')
    let page: ExtractedPage | null
    try {
      page = await untilAborted(ports.extract.extract(url, { signal }), signal)
    } catch (error) {
      if (signal.aborted) return none('Aborted', 'aborted')
      const isBlocked = typeof error === 'object' && error !== null && 'kind' in error && error.kind === 'blocked'
      return isBlocked ? none(messageOf(error), 'blocked') : none(messageOf(error), 'extraction', true)
    }
    if (page === null) return none(`could not read ${url}`, 'extraction')
    if (page.text.trim() === '') return none('page has no text', 'empty')
    logger.info(`${placeOf(page.url)} was read: ${page.text.length.toLocaleString('en')} characters.`)
    return readPage(deps, page, signal)
  }
}

async function readPage(deps: UrlWorkerDeps, page: ExtractedPage, signal: AbortSignal): Promise<PageOutcome> {
  const { items, logger } = deps
  const { maxChars, fit } = chunkLimits(deps, page.text)
  const { chunks } = chunkContent(page.text, maxChars)
  if (chunks.length > MOST_CHUNKS) logger.warn(`A page has ${chunks.length} parts; only the first ${MOST_CHUNKS} are read.`)
  const shownUrls = createShownUrls({ urls: [page.url, ...(page.image === undefined ? [] : [page.image.url])], text: page.text })
  const added: ItemName[] = []
  let asked = 0
  let failed = 0
  let known = 0
  for (const chunk of chunks.slice(0, MOST_CHUNKS)) {
    if (signal.aborted) return added.length > 0 ? some(added) : none('Aborted', 'aborted')
    if (isOverTokens(deps.tokenBudget, deps.usage.getTotalTokens())) {
      if (asked === 0) return none('the token budget of the run is used up', 'aborted')
      logger.warn('The token budget is used up; the rest of a page was not read.')
      break
    }
    const filtered = removeKnownLines(chunk.text, items.names())
    if (filtered.isAllKnown) {
      known += filtered.removed
      continue
    }
    asked += 1
    try {
      const skip = added.map(({ name }) => name)
      const prompt = buildPagePrompt({ ...deps, url: page.url, chunk: { ...chunk, text: fit(filtered.text) }, skip })
      const answer = await untilAborted(
        deps.ports.model.worker.model.generate(
          { name: 'Extract items from a page', system: buildWorkerSystemPrompt(), prompt, schema: ExtractedItems },
          { signal },
        ),
        signal,
      )
      addWorkerUsage(deps.usage, answer.usage)
      const shown = answer.value.items.flatMap((item) => keepShown(item, shownUrls) ?? [])
      const invented = answer.value.items.length - shown.length
      if (invented > 0) logger.info(`${invented} items of a page were not taken: the page does not show their source URL.`)
      const result = await items.add(shown)
      added.push(...result.added)
      for (const { reason } of result.rejected) {
        if (reason === 'already known') known += 1
        logger.info(`An item of a page was not taken: ${reason}.`)
      }
    } catch {
      if (signal.aborted) continue
      failed += 1
      logger.warn(`Part ${chunk.index + 1} of ${chunk.total} of a page could not be read by the worker.`)
    }
  }
  if (added.length > 0) return some(added)
  if (signal.aborted) return none('Aborted', 'aborted')
  const hasFailed = asked > 0 && failed === asked
  return none(
    known > 0 && !hasFailed ? `no new items found, ${known} already known` : 'no items found',
    hasFailed ? 'worker' : 'empty',
    hasFailed,
  )
}

/**
 * The characters of a chunk: four a token as planned, fewer for a script with more tokens. `fit` cuts a chunk that is still too long for the
 * model, which a page that changes its script in the middle may have.
 */
function chunkLimits(
  { ports, maxChunkChars = DEFAULT_MAX_CHUNK_CHARS }: UrlWorkerDeps,
  text: string,
): { maxChars: number; fit: (chunk: string) => string } {
  const { worker, estimateTokens } = ports.model
  const planned = Math.min(workerChunkChars(worker.contextTokens), maxChunkChars)
  const allowed = Math.max(contentTokens(worker.contextTokens), 1000)
  const sample = text.slice(0, SAMPLE_CHARS)
  const density = estimateTokens(sample) / Math.max(1, sample.length)
  return {
    maxChars: density * planned <= allowed ? planned : Math.max(500, Math.floor(allowed / density)),
    fit: (chunk) => {
      const tokens = estimateTokens(chunk)
      return tokens <= allowed ? chunk : chunk.slice(0, Math.floor((chunk.length * allowed) / tokens))
    },
  }
}

/** Counts a worker's call; a missing total is input and output together. */
export function addWorkerUsage(usage: TokenUsageAccumulator, counts: { promptTokens: number | null; outputTokens: number | null }): void {
  const inputTokens = counts.promptTokens ?? 0
  const outputTokens = counts.outputTokens ?? 0
  usage.addWorkerUsage({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens })
}

function some(items: ItemName[]): PageOutcome {
  return { items, count: items.length, isFailure: false }
}

function none(error: string, errorKind: PageErrorKind, isFailure = false): PageOutcome {
  return { items: [], count: 0, error, errorKind, isFailure }
}

const MOST_PATH = 120

/** The host and path of a page. What follows them may say more than a log should keep. */
function placeOf(address: string): string {
  try {
    const { host, pathname } = new URL(address)
    const path = pathname === '/' ? '' : pathname
    return `${host}${path.length > MOST_PATH ? `${path.slice(0, MOST_PATH)}…` : path}`
  } catch {
    return 'A page'
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'unknown error'
}

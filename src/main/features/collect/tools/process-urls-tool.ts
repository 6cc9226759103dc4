import { z } from 'zod'
import { plainLine } from '../../../../shared/untrusted-text'
import { throwIfAborted } from '../../../core/agent/abort'
import type { ToolCircuitBreaker } from '../../../core/agent/circuit-breaker'
import type { AgentLogger } from '../../../core/agent/logger'
import type { RunLimiter } from '../../../core/agent/run-limiter'
import type { AgentTool } from '../../../core/agent/run-tool-loop'
import { normalizeUrl } from '../../../core/text/normalize-url'
import type { LedgerEntry, PageStatus, Reservation, UrlLedger } from '../url-ledger'
import type { UrlProvenance } from '../url-provenance'
import type { PageErrorKind, PageOutcome, UrlWorker } from '../url-worker'
import type { ItemName } from '../working-set'

/** Pages of one call (docs/collect-pipeline.md, "processUrls"). */
export const MAX_URLS_PER_BATCH = 10
/** Pages that a run reads at once (docs/collect-pipeline.md, "processUrls"). */
export const URL_CONCURRENCY = 2

const Input = z.object({ urls: z.array(z.string().min(1).max(2000)).min(1).max(MAX_URLS_PER_BATCH).describe('1 to 10 web addresses') })

export interface ProcessedUrl {
  url: string
  items: ItemName[]
  count: number
  error?: string
  errorKind?: PageErrorKind
  skipped?: true
  previousStatus?: PageStatus
  previousCount?: number
  remainingUrlBudget: number
}

export interface ProcessUrlsToolDeps {
  worker: UrlWorker
  ledger: UrlLedger
  /** One for the run: all calls of a step start together. */
  limiter: RunLimiter
  breaker: ToolCircuitBreaker
  logger: AgentLogger
  /** With it, only addresses from searches and from the person are opened. */
  provenance?: UrlProvenance | undefined
  /** Whether an earlier run has read the page lately. */
  isVisited?: ((url: string) => boolean) | undefined
  onSettled?: ((entry: LedgerEntry, outcome: PageOutcome) => Promise<void>) | undefined
}

interface Entered {
  url: string
  /** What to open; undefined when the answer is known already. */
  open: string | undefined
  answer: ProcessedUrl
}

/** Tool `processUrls` (docs/collect-pipeline.md, "processUrls"). Pages are independent; the answer is in the order of the input. */
export function createProcessUrlsTool(deps: ProcessUrlsToolDeps): AgentTool<z.infer<typeof Input>, ProcessedUrl[], 'web' | 'proposal'> {
  const { breaker, ledger } = deps
  return {
    touches: ['web', 'proposal'],
    description: 'Reads web pages and extracts their items. Each page can be read once in a run.',
    inputSchema: Input,
    execute: async ({ urls }, { signal }) => {
      throwIfAborted(signal)
      if (breaker.isTripped('processUrls')) {
        const error = breaker.getUnavailableMessage('processUrls')
        return urls.map((url) => ({ ...skip(url, error), remainingUrlBudget: ledger.remaining() }))
      }
      // All places are taken before anything is awaited: other calls of the same step look at the same ledger.
      const entered = urls.map((url) => enter(deps, url))
      const outcomes = await Promise.all(entered.map(({ open }) => (open === undefined ? undefined : read(deps, open, signal))))
      throwIfAborted(signal)
      judge(
        breaker,
        outcomes.filter((outcome) => outcome !== undefined),
      )
      return entered.map(({ answer }, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined) return answer
        const { isFailure: _, ...told } = outcome
        return { ...answer, ...told }
      })
    },
  }
}

function enter({ ledger, provenance, isVisited }: ProcessUrlsToolDeps, url: string): Entered {
  const refuse = (error: string): Entered => ({
    url,
    open: undefined,
    answer: { ...skip(url, error), remainingUrlBudget: ledger.remaining() },
  })
  if (normalizeUrl(url) === '') return refuse('not a web address')
  const open = provenance === undefined ? url : provenance.resolve(url)
  if (open === undefined) return refuse('this address came from no search result and not from the request; search for it first')
  if (isVisited?.(normalizeUrl(url)) === true) return refuse('already handled in an earlier run; do not retry')
  const reservation = ledger.reserve(url)
  if (reservation.kind !== 'reserved') return { url, open: undefined, answer: refusedBy(url, reservation) }
  return { url, open, answer: { url, items: [], count: 0, remainingUrlBudget: reservation.remaining } }
}

function refusedBy(url: string, reservation: Exclude<Reservation, { kind: 'reserved' }>): ProcessedUrl {
  if (reservation.kind === 'full') {
    const error = `page limit reached (${reservation.used}/${reservation.limit}); finish with what there is`
    return { ...skip(url, error), remainingUrlBudget: 0 }
  }
  const { status, count } = reservation.entry
  return {
    ...skip(url, `already handled (${status}); do not retry`),
    previousStatus: status,
    previousCount: count,
    remainingUrlBudget: reservation.remaining,
  }
}

/** One page, when it is its turn. What throws is this page's error only. */
async function read(
  { worker, ledger, limiter, logger, onSettled }: ProcessUrlsToolDeps,
  url: string,
  signal: AbortSignal,
): Promise<PageOutcome> {
  let outcome: PageOutcome
  try {
    outcome = await limiter(() => worker(url, signal), signal)
  } catch (error) {
    outcome = signal.aborted
      ? { items: [], count: 0, error: 'Aborted', errorKind: 'aborted', isFailure: false }
      : { items: [], count: 0, error: messageOf(error), errorKind: 'worker', isFailure: true }
  }
  // A page that the end of the run cut off is not spent: the run that goes on reads it.
  if (outcome.errorKind === 'aborted') return outcome
  const status = outcome.count > 0 ? 'created' : outcome.errorKind === undefined || outcome.errorKind === 'empty' ? 'empty' : 'error'
  const told: PageOutcome =
    outcome.count === 0 && outcome.error === undefined ? { ...outcome, error: 'no items found', errorKind: 'empty' } : outcome
  ledger.settle(url, status, told.count)
  try {
    await onSettled?.({ url: normalizeUrl(url), status, count: told.count }, told)
  } catch {
    logger.warn('What became of a page could not be stored; it may be read again when the run is repeated.')
  }
  return told.error === undefined ? told : { ...told, error: plainLine(told.error, 400) }
}

/** A call counts as a success with one page that gave items, as a failure when each page it tried failed; else not at all. */
function judge(breaker: ToolCircuitBreaker, outcomes: readonly PageOutcome[]): void {
  if (outcomes.some(({ count }) => count > 0)) breaker.recordSuccess('processUrls')
  else if (outcomes.length > 0 && outcomes.every(({ isFailure }) => isFailure)) breaker.recordFailure('processUrls', outcomes[0]?.error)
}

function skip(url: string, error: string): Omit<ProcessedUrl, 'remainingUrlBudget'> {
  return { url, items: [], count: 0, skipped: true, error }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'unknown error'
}

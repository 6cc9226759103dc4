import type { CollectLogLine, CollectRun } from '../../../shared/contract/collect'
import type { AppEvent } from '../../../shared/contract/events'
import type { JobContext } from '../../core/jobs/define-job'
import type { CollectRunStore, RunProgress } from './collect-run-store'
import { type CollectProgress, generatePercent } from './progress'
import { type CollectLogEntry, collectSteps } from './steps'
import type { LedgerEntry } from './url-ledger'

/** What waits to be written is written after so long, or with the next page. */
const WRITE_MS = 500
/** The window is told no oftener. */
const TELL_MS = 200
const GENERATE_STEP = collectSteps.findIndex(({ id }) => id === 'generate-items')

const words = ['Getting ready', 'Searching and reading', 'Putting together what was found', 'Taking pictures of pages', 'Finishing']

export interface RunWriterDeps {
  runs: CollectRunStore
  publish: (event: AppEvent) => void
  now: () => number
}

/** Keeps what a run has found and how far it is, in memory at once and in the vault a little later, many things in one write. */
export interface RunWriter {
  stage(slug: string, json: string): void
  unstage(slug: string): void
  /** Written at once, with all that was staged before: a page counts as read only with its items. */
  settle(entry: LedgerEntry): void
  /** Of the collection before the run; not counted as found. */
  setKnown(slugs: readonly string[]): void
  log(entry: CollectLogEntry): void
  progress(progress: CollectProgress): void
  addTokens(who: 'parent' | 'workers', promptTokens: number, completionTokens: number): void
  /** Writes all that waits. Throws when the job is no longer this run's. */
  flush(): void
  state(): RunProgress
  /** Ends the timers, and tells what was not told yet; writes nothing. */
  stop(): void
}

export function createRunWriter(deps: RunWriterDeps, run: CollectRun, context: JobContext): RunWriter {
  const { runs } = deps
  let staged = new Map<string, string | null>()
  let settled: LedgerEntry[] = []
  let lines: Omit<CollectLogLine, 'n'>[] = []
  let known: ReadonlySet<string> = new Set()
  // What an interrupted run had counts on; its steps begin anew.
  const found = new Set<string>(runs.staged(run.id).map((json) => String((JSON.parse(json) as { slug?: unknown }).slug)))
  const pages = new Set<string>(runs.ledger(run.id).map(({ url }) => url))
  const tokens = structuredClone(run.tokens)
  const steps: CollectRun['steps'] = newSteps()
  let percent = 0
  let stepIndex = 0
  let message = words[0] ?? ''
  let isDirty = false
  let writeTimer: NodeJS.Timeout | undefined
  let tellTimer: NodeJS.Timeout | undefined

  const foundCount = () => [...found].filter((slug) => !known.has(slug)).length
  const state = (): RunProgress => ({ percent, message, steps, found: foundCount(), pages: pages.size, tokens })

  function tell(): void {
    tellTimer = undefined
    const { id: runId, collectionId } = run
    const stepName = collectSteps[stepIndex]?.name ?? ''
    const payload = {
      runId,
      jobId: context.jobId,
      collectionId,
      percent,
      stepIndex,
      stepName,
      message,
      found: foundCount(),
      pages: pages.size,
    }
    deps.publish({ type: 'collect-progress', seq: null, at: deps.now(), payload })
  }

  function changed(): void {
    isDirty = true
    if (stepIndex === GENERATE_STEP) percent = Math.max(percent, Math.min(80, generatePercent(foundCount())))
    tellTimer ??= setTimeout(tell, TELL_MS)
    writeTimer ??= setTimeout(() => {
      try {
        flush()
      } catch {
        // The run was stopped or lost meanwhile; whoever waits for it is told there.
      }
    }, WRITE_MS)
  }

  function flush(): void {
    clearTimeout(writeTimer)
    writeTimer = undefined
    if (!isDirty) return
    context.write(() => {
      for (const [slug, json] of staged) {
        if (json === null) runs.unstage(run.id, slug)
        else runs.stage(run.id, slug, json)
      }
      for (const entry of settled) runs.putLedger(run.id, entry)
      runs.addLog(run.id, lines)
      runs.setProgress(run.id, state())
    })
    staged = new Map()
    settled = []
    lines = []
    isDirty = false
  }

  return {
    stage(slug, json) {
      // Behind those that are there already, as in the order of the run.
      staged.delete(slug)
      staged.set(slug, json)
      found.add(slug)
      changed()
    },
    unstage(slug) {
      staged.set(slug, null)
      found.delete(slug)
      changed()
    },
    settle(entry) {
      settled.push(entry)
      pages.add(entry.url)
      changed()
      flush()
    },
    setKnown(slugs) {
      known = new Set(slugs)
    },
    log({ time, level, event, message: text, stepIndex: index }) {
      const step = index === null ? undefined : steps[index]
      if (step !== undefined && event === 'step_started') {
        Object.assign(step, { status: 'running', startedAt: time })
        stepIndex = index ?? stepIndex
        message = words[stepIndex] ?? message
        context.note(message)
      }
      if (step !== undefined && (event === 'step_completed' || event === 'step_failed' || event === 'step_skipped')) {
        const status = event === 'step_completed' ? 'completed' : event === 'step_failed' ? 'failed' : 'skipped'
        Object.assign(step, { status, endedAt: time, message: text === step.name ? null : text })
      }
      const told =
        event === 'message' ? text : `${step?.name ?? text}: ${event.replace('step_', '')}${text === step?.name ? '' : ` (${text})`}`
      lines.push({ at: time, level, message: told })
      changed()
    },
    progress(given) {
      percent = Math.max(percent, given.percent)
      if (given.message !== undefined && given.message !== '') {
        message = given.message
        context.note(message)
      }
      changed()
    },
    addTokens(who, promptTokens, completionTokens) {
      for (const counts of [tokens[who], tokens.total]) {
        counts.promptTokens += promptTokens
        counts.completionTokens += completionTokens
        counts.totalTokens += promptTokens + completionTokens
      }
      changed()
    },
    flush,
    state,
    stop() {
      clearTimeout(writeTimer)
      if (tellTimer === undefined) return
      clearTimeout(tellTimer)
      // The last word has the last numbers, also of a run that took less than the pause between two.
      if (!context.signal.aborted) tell()
    },
  }
}

/** The five steps of a run that has not begun. */
export function newSteps(): CollectRun['steps'] {
  return collectSteps.map(({ id, name }) => ({ id, name, status: 'pending', startedAt: null, endedAt: null, message: null }))
}

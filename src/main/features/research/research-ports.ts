import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import type { JobContext } from '../../core/jobs/define-job'
import { type Engine, type TextRole, thinkingContext } from '../../core/jobs/engine'
import { countTokens } from '../../core/llm/count-tokens'
import { GiveUp, RetryLater } from '../../core/queue/job-rules'
import { withinContext } from '../thinking/digest'
import type { FoundPage, ResearchDeps, ResearchModel } from './ports'
import { runResearch } from './run-research'

/** The web as a run uses it. */
export interface ResearchWeb {
  search(
    query: string,
    options: { limit: number; signal: AbortSignal },
  ): Promise<{ outcome: 'results'; results: FoundPage[] } | { outcome: 'nothing' }>
  readPage(url: string, options: { signal: AbortSignal }): Promise<{ url: string; title: string; text: string }>
}

export interface ResearchPortsDeps {
  engineOf: (role: TextRole) => Engine
  web: ResearchWeb
  newId: () => string
  now: () => number
}

/** An unreachable network is looked at again after this long. */
const OFFLINE_RETRY_MS = 15_000
/** While all is to stay on this computer; a change of settings has it look at once. */
const LOCAL_ONLY_RETRY_MS = 3600_000

/** What a run works with, for one job. `beforeAsk` is called before a prompt leaves for a model, and may throw. */
export function researchPorts(deps: ResearchPortsDeps, context: JobContext, beforeAsk: () => void = () => {}): ResearchDeps {
  function modelOf(role: TextRole): ResearchModel & { engine: Engine } {
    const engine = deps.engineOf(role)
    return {
      engine,
      async generate<T>({ outline, onText, ...request }: Parameters<ResearchModel['generate']>[0]) {
        beforeAsk()
        const thinking = {
          ...thinkingContext(context),
          onText: onText ?? (() => undefined),
          recordCall: (call: Parameters<JobContext['recordCall']>[0]) => context.recordCall(call, role),
        }
        // Working it out without a model takes turns of the event loop, so it is not done inside the engine.
        const { value, engine: label } = await engine.generate<unknown>({ ...request, outline: () => null }, thinking)
        return { value: (value === null ? await outline() : value) as T, engine: label }
      },
    }
  }
  const thinker = modelOf('thinker')
  return {
    worker: modelOf('worker'),
    thinker: {
      generate: thinker.generate,
      withinContext: (outputTokens, ask) => withinContext(thinker.engine, outputTokens, ({ prompt }) => ask(prompt)),
    },
    async search(query, options) {
      const found = await deps.web.search(query, options)
      return found.outcome === 'results' ? found.results : []
    },
    readPage: deps.web.readPage,
    countTokens,
    makeMark: () => deps.newId().replaceAll('-', ''),
    now: deps.now,
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
  }
}

/** What a failure of the web means for the job: wait without cost, give up, or an ordinary retry. */
export function webJobError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  switch (error.code) {
    case 'SEARCH_BLOCKED':
    case 'SEARCH_NOT_UNDERSTOOD':
    case 'SEARCH_KEY_REFUSED':
    case 'SEARCH_QUOTA_USED_UP':
    case 'SEARCH_NOT_SET_UP':
    case 'WEB_BLOCKED_ADDRESS':
      return new GiveUp(error.code, error.message, { cause: error })
    case 'WEB_UNREACHABLE':
      return new RetryLater(OFFLINE_RETRY_MS, error.message, error.code, error)
    case 'WEB_LOCAL_ONLY':
      return new RetryLater(LOCAL_ONLY_RETRY_MS, error.message, error.code, error)
    default:
      return error
  }
}

/** No page of those that were found could be read. */
export function nothingRead(count: number): GiveUp {
  return new GiveUp(
    'RESEARCH_NOTHING_READ',
    `${count === 1 ? 'The page that was found could not be read' : `None of the ${count} pages that were found could be read`}, so there is no report. Ask in other words, or try again later.`,
  )
}

/** Research as a tool of a larger piece of work: the report and its sources, `[n]` being the n-th of them. Nothing is stored. */
export function createResearchTool(deps: ResearchPortsDeps) {
  return async (question: string, context: JobContext) => {
    const outcome = await runResearch(question, researchPorts(deps, context), {
      signal: context.signal,
      onText: () => {},
      warn: context.warn,
      onProgress(progress) {
        if (progress.step === 'searching') context.note(`Searches the web, ${progress.number} of ${progress.of}`)
        else if (progress.step === 'reading') context.note('Reads web pages')
      },
    }).catch((error: unknown) => {
      throw webJobError(error)
    })
    if (outcome.kind === 'nothing-found')
      throw new GiveUp('RESEARCH_NOTHING_FOUND', 'The search found no page on this question. Ask it in other words.')
    if (outcome.kind === 'nothing-read') throw nothingRead(outcome.pages.length)
    return { text: outcome.body, sources: outcome.read.map(({ url, title }) => ({ url, title })), engine: outcome.engine }
  }
}

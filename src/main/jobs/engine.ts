import type { z } from 'zod'
import type { EngineLabel, ModelCall } from '../../shared/entities'
import { AppError } from '../../shared/errors'
import { GiveUp, RetryLater } from '../domain/job-rules'
import type { JobContext } from './define-job'

/** A job's context as the engine takes it; what is written is shown as it comes. */
export function thinkingContext(context: JobContext): ThinkingContext {
  const { signal, attempt, changes, append, recordCall, beforeModelCall } = context
  return { signal, attempt, changes, onText: append, recordCall, beforeModelCall }
}

/** One piece of thinking: the prompt for a model, and the same thing worked out without one. */
export interface ThinkingRequest<T> {
  /** What the call is for, as shown in the trace: "Write the answer". */
  name: string
  system: string
  prompt: string
  schema?: z.ZodType<T>
  maxOutputTokens?: number
  /** The budget above belongs to a small step of the work: what a person changed for the job is not meant for it. */
  ownBudget?: boolean
  outline: () => T
}

export interface ThinkingContext {
  signal: AbortSignal
  /** 1 for the first. A later one gets more room, because too little of it is what an attempt most often fails by. */
  attempt: number
  /** What a person had this job do differently from Settings. */
  changes: JobContext['changes']
  /** Text as it is written. */
  onText: (delta: string) => void
  recordCall: (call: Omit<ModelCall, 'id'>) => void
  beforeModelCall: () => void
}

export interface ThinkingResult<T> {
  value: T
  engine: EngineLabel
}

/** Who thinks: a model server or the built-in outline. A job cannot tell which, except that it asks whether text leaves this computer. */
export interface Engine {
  generate<T>(request: ThinkingRequest<T>, context: ThinkingContext): Promise<ThinkingResult<T>>
  /** True when a request would go to another computer. */
  leavesComputer(): boolean
  /** Tokens that prompt and answer may take together; infinite without a model. */
  contextTokens(): number
}

/** The part of the model client that the engine uses. */
export interface TextModel {
  generate<T>(
    request: { name: string; system: string; prompt: string; schema?: z.ZodType<T>; maxOutputTokens?: number },
    context: { signal: AbortSignal; onText?: (delta: string) => void; recordCall?: (call: Omit<ModelCall, 'id'>) => void },
  ): Promise<{ text: string; value: T; model: string }>
}

export interface EngineDeps {
  /** The chosen server, by another model or with more time where a job says so. */
  model: (changes: JobContext['changes']) => TextModel
  /** Null when the built-in engine is chosen, or no server is set. */
  endpoint: () => { baseUrl: string } | null
  builtinLabel: string
  /** The output budget of one call, in tokens. */
  maxOutputTokens: () => number
  /** Context of the model, in tokens. */
  contextTokens: () => number
}

/** Hosts on this computer. A name that resolves to loopback by chance is not trusted. */
export function isLoopback(baseUrl: string): boolean {
  try {
    const { hostname } = new URL(baseUrl)
    return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  } catch {
    return false
  }
}

/** The largest budget the settings allow; doubling for later attempts stops there. */
const MOST_OUTPUT_TOKENS = 131_072
/** How long a job waits before it looks whether an unreachable server is back. */
const OFFLINE_RETRY_MS = 15_000
const RATE_LIMIT_MS = 30_000

/** What an error of the model client means for the job: wait without cost, give up at once, or an ordinary retry. */
export function jobErrorOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const words = typeof error.data?.serverWords === 'string' ? error.data.serverWords : null
  switch (error.code) {
    case 'MODEL_UNREACHABLE':
      return new RetryLater(OFFLINE_RETRY_MS, error.message, error.code, error)
    case 'MODEL_RATE_LIMITED': {
      const told = error.data?.retryAfterMs
      return new RetryLater(typeof told === 'number' && told > 0 ? told : RATE_LIMIT_MS, error.message, error.code, error)
    }
    case 'MODEL_QUOTA_USED_UP':
    case 'MODEL_KEY_REFUSED':
    case 'MODEL_UNKNOWN':
    case 'MODEL_REFUSED':
    case 'MODEL_CONTEXT_TOO_LONG':
      return new GiveUp(error.code, error.message, { cause: error, serverWords: words })
    default:
      return error
  }
}

/** After a refusal that a person has to mend, this long passes before another job tries by itself. */
const REFUSED_WAIT_MS = 3600_000
/** What no repetition changes: the key, the model's name, the money. */
const toBeMended = new Set(['MODEL_KEY_REFUSED', 'MODEL_UNKNOWN', 'MODEL_QUOTA_USED_UP'])

export function createEngine(deps: EngineDeps): Engine & { forgetRefusal(olderThanMs?: number): void } {
  /** The first job that meets such a refusal is dead and tells; the others wait, so that 200 of them do not make 200 calls. */
  let refusal: { model: string; error: AppError; at: number } | null = null

  return {
    forgetRefusal(olderThanMs = 0) {
      if (refusal && performance.now() - refusal.at >= olderThanMs) refusal = null
    },
    leavesComputer() {
      const endpoint = deps.endpoint()
      return endpoint !== null && !isLoopback(endpoint.baseUrl)
    },
    contextTokens: () => (deps.endpoint() === null ? Number.POSITIVE_INFINITY : deps.contextTokens()),
    async generate<T>(request: ThinkingRequest<T>, context: ThinkingContext): Promise<ThinkingResult<T>> {
      if (deps.endpoint() === null) {
        const value = request.outline()
        if (typeof value === 'string') context.onText(value)
        return { value, engine: { kind: 'builtin', label: deps.builtinLabel } }
      }
      // A job that a person changed for another model is not stopped by the refusal of this one.
      const asked = context.changes.model ?? ''
      if (refusal && refusal.model === asked)
        throw new RetryLater(REFUSED_WAIT_MS, refusal.error.message, refusal.error.code, refusal.error)
      try {
        context.beforeModelCall()
        const { outline: _, ownBudget, ...prompt } = request
        const changed = ownBudget ? undefined : context.changes.maxOutputTokens
        const budget = changed ?? request.maxOutputTokens ?? deps.maxOutputTokens()
        const maxOutputTokens = Math.min(budget * 2 ** Math.min(context.attempt - 1, 3), MOST_OUTPUT_TOKENS)
        const result = await deps
          .model(context.changes)
          .generate({ ...prompt, maxOutputTokens }, { signal: context.signal, onText: context.onText, recordCall: context.recordCall })
        return { value: result.value, engine: { kind: 'model', label: result.model } }
      } catch (error) {
        if (error instanceof AppError && toBeMended.has(error.code)) refusal = { model: asked, error, at: performance.now() }
        throw jobErrorOf(error)
      }
    },
  }
}

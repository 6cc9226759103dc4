import type { EngineLabel, ModelCall } from '../../../shared/entities'
import type { GenerateRequest } from '../llm/model-call'
import type { JobContext } from './define-job'
import type { EndpointRests, RestTarget } from './endpoint-rest'

/** A job's context as the engine takes it; what is written is shown as it comes. */
export function thinkingContext(context: JobContext): ThinkingContext {
  const { signal, attempt, changes, append, recordCall, beforeModelCall, warn } = context
  return { signal, attempt, changes, onText: append, recordCall, beforeModelCall, warn }
}

/** Who writes text: `thinker` for Deep Think, `worker` for summaries, briefings and queries. */
export type TextRole = 'thinker' | 'worker'

/** One piece of thinking: the prompt for a model, and the same thing worked out without one. */
export interface ThinkingRequest<T> extends GenerateRequest<T> {
  /** `maxOutputTokens` belongs to a small step of the work: what a person changed for the job is not meant for it. */
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
  /** A sentence for the person on what an answer rests on. */
  warn: (sentence: string) => void
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
    request: GenerateRequest<T>,
    context: { signal: AbortSignal; onText?: (delta: string) => void; recordCall?: (call: Omit<ModelCall, 'id'>) => void },
  ): Promise<{ text: string; value: T; model: string; warning: string | null }>
}

/** Where the requests of a role go. */
export interface EngineTarget extends RestTarget {
  contextTokens: number
  leavesComputer: boolean
}

export interface EngineDeps {
  /** Null when the built-in engine does the work of this role. */
  target: (role: TextRole) => EngineTarget | null
  /** The client of that server, by another model or with more time where a job says so. */
  model: (role: TextRole, changes: JobContext['changes']) => TextModel
  rests: EndpointRests
  builtinLabel: string
  /** The output budget of one call, in tokens. */
  maxOutputTokens: () => number
}

/** The largest budget the settings allow; doubling for later attempts stops there. */
const MOST_OUTPUT_TOKENS = 131_072
/** The engine of one role. Which server that is may change with every call. */
export function createEngine(role: TextRole, deps: EngineDeps): Engine {
  return {
    leavesComputer: () => deps.target(role)?.leavesComputer ?? false,
    contextTokens: () => deps.target(role)?.contextTokens ?? Number.POSITIVE_INFINITY,
    async generate<T>(request: ThinkingRequest<T>, context: ThinkingContext): Promise<ThinkingResult<T>> {
      const target = deps.target(role)
      if (target === null) {
        const value = request.outline()
        if (typeof value === 'string') context.onText(value)
        return { value, engine: { kind: 'builtin', label: deps.builtinLabel } }
      }
      // A job that a person changed for another model is not stopped by the refusal of this one.
      const asked = { endpointId: target.endpointId, model: context.changes.model ?? target.model }
      deps.rests.assertAwake(asked)
      context.beforeModelCall()
      try {
        const { outline: _, ownBudget, ...prompt } = request
        const changed = ownBudget ? undefined : context.changes.maxOutputTokens
        const budget = changed ?? request.maxOutputTokens ?? deps.maxOutputTokens()
        const maxOutputTokens = Math.min(budget * 2 ** Math.min(context.attempt - 1, 3), MOST_OUTPUT_TOKENS)
        const result = await deps
          .model(role, context.changes)
          .generate({ ...prompt, maxOutputTokens }, { signal: context.signal, onText: context.onText, recordCall: context.recordCall })
        deps.rests.answered(asked)
        if (result.warning !== null) context.warn(result.warning)
        return { value: result.value, engine: { kind: 'model', label: result.model } }
      } catch (error) {
        throw deps.rests.jobErrorFor(error, asked)
      }
    },
  }
}

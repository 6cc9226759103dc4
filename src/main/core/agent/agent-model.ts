import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, wrapLanguageModel } from 'ai'
import { AppError } from '../../../shared/errors'
import { type AgentCallRecord, createTranscript, writeReply } from './call-record'
import type { AgentModel, ModelMiddleware } from './model-types'
import { createReasoningMiddleware, type SplitReasoning } from './reasoning-middleware'
import { findAppError, isTransient } from './transient-failure'

/** The way to one model of one server. Made of our own model client where both are wired, because engines do not know each other. */
export interface AgentTransport {
  /** Address of the API root without credentials, such as `http://127.0.0.1:11434/v1`. */
  root: string
  /** Host and port, as people know the server. */
  host: string
  model: string
  /**
   * Sends one chat completion and gives the JSON text of its answer, with known secrets taken out. Adds the key, keeps to the time limits,
   * follows no redirect, and rejects with an AppError with a MODEL_* code (`data.status`, `data.retryAfterMs` where known) or CANCELLED.
   */
  complete(body: string, signal: AbortSignal): Promise<string>
  /** Takes known secrets out of a prompt for the trace. */
  redact(text: string): string
  splitReasoning: SplitReasoning
}

export interface AgentModelDeps {
  transport: AgentTransport
  /** Called once for each request, also one that failed or was aborted. */
  recordCall?: (call: AgentCallRecord) => void
  /** Called and waited for before each request; what it throws (a ceiling is reached) ends the run. */
  beforeCall?: (signal: AbortSignal) => void | Promise<void>
  now: () => number
  /** What the call is for, as shown in the trace. */
  name: string
}

/**
 * A model server as the AI SDK's tool loop needs it. The SDK writes the request and reads the answer; the sending is ours, so that the key
 * never meets the SDK, its errors or its logs, time limits are ours only, and each request is in the trace. Answers come whole: a
 * tool call is of use only when it is. Failures are APICallErrors without bodies or headers, whose `cause` is the AppError.
 */
export function createAgentModel(deps: AgentModelDeps): AgentModel {
  const { transport } = deps
  // Its warnings go to the console with texts of its own; ours is the only log.
  globalThis.AI_SDK_LOG_WARNINGS = false
  const provider = createOpenAICompatible({
    name: 'cortexa',
    baseURL: transport.root,
    fetch: async (_url, init) => {
      const signal = init?.signal ?? new AbortController().signal
      return new Response(await transport.complete(String(init?.body ?? ''), signal), { headers: { 'content-type': 'application/json' } })
    },
  })
  // The first sees the request first: reasoning is gone from it before it is recorded, and still in the answer when that is.
  return wrapLanguageModel({
    model: provider.chatModel(transport.model),
    middleware: [createReasoningMiddleware(transport.splitReasoning), recordCalls(deps)],
  })
}

function recordCalls(deps: AgentModelDeps): ModelMiddleware {
  const { transport, now } = deps
  const transcript = createTranscript()
  return {
    specificationVersion: 'v4',
    wrapGenerate: async ({ doGenerate, params }) => {
      await deps.beforeCall?.(params.abortSignal ?? new AbortController().signal)
      const startedAt = now()
      const record = (
        outcome: Pick<AgentCallRecord, 'promptTokens' | 'outputTokens' | 'finishReason' | 'errorCode' | 'reply' | 'reasoning'>,
      ): void =>
        deps.recordCall?.({
          name: deps.name,
          endpoint: transport.root,
          model: transport.model,
          startedAt,
          durationMs: now() - startedAt,
          prompt: transport.redact(transcript(params.prompt)),
          ...outcome,
        })
      try {
        const answer = await doGenerate()
        record({
          promptTokens: answer.usage.inputTokens.total ?? null,
          outputTokens: answer.usage.outputTokens.total ?? null,
          finishReason: answer.finishReason.raw ?? answer.finishReason.unified,
          errorCode: null,
          ...writeReply(answer),
        })
        return answer
      } catch (error) {
        const appError = findAppError(error) ?? unreadable(error, transport)
        const words = appError.data?.serverWords
        record({
          promptTokens: null,
          outputTokens: null,
          finishReason: null,
          errorCode: appError.code,
          reply: typeof words === 'string' ? words : '',
          reasoning: '',
        })
        throw params.abortSignal?.aborted ? appError : toApiCallError(appError, transport)
      }
    },
  }
}

/** An answer that the SDK could not read; its own error holds the whole request and the body, and goes no further. */
function unreadable(error: unknown, { host }: AgentTransport): AppError {
  return new AppError(
    'MODEL_SERVER_ERROR',
    `The answer of ${host} does not follow the OpenAI protocol for tool calls. Choose another model or server in Settings.`,
    { data: { serverWords: error instanceof Error ? error.message.slice(0, 300) : '' } },
  )
}

/** In the form for which the SDK's own retries look. */
function toApiCallError(error: AppError, { root }: AgentTransport): APICallError {
  const status = error.data?.status
  const waitMs = error.data?.retryAfterMs
  return new APICallError({
    message: error.message,
    url: root,
    requestBodyValues: {},
    isRetryable: isTransient(error),
    cause: error,
    ...(typeof status === 'number' ? { statusCode: status } : {}),
    ...(typeof waitMs === 'number' ? { responseHeaders: { 'retry-after-ms': String(waitMs) } } : {}),
  })
}

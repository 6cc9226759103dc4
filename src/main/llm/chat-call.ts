import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type ModelMessage, streamText } from 'ai'
import type { Capabilities } from './capability-ladder'
import { type ObservedAnswer, tidyChatAnswer } from './chat-stream'
import type { Fetch } from './node-fetch'
import { createReasoningFilter, splitReasoning } from './reasoning-filter'
import { isStrictSchema, type JsonSchema } from './schema-for-model'

export interface ChatRequest {
  model: string
  system: string
  messages: ModelMessage[]
  /** The form of the answer; null for free text. */
  form: JsonSchema | null
  maxOutputTokens: number
  capabilities: Capabilities
}

export interface ChatAnswer {
  /** The answer without reasoning, trimmed. What `onText` got, joined, is the same, save for the case told at `createReasoningFilter`. */
  text: string
  /** The reply as it came, reasoning tags included, for the trace. */
  raw: string
  reasoning: string
  refusal: string
  finishReason: string | null
  promptTokens: number | null
  outputTokens: number | null
}

export interface ChatCallContext {
  http: Fetch
  root: string
  signal: AbortSignal
  onText: (delta: string) => void
}

/**
 * One chat completion, streamed, one request, no retry. `answer` fills while it runs, so that a failed call still has in it what came.
 * Throws what the request threw (ServerFailure, ConnectionFailure, AppError); for an aborted signal, the signal's reason.
 */
export async function callChat(request: ChatRequest, context: ChatCallContext, answer: ChatAnswer): Promise<void> {
  const observed: ObservedAnswer = { refusal: '', finishReason: null, failure: undefined }
  const filter = createReasoningFilter()
  const speak = createSpeaker(context.onText)
  const provider = createOpenAICompatible({
    name: 'server',
    baseURL: context.root,
    includeUsage: request.capabilities.streamUsage,
    // Headers, key and query are added below the SDK, so that they cannot stand in one of its errors.
    fetch: async (url, init) => {
      const body = typeof init?.body === 'string' ? { body: init.body } : {}
      const response = await context.http(String(url), { method: 'POST', ...body, ...(init?.signal ? { signal: init.signal } : {}) })
      return tidyChatAnswer(response, observed)
    },
    transformRequestBody: (body) => ({ ...body, max_tokens: undefined, ...limitOf(request), ...formatOf(request) }),
  })
  const result = streamText({
    model: provider.chatModel(request.model),
    ...(request.system === '' ? {} : { instructions: request.system }),
    messages: request.messages,
    maxRetries: 0,
    abortSignal: context.signal,
    // Errors are in the stream; without this the SDK writes them to the console.
    onError: () => {},
  })

  try {
    for await (const part of result.stream) {
      if (part.type === 'text-delta') {
        answer.raw += part.text
        const parts = filter.push(part.text)
        answer.reasoning += parts.reasoning
        speak(parts.text)
      } else if (part.type === 'reasoning-delta') answer.reasoning += part.text
      else if (part.type === 'error') throw part.error
      else if (part.type === 'abort') throw context.signal.reason
      else if (part.type === 'finish') {
        answer.promptTokens = wholeNumber(part.totalUsage.inputTokens)
        answer.outputTokens = wholeNumber(part.totalUsage.outputTokens)
      }
    }
    context.signal.throwIfAborted()
    if (observed.failure !== undefined) throw observed.failure
  } finally {
    const last = filter.end()
    answer.reasoning += last.reasoning
    speak(last.text)
    const parts = splitReasoning(answer.raw)
    answer.text = parts.text
    if (answer.reasoning.length < parts.reasoning.length) answer.reasoning = parts.reasoning
    answer.reasoning = answer.reasoning.trim()
    answer.refusal = observed.refusal.trim()
    answer.finishReason = observed.finishReason
  }
}

export function emptyAnswer(): ChatAnswer {
  return { text: '', raw: '', reasoning: '', refusal: '', finishReason: null, promptTokens: null, outputTokens: null }
}

function wholeNumber(count: number | undefined): number | null {
  return count === undefined || !Number.isFinite(count) ? null : Math.round(count)
}

function limitOf({ capabilities, maxOutputTokens }: ChatRequest): Record<string, number> {
  return capabilities.limitField === 'none' ? {} : { [capabilities.limitField]: maxOutputTokens }
}

function formatOf({ capabilities, form }: ChatRequest): Record<string, unknown> {
  if (form === null || capabilities.format === 'prompt') return {}
  if (capabilities.format === 'json_object') return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: isStrictSchema(form), schema: form } } }
}

/** Hands text on without white space at its two ends: what is handed on, joined, is the trimmed text. */
function createSpeaker(onText: (delta: string) => void): (text: string) => void {
  let begun = false
  let space = ''
  return (text) => {
    const words = begun ? text : text.trimStart()
    if (words === '') return
    const kept = words.trimEnd()
    if (kept === '') {
      space += words
      return
    }
    const delta = space + kept
    space = words.slice(kept.length)
    begun = true
    onText(delta)
  }
}

import type { Capabilities } from './capability-ladder'
import { type ObservedAnswer, readChatAnswer } from './chat-stream'
import type { PromptImage } from './model-call'
import type { Fetch } from './node-fetch'
import { createReasoningFilter, splitReasoning } from './reasoning-filter'
import type { StreamRedactor } from './redact-secrets'
import { isStrictSchema, type JsonSchema } from './schema-for-model'

export interface ChatMessage {
  role: 'user' | 'assistant'
  content: string
  /** Sent after the text, as `image_url` parts with the picture inside. */
  images?: readonly PromptImage[]
}

export interface ChatRequest {
  model: string
  system: string
  messages: ChatMessage[]
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
  /** Takes known secrets out of what the server sends, before it goes anywhere. */
  redact: () => StreamRedactor
}

/**
 * One chat completion, streamed, one request, no retry. `answer` fills while it runs, so that a failed call still has in it what came.
 * Throws what the request threw (ServerFailure, ConnectionFailure, AppError); for an aborted signal, the signal's reason.
 *
 * The events are read here and not by the AI SDK, whose pipeline costs some 80 µs of the main thread for every token and 4 ms for every
 * call (`npm run bench:llm`).
 */
export async function callChat(request: ChatRequest, context: ChatCallContext, answer: ChatAnswer): Promise<void> {
  const observed: ObservedAnswer = { refusal: '', finishReason: null, promptTokens: null, outputTokens: null }
  const filter = createReasoningFilter()
  const speak = createSpeaker(context.onText)
  const cleanText = context.redact()
  const cleanReasoning = context.redact()

  function take(text: string, reasoning: string): void {
    answer.reasoning += reasoning
    if (text === '') return
    answer.raw += text
    const parts = filter.push(text)
    answer.reasoning += parts.reasoning
    speak(parts.text)
  }

  try {
    const response = await context.http(`${context.root}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify(bodyOf(request)),
      signal: context.signal,
    })
    await readChatAnswer(response, (text, reasoning) => take(cleanText.push(text), cleanReasoning.push(reasoning)), observed)
  } finally {
    take(cleanText.end(), cleanReasoning.end())
    const last = filter.end()
    answer.reasoning += last.reasoning
    speak(last.text)
    const parts = splitReasoning(answer.raw)
    answer.text = parts.text
    if (answer.reasoning.length < parts.reasoning.length) answer.reasoning = parts.reasoning
    answer.reasoning = answer.reasoning.trim()
    answer.refusal = observed.refusal.trim()
    answer.finishReason = observed.finishReason
    answer.promptTokens = observed.promptTokens
    answer.outputTokens = observed.outputTokens
  }
}

export function emptyAnswer(): ChatAnswer {
  return { text: '', raw: '', reasoning: '', refusal: '', finishReason: null, promptTokens: null, outputTokens: null }
}

function bodyOf(request: ChatRequest): Record<string, unknown> {
  const { capabilities } = request
  return {
    model: request.model,
    messages: [...(request.system === '' ? [] : [{ role: 'system', content: request.system }]), ...request.messages.map(toWireMessage)],
    stream: true,
    ...(capabilities.streamUsage ? { stream_options: { include_usage: true } } : {}),
    ...(capabilities.limitField === 'none' ? {} : { [capabilities.limitField]: request.maxOutputTokens }),
    ...formatOf(request),
  }
}

function toWireMessage({ role, content, images = [] }: ChatMessage): { role: string; content: unknown } {
  if (images.length === 0) return { role, content }
  const pictures = images.map(({ mime, base64 }) => ({ type: 'image_url', image_url: { url: `data:${mime};base64,${base64}` } }))
  return { role, content: [{ type: 'text', text: content }, ...pictures] }
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

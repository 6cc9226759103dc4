import { AppError, type ErrorCode } from '../../../shared/errors'
import { parseOrUndefined } from './json-values'
import { ConnectionFailure } from './node-fetch'
import type { Redactor } from './redact-secrets'

/** In place of a status: the answer was a 200, but none that the OpenAI protocol knows. */
export const noOpenAiAnswer = 0

/** The server was reached and said no: by its status, or by an error object in a 200. */
export class ServerFailure extends Error {
  readonly status: number
  /** The body as it came, at most 64 KiB. Never shown before it is redacted. */
  readonly body: string
  readonly retryAfterMs: number | null

  constructor(status: number, body: string, retryAfterMs: number | null = null) {
    super(`status ${status}`)
    this.name = 'ServerFailure'
    this.status = status
    this.body = body
    this.retryAfterMs = retryAfterMs
  }
}

/** What an error sentence needs to know about the call that failed. */
export interface FailureContext {
  /** Host and port, as people know the server. */
  host: string
  model: string
  purpose: 'answer' | 'embedding' | 'list' | 'speech'
  /** The voice asked for, for speech. */
  voice?: string
  redactor: Redactor
}

interface Verdict {
  code: ErrorCode
  message: string
}

/** What OpenAI, Azure, Gemini, Anthropic and OpenRouter say when there is no money left. */
const quotaWords = [
  /insufficient[_ ]quota|exceeded your current quota|quota (?:is )?(?:used up|exhausted)/i,
  /credit balance|insufficient (?:credits|funds|balance)|out of credits|billing|payment required/i,
]

/** What OpenAI, vLLM, llama.cpp, LM Studio and embedding servers say of a text that is too long. */
const contextWords = [
  /context[_ ](?:length|window|size)|maximum context|n_ctx|reduce the length/i,
  /(?:prompt|input) (?:is )?too (?:long|large)|too large to process|too many (?:input )?tokens/i,
  /exceeds? the (?:available|maximum|max)[^.]{0,30}(?:context|tokens|length)|maximum (?:input )?(?:sequence )?length/i,
  /(?:at most|less than) \d+ tokens|tokens? exceeds? n_ctx|context the overflows|too large for model with \d+/i,
  /request too large|longer than the maximum model length|reduce your (?:message|prompt)/i,
]

/** What OpenAI, Groq and servers in Python say of a text that is too long to speak. They count characters. */
const speechLengthWords = [
  /string_too_long|(?:at most|less than|more than|up to|maximum(?: length)?(?: is| of)?|max|exceeds?[^.\n]{0,40}) ?[\d,]+ ?(?:characters|chars)/i,
  /(?:input|text|prompt) (?:is |was )?too long|too many characters|character limit|(?:input|text) length exceeds/i,
]

/** What Kokoro-FastAPI, OpenAI, Speaches and openedai-speech say of a voice they do not have. */
const unknownVoiceWords =
  /not found|unknown|invalid|unsupported|not (?:supported|available|configured|exist)|no such|does ?n[o']t exist|input should be|must be one of|available voices|error loading|missing|required/i

/** What OpenAI, Mistral, Ollama and LM Studio say of a model they do not have. */
const unknownModelWords = [
  /model_not_found|invalid_model|(?:unknown|invalid|no such|no) model|try pulling it/i,
  /model[^.\n]{0,200}(?:not found|does not exist|doesn't exist|is not available|not loaded|unknown|not exist)/i,
  /not a valid model|no models? (?:is |are )?loaded/i,
]
/** What OpenAI, Azure and OpenRouter say of a text that their moderation stopped. */
const moderationWords = [/content[_ ](?:filter|policy)|requires moderation|input was flagged|flagged for|safety system/i]
const loadingWords = [/loading (?:the )?model|model is (?:still )?loading|currently loading/i]

/**
 * Turns whatever broke a model call into an AppError with a MODEL_* code, a sentence for people with the next
 * step, and `data: { serverWords, status?, retryAfterMs? }`, secrets removed. An AppError anywhere in the chain of causes stays as it is.
 */
export function toModelError(error: unknown, context: FailureContext): AppError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; cause = cause.cause, depth += 1) {
    if (cause instanceof AppError) return cause
    if (cause instanceof ServerFailure) return serverError(cause, context)
    if (cause instanceof ConnectionFailure) return connectionError(cause, context)
  }
  const words = context.redactor.serverWords(error instanceof Error ? error.message : String(error))
  return new AppError(
    'MODEL_SERVER_ERROR',
    `The answer of ${context.host} does not follow the OpenAI protocol. Check that the address in Settings is that of a model server; it usually ends in /v1.`,
    { data: { serverWords: words } },
  )
}

/** The same for a call that an aborted signal may have ended: then the signal's own reason when that is an AppError, else CANCELLED. */
export function toCallError(error: unknown, signal: AbortSignal, context: FailureContext): AppError {
  if (!signal.aborted) return toModelError(error, context)
  return signal.reason instanceof AppError ? signal.reason : new AppError('CANCELLED', 'The model call was cancelled.')
}

/**
 * The server's own words out of an error body: its message where it is the usual JSON, else the text without markup. Redacted, at most
 * 600 characters.
 */
export function readServerWords(body: string, redactor: Redactor): string {
  const plain =
    messageOf(parseOrUndefined(body)) ??
    body
      .slice(0, 8_000)
      .replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/gi, ' ')
      .replace(/<[^>]*>/g, ' ')
  const words = redactor.serverWords(plain).replace(/\s+/g, ' ').trim()
  return words.length > 600 ? `${words.slice(0, 600)} …` : words
}

function serverError(failure: ServerFailure, context: FailureContext): AppError {
  const serverWords = readServerWords(failure.body, context.redactor)
  // Codes such as "insufficient_quota" stand beside the message, so the whole body is searched.
  const { code, message } = judge(failure, failure.body.slice(0, 8_000), context)
  const quote = serverWords === '' ? '' : ` The server said: "${serverWords.length > 200 ? `${serverWords.slice(0, 200)} …` : serverWords}"`
  const data = {
    serverWords,
    ...(failure.status === noOpenAiAnswer ? {} : { status: failure.status }),
    ...(failure.retryAfterMs === null ? {} : { retryAfterMs: failure.retryAfterMs }),
  }
  return new AppError(code, `${message}${quote}`, { data })
}

function judge({ status, retryAfterMs }: ServerFailure, words: string, { host, model, purpose, voice }: FailureContext): Verdict {
  if (status === noOpenAiAnswer) {
    return {
      code: 'MODEL_SERVER_ERROR',
      message: `The answer of ${host} does not follow the OpenAI protocol. Check that the address in Settings is that of a model server; it usually ends in /v1.`,
    }
  }
  if (status >= 300 && status < 400) {
    return {
      code: 'MODEL_SERVER_ERROR',
      message: `${host} sends the request on to another address, and Cortexa does not follow so that the key stays where it belongs. Enter the final address in Settings.`,
    }
  }
  if (status === 402 || ((status === 429 || status === 403 || status === 400) && mentions(words, quotaWords))) {
    return {
      code: 'MODEL_QUOTA_USED_UP',
      message: `The quota or credit at ${host} is used up. Add credit there, or choose another model in Settings, then retry.`,
    }
  }
  if (status === 429 || status === 529) {
    const wait = retryAfterMs === null ? 'a while' : `${Math.max(1, Math.ceil(retryAfterMs / 1000))} s`
    return { code: 'MODEL_RATE_LIMITED', message: `${host} takes no more requests for now. The work goes on by itself after ${wait}.` }
  }
  if ((status === 400 || status === 403) && mentions(words, moderationWords)) {
    return {
      code: 'MODEL_REFUSED',
      message: `${host} refused the text. Reword the thought, or choose another model in Settings.`,
    }
  }
  if (status === 401 || status === 403) {
    return { code: 'MODEL_KEY_REFUSED', message: `${host} refused the API key (${status}). Check the key in Settings, then retry.` }
  }
  if (purpose === 'speech' && [400, 413, 422, 500].includes(status) && mentions(words, speechLengthWords)) {
    return {
      code: 'MODEL_CONTEXT_TOO_LONG',
      message: `The text is too long for ${model} to speak at once. Choose another speech model in Settings.`,
    }
  }
  if (purpose === 'speech' && [400, 404, 422, 500, 503].includes(status) && isAboutVoice(words, model)) {
    const called = voice === undefined || voice === '' ? 'needs a voice that it knows' : `has no voice named "${voice}" for ${model}`
    return { code: 'MODEL_UNKNOWN', message: `${host} ${called}. Choose one of its voices in Settings.` }
  }
  if ([400, 413, 422, 500].includes(status) && mentions(words, contextWords)) {
    return {
      code: 'MODEL_CONTEXT_TOO_LONG',
      message: `The text is too long for ${model}. Shorten it, or choose a model with a larger context in Settings.`,
    }
  }
  if ([400, 404, 422, 500].includes(status) && mentions(words, unknownModelWords)) {
    return {
      code: 'MODEL_UNKNOWN',
      message: `${host} has no model named "${model}". Choose one of its models in Settings, or load it there.`,
    }
  }
  if (purpose === 'speech' && (status === 404 || status === 405 || status === 501)) {
    return {
      code: 'MODEL_UNKNOWN',
      message: `${host} makes no speech with "${model}" (${status}). Choose a speech model, or the built-in voice, in Settings.`,
    }
  }
  if (status === 404 || status === 405) {
    return {
      code: 'MODEL_UNKNOWN',
      message: `${host} has nothing under this address, or no model named "${model}". Check the address (it usually ends in /v1) and the model in Settings.`,
    }
  }
  if (status === 503 && mentions(words, loadingWords)) {
    return { code: 'MODEL_UNREACHABLE', message: `${host} is still loading ${model}. The work goes on by itself when it is ready.` }
  }
  if (purpose === 'embedding' && (status < 500 || status === 501)) {
    return {
      code: 'MODEL_UNKNOWN',
      message: `${host} makes no embeddings with "${model}" (${status}). Choose an embedding model in Settings.`,
    }
  }
  if (status >= 500)
    return {
      code: 'MODEL_SERVER_ERROR',
      message: `${host} had a fault of its own (${status}). If it goes on, look at the server, then retry.`,
    }
  const settings = purpose === 'speech' ? 'the speech model and the voice' : 'the model and the address'
  return { code: 'MODEL_SERVER_ERROR', message: `${host} did not accept the request (${status}). Check ${settings} in Settings.` }
}

function mentions(words: string, patterns: readonly RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(words))
}

/** The name of a speech model may hold the word "voice" too. */
function isAboutVoice(words: string, model: string): boolean {
  const others = model === '' ? words : words.split(model).join(' ')
  return /\bvoices?\b/i.test(others) && unknownVoiceWords.test(others)
}

function connectionError(failure: ConnectionFailure, { host, purpose, redactor }: FailureContext): AppError {
  const data = { serverWords: redactor.serverWords(`${failure.reason}: ${failure.message}`) }
  if (failure.connected) {
    return new AppError(
      'MODEL_SERVER_ERROR',
      `${host} broke the connection off before its answer was whole. If it goes on, look at the server, then retry.`,
      { data },
    )
  }
  // A list is asked for by a person who waits; only work goes on by itself.
  const after = purpose === 'list' ? '' : ' The work goes on by itself once it answers.'
  return new AppError('MODEL_UNREACHABLE', `${unreachableBecause(failure.reason, host)}${after}`, { data })
}

function unreachableBecause(reason: string, host: string): string {
  if (reason === 'ECONNREFUSED') return `No model server answers at ${host}. Start it, or check the address in Settings.`
  if (reason === 'ENOTFOUND' || reason === 'EAI_AGAIN')
    return `The name ${host} cannot be found. Check the network and the address in Settings.`
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(reason)) {
    return `A secure connection to ${host} cannot be made (${reason}). Check its certificate, and whether the address should begin with http:// or https://.`
  }
  return `${host} cannot be reached (${reason}). Check the network and the address in Settings.`
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if (Array.isArray(body)) return messageOf(body[0])
  const { error, message, detail } = body as { error?: unknown; message?: unknown; detail?: unknown }
  for (const words of [error, message, detail]) if (typeof words === 'string') return words
  return messageOf(error) ?? messageOf(detail) ?? ('msg' in body && typeof body.msg === 'string' ? body.msg : undefined)
}

import { readDelta, readUsage } from './chat-chunk'
import { isRecord, parseOrUndefined } from './json-values'
import { failureInAnswer } from './model-http'
import { ConnectionFailure } from './node-fetch'
import { noOpenAiAnswer, ServerFailure } from './server-failure'

/** What a chat answer said beside its text, filled while it streams by. */
export interface ObservedAnswer {
  /** The model's own words of refusal, sent in a field of their own. */
  refusal: string
  /** The server's word for why the answer ended; null until it came. */
  finishReason: string | null
  promptTokens: number | null
  outputTokens: number | null
}

/** A single event longer than this (characters) is no token of an answer, nor is a whole answer. */
const longestLine = 16 * 1024 * 1024

/**
 * Reads the chat answer of any server that calls itself compatible, piece by piece: a stream of events, or one JSON object from servers
 * that ignore `stream`. Comments, odd roles, chunks without `choices` and a missing finish reason before `[DONE]` are forgiven, and the
 * content type is not trusted. Throws ServerFailure for an error object or event, a web page or other text in place of an answer, and
 * ConnectionFailure for a stream that just ends; what came before was handed on.
 */
export async function readChatAnswer(
  response: Response,
  onDelta: (text: string, reasoning: string) => void,
  observed: ObservedAnswer,
): Promise<void> {
  if (response.body === null) throw new ServerFailure(noOpenAiAnswer, 'an empty answer')
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const decoder = new TextDecoder()
  const events = createEventReader(onDelta, observed)
  let held = ''
  let isStream: boolean | undefined
  try {
    for (;;) {
      const piece = await reader.read()
      held += piece.done ? decoder.decode() : decoder.decode(piece.value, { stream: true })
      if (isStream === undefined) {
        held = held.trimStart()
        // Six characters tell "data:" from "{"; a server may send them one by one.
        if (held.length >= 6 || piece.done) isStream = /^(?:data|event|id|retry|error:|:)/.test(held)
      }
      if (held.length > longestLine)
        throw new ServerFailure(noOpenAiAnswer, isStream ? 'one event without an end' : `not the OpenAI protocol: ${held.slice(0, 300)}`)
      if (isStream === true) {
        const lines = (piece.done ? `${held}\n` : held).split(/\r\n|\n|\r(?!$)/)
        held = lines.pop() ?? ''
        for (const line of lines) events.readLine(line)
      }
      if (piece.done) break
    }
  } catch (error) {
    reader.cancel().catch(() => {})
    throw error
  }
  if (isStream === true) events.end()
  else readWholeAnswer(held, onDelta, observed)
}

/** Finish reasons by which OpenRouter and DeepSeek say that the server, and not the model, ended the answer. */
const serverEnds = new Set(['error', 'insufficient_system_resource'])

function createEventReader(onDelta: (text: string, reasoning: string) => void, observed: ObservedAnswer) {
  let isDone = false
  /** The name of the event whose data comes next; "error" in LM Studio's streams. */
  let eventName = ''

  function readData(data: string): void {
    if (data === '') return
    if (data === '[DONE]') {
      isDone = true
      observed.finishReason ??= 'stop'
      return
    }
    const chunk = parseOrUndefined(data)
    if (eventName === 'error') throw failureInAnswer(chunk, data) ?? new ServerFailure(500, data)
    if (!isRecord(chunk)) throw new ServerFailure(noOpenAiAnswer, `not the OpenAI protocol: ${data.slice(0, 300)}`)
    readChunk(chunk, data, onDelta, observed)
  }

  return {
    readLine(line: string): void {
      if (line.startsWith('data:')) readData(line.slice(5).trim())
      else if (line === '') eventName = ''
      else if (line.startsWith('event:')) eventName = line.slice(6).trim()
      else if (line.startsWith('error:')) {
        // Older servers of llama.cpp have a field of their own for it.
        const error = line.slice(6).trim()
        throw failureInAnswer({ error: parseOrUndefined(error) ?? error }, error) ?? new ServerFailure(500, error)
      } else if (line.startsWith('{')) {
        // Gateways put their error between the events as it is.
        const failure = failureInAnswer(parseOrUndefined(line), line)
        if (failure !== undefined) throw failure
      }
    },
    end(): void {
      if (observed.finishReason === null && !isDone) throw new ConnectionFailure('ENDED', true, 'the answer stopped without an end')
    },
  }
}

function readWholeAnswer(text: string, onDelta: (text: string, reasoning: string) => void, observed: ObservedAnswer): void {
  const whole = parseOrUndefined(text.trim())
  if (!isRecord(whole))
    throw new ServerFailure(noOpenAiAnswer, text.trim() === '' ? 'an empty answer' : `not the OpenAI protocol: ${text.slice(0, 300)}`)
  readChunk(whole, text, onDelta, observed)
  observed.finishReason ??= 'stop'
}

/** One chunk of a stream, or a whole answer, which has `message` where a chunk has `delta`. */
function readChunk(
  chunk: Record<string, unknown>,
  text: string,
  onDelta: (text: string, reasoning: string) => void,
  observed: ObservedAnswer,
): void {
  const usage = readUsage(chunk)
  if (usage !== undefined) Object.assign(observed, usage)
  const failure = failureInAnswer(chunk, text)
  const [choice]: unknown[] = Array.isArray(chunk.choices) ? chunk.choices : []
  if (isRecord(choice)) {
    const delta = readDelta(choice)
    observed.refusal += delta.refusal
    if (delta.text !== '' || delta.reasoning !== '') onDelta(delta.text, delta.reasoning)
    if (failure === undefined && serverEnds.has(String(choice.finish_reason)))
      throw new ServerFailure(500, `The server ended the answer: ${String(choice.finish_reason)}`)
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') observed.finishReason = choice.finish_reason
  }
  if (failure !== undefined) throw failure
}

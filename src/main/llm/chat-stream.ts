import { isRecord, parseOrUndefined } from './json-values'
import { failureInAnswer, readText } from './model-http'
import { ConnectionFailure } from './node-fetch'
import { noOpenAiAnswer, ServerFailure } from './server-failure'

/** What a chat answer said beside its text, noted while it streams by. */
export interface ObservedAnswer {
  /** The model's own words of refusal, sent in a field of their own. */
  refusal: string
  /** The server's word for why the answer ended; null until it came. */
  finishReason: string | null
  /** What broke the stream after it had begun. The stream itself then ends as if all were well, so that no piece before it is lost. */
  failure: unknown
}

type Json = Record<string, unknown>

/** A single event longer than this (characters) is no token of an answer. */
const longestLine = 16 * 1024 * 1024

/**
 * Turns the answer of any server that calls itself compatible into the stream of events that the AI SDK takes: a whole answer in one JSON
 * object (servers that ignore `stream`) becomes events, chunks without `choices` or with an odd role are put right, a missing finish
 * reason before `[DONE]` counts as "stop". An error object, a web page or other text instead of an answer throws ServerFailure. What goes
 * wrong later stands in `observed.failure`: an error event, a broken connection, a stream that just ends. The content type is not
 * trusted.
 */
export async function tidyChatAnswer(response: Response, observed: ObservedAnswer): Promise<Response> {
  const { first, rest } = await peek(response)
  if (/^(?:data|event|id|retry|:)/.test(first)) {
    return new Response(tidyEvents(rest, observed), { headers: { 'content-type': 'text/event-stream' } })
  }
  const text = await readText(new Response(rest), longestLine, 'cut')
  const whole = parseOrUndefined(text)
  if (!isRecord(whole))
    throw new ServerFailure(noOpenAiAnswer, text.trim() === '' ? 'an empty answer' : `not the OpenAI protocol: ${text.slice(0, 300)}`)
  const failure = failureInAnswer(whole, text)
  if (failure !== undefined) throw failure
  const chunk = `data: ${JSON.stringify(tidyChunk(toChunk(whole), observed))}\n\n`
  const end = observed.finishReason === null ? lastEvents(observed, 'stop') : 'data: [DONE]'
  return new Response(`${chunk}${end}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}

/** The beginning of the body, without leading white space, and the whole body as a stream. */
async function peek(response: Response): Promise<{ first: string; rest: ReadableStream<Uint8Array> }> {
  if (response.body === null) throw new ServerFailure(noOpenAiAnswer, 'an empty answer')
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader()
  const seen: Uint8Array[] = []
  let first = ''
  // Six characters tell "data:" from "{"; a server may send them one by one.
  while (first.length < 6) {
    const piece = await reader.read()
    if (piece.done) break
    seen.push(piece.value)
    first = Buffer.concat(seen)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart()
  }
  const source = {
    pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const stored = seen.shift()
      if (stored !== undefined) return controller.enqueue(stored)
      const piece = await reader.read()
      if (piece.done) controller.close()
      else controller.enqueue(piece.value)
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  }
  return { first, rest: new ReadableStream(source, { highWaterMark: 0 }) }
}

/** Events put right, one line after the other. */
function tidyEvents(stream: ReadableStream<Uint8Array>, observed: ObservedAnswer): ReadableStream<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  let held = ''
  let isDone = false

  function tidyLine(line: string): string {
    if (!line.startsWith('data:')) return line
    const data = line.slice(5).trim()
    if (data === '') return ''
    if (data === '[DONE]') {
      isDone = true
      return observed.finishReason === null ? lastEvents(observed, 'stop') : line
    }
    const chunk = parseOrUndefined(data)
    if (!isRecord(chunk)) throw new ServerFailure(noOpenAiAnswer, `not the OpenAI protocol: ${data.slice(0, 300)}`)
    const failure = failureInAnswer(chunk, data)
    if (failure !== undefined) throw failure
    return `data: ${JSON.stringify(tidyChunk(chunk, observed))}`
  }

  /** The next text to hand on; undefined at the end. */
  async function next(): Promise<string | undefined> {
    const piece = await reader.read()
    const lines = (held + (piece.done ? `${decoder.decode()}\n` : decoder.decode(piece.value, { stream: true }))).split(/\r\n|\n|\r(?!$)/)
    held = lines.pop() ?? ''
    if (held.length > longestLine) throw new ServerFailure(noOpenAiAnswer, 'one event without an end')
    const tidied = lines.map((line) => `${tidyLine(line)}\n`).join('')
    if (!piece.done) return tidied
    if (tidied.trim() !== '') return `${tidied}\n`
    if (observed.finishReason === null && !isDone) throw new ConnectionFailure('ENDED', true, 'the answer stopped without an end')
    return undefined
  }

  const source = {
    pull: async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      try {
        // A stream must give something for every pull, and a piece may hold no whole line yet.
        for (;;) {
          const text = await next()
          if (text === undefined) return controller.close()
          if (text !== '') return controller.enqueue(encoder.encode(text))
        }
      } catch (error) {
        observed.failure = error
        controller.enqueue(encoder.encode(`\n\n${lastEvents(observed, 'error')}\n\n`))
        controller.close()
        await reader.cancel().catch(() => {})
      }
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}

function lastEvents(observed: ObservedAnswer, finishReason: 'stop' | 'error'): string {
  if (finishReason === 'stop') observed.finishReason = finishReason
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: finishReason }] })}\n\ndata: [DONE]`
}

/** A whole chat completion as one chunk of a stream. */
function toChunk(whole: Json): Json {
  const choices = Array.isArray(whole.choices) ? whole.choices : []
  return {
    ...whole,
    choices: choices.map((choice: unknown) =>
      isRecord(choice) ? { ...choice, delta: choice.delta ?? choice.message ?? { content: choice.text } } : choice,
    ),
  }
}

function tidyChunk(chunk: Json, observed: ObservedAnswer): Json {
  const [choice]: unknown[] = Array.isArray(chunk.choices) ? chunk.choices : []
  const usage = isRecord(chunk.usage) ? { usage: chunk.usage } : {}
  if (!isRecord(choice)) return { ...usage, model: textOf(chunk.model), choices: [] }
  const delta = isRecord(choice.delta) ? choice.delta : {}
  if (typeof delta.refusal === 'string') observed.refusal += delta.refusal
  const finish = choice.finish_reason
  if (typeof finish === 'string' && finish !== '') observed.finishReason = finish
  const thinking = textOf(delta.reasoning_content) ?? textOf(delta.reasoning) ?? textOf(delta.thinking)
  const content = typeof delta.content === 'string' || Array.isArray(delta.content) ? delta.content : textOf(choice.text)
  return {
    ...usage,
    model: textOf(chunk.model),
    choices: [
      {
        index: 0,
        // The refusal is left out: the SDK would mix it into the answer.
        delta: { role: 'assistant', content: content ?? null, reasoning_content: thinking ?? null },
        finish_reason: typeof finish === 'string' && finish !== '' ? finish : null,
      },
    ],
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

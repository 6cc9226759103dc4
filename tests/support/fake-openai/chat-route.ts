import type { ServerResponse } from 'node:http'
import { answerQuestion, type ChatQuestion, type FakeReply } from './answers'
import type { Fault } from './faults'

type Json = Record<string, unknown>

export interface ChatSettings {
  chunkDelayMs: number
  /** Characters in one piece of a stream. */
  chunkSize: number
  /** Of a longer prompt only the last so many tokens are read, and so many reported, without a word (four characters a token); null reads all. */
  contextTokens: number | null
  answer: (question: ChatQuestion, body: Json) => string | FakeReply
}

export function readQuestion(body: Json): ChatQuestion {
  const messages = Array.isArray(body.messages) ? (body.messages as Json[]) : []
  const textOf = (role: string): string =>
    messages
      .filter((message) => message.role === role)
      .map((message) => contentText(message.content))
      .join('\n\n')
  return { model: String(body.model ?? ''), system: textOf('system'), prompt: textOf('user') }
}

/** Writes one chat completion, streamed or whole, spoilt by the fault. The caller has dealt with faults that need no answer. */
export async function answerChat(response: ServerResponse, body: Json, settings: ChatSettings, fault: Fault | undefined): Promise<void> {
  const question = readQuestion(body)
  const kept = settings.contextTokens === null ? question : keepEnd(question, settings.contextTokens * 4)
  const reply = spoil(toReply(settings.answer(kept, body)), fault, question)
  const usageOf = (body: Json, reply: FakeReply): Json => countUsage(body, reply, settings.contextTokens)
  const isStream = body.stream === true && fault?.kind !== 'json-instead-of-stream'
  if (!isStream) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(wholeAnswer(body, reply, usageOf(body, reply))))
    return
  }

  response.writeHead(200, {
    'content-type': fault?.kind === 'wrong-content-type' ? 'text/plain; charset=utf-8' : 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  })
  response.flushHeaders()
  const send = (event: string): void => void response.write(`data: ${event}\n\n`)
  const chunk = (delta: Json, finishReason: string | null = null): string =>
    JSON.stringify({
      id: 'chatcmpl-fake',
      object: 'chat.completion.chunk',
      created: 1,
      model: body.model,
      choices: [{ index: 0, delta, finish_reason: finishReason }],
    })

  send(chunk({ role: 'assistant', content: '' }))
  let sent = 0
  for (const delta of deltasOf(reply, settings.chunkSize)) {
    if ((fault?.kind === 'drop' || fault?.kind === 'hang-mid-stream' || fault?.kind === 'error-mid-stream') && sent === fault.afterChunks) {
      if (fault.kind === 'drop') {
        // What was written so far goes out first; destroyed in the same turn it would be lost with the socket.
        await new Promise((resolve) => response.write(':\n\n', resolve))
        response.destroy()
      }
      if (fault.kind === 'error-mid-stream') {
        send(JSON.stringify({ error: { message: fault.message, code: fault.status } }))
        response.end()
      }
      return
    }
    if (fault?.kind === 'garbage') send('{"choices":[{"delta":{"content":"half a')
    send(chunk(delta))
    sent += 1
    if (settings.chunkDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, settings.chunkDelayMs))
    if (response.destroyed) return
  }
  if (fault?.kind === 'no-finish-reason') {
    if (fault.done) send('[DONE]')
    response.end()
    return
  }
  send(chunk({}, finishReasonOf(reply)))
  const options = body.stream_options as { include_usage?: boolean } | undefined
  if (options?.include_usage === true)
    send(
      JSON.stringify({
        id: 'chatcmpl-fake',
        object: 'chat.completion.chunk',
        created: 1,
        model: body.model,
        choices: [],
        usage: usageOf(body, reply),
      }),
    )
  send('[DONE]')
  response.end()
}

export const usualAnswer = answerQuestion

/** The end of system prompt and prompt together. */
function keepEnd(question: ChatQuestion, characters: number): ChatQuestion {
  const prompt = question.prompt.slice(-characters)
  const left = characters - prompt.length
  return { ...question, prompt, system: left === 0 ? '' : question.system.slice(-left) }
}

function toReply(answer: string | FakeReply): FakeReply {
  return typeof answer === 'string' ? { content: answer } : answer
}

function spoil(reply: FakeReply, fault: Fault | undefined, question: ChatQuestion): FakeReply {
  switch (fault?.kind) {
    case 'cut-off':
      return { ...reply, content: (reply.content ?? '').slice(0, Math.ceil((reply.content ?? '').length / 2)), finishReason: 'length' }
    case 'empty':
      return { content: '' }
    case 'blank':
      return { content: '   ' }
    case 'only-reasoning':
      return { content: '', reasoning: 'Let me think about this once more. '.repeat(260), finishReason: fault.finishReason ?? 'length' }
    case 'refusal':
      return { content: null, refusal: fault.message ?? 'I cannot help with that.' }
    case 'content-filter':
      return { content: 'The first half of', finishReason: 'content_filter' }
    case 'ignore-schema':
      return /JSON Schema/.test(`${question.system}\n${question.prompt}`)
        ? reply
        : { content: 'Of course, here are my thoughts in plain words, as I like them best.' }
    default:
      return reply
  }
}

function* deltasOf(reply: FakeReply, size: number): Generator<Json> {
  for (const piece of piecesOf(reply.reasoning ?? '', size)) yield { reasoning_content: piece }
  for (const piece of piecesOf(reply.content ?? '', size)) yield { content: piece }
  if (reply.refusal !== undefined) yield { content: null, refusal: reply.refusal }
  for (const [index, call] of toolCallsOf(reply).entries()) {
    // As real servers do it: name and id first, then the arguments in pieces.
    yield { tool_calls: [{ index, ...call, function: { name: call.function.name, arguments: '' } }] }
    for (const piece of piecesOf(call.function.arguments, size)) yield { tool_calls: [{ index, function: { arguments: piece } }] }
  }
}

function toolCallsOf({ toolCalls = [] }: FakeReply) {
  return toolCalls.map((call, index) => ({
    id: call.id ?? `call-${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
  }))
}

function finishReasonOf(reply: FakeReply): string {
  return reply.finishReason ?? (toolCallsOf(reply).length > 0 ? 'tool_calls' : 'stop')
}

function piecesOf(text: string, size: number): string[] {
  const characters = [...text]
  return Array.from({ length: Math.ceil(characters.length / size) }, (_none, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  )
}

function wholeAnswer(body: Json, reply: FakeReply, usage: Json): Json {
  const message = {
    role: 'assistant',
    content: reply.content,
    ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
    ...(reply.refusal === undefined ? {} : { refusal: reply.refusal }),
    ...(reply.toolCalls === undefined ? {} : { tool_calls: toolCallsOf(reply) }),
  }
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1,
    model: body.model,
    choices: [{ index: 0, message, finish_reason: finishReasonOf(reply) }],
    usage,
  }
}

/** Four characters a token, as most people count. */
function countUsage(body: Json, reply: FakeReply, contextTokens: number | null): Json {
  const prompt = Math.min(Math.ceil(JSON.stringify(body.messages ?? '').length / 4), contextTokens ?? Number.POSITIVE_INFINITY)
  const output = Math.ceil(((reply.content ?? '').length + (reply.reasoning ?? '').length) / 4)
  return { prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return (content as Json[]).map((part) => (typeof part.text === 'string' ? part.text : '')).join('\n')
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ChatQuestion, citedItems, type FakeReply, type FakeToolCall } from './fake-openai/answers'
import { answerChat, type ChatSettings, usualAnswer } from './fake-openai/chat-route'
import { embeddingsOf, tokensOf } from './fake-openai/embeddings-route'
import { type FakeRoute, type Fault, knownFields } from './fake-openai/faults'
import { createHold, type Hold, type HoldingPoint } from './fake-openai/hold'
import { playBack, type RecordedAnswer } from './fake-openai/replay'
import { answerSpeech, refuseSpeech, type SpeechSettings, usualSpeech } from './fake-openai/speech-route'

export type { ChatQuestion, FakeReply, FakeToolCall, Fault, RecordedAnswer }
export { citedItems }

type Json = Record<string, unknown>

/** One request as the server got it. */
export interface RecordedRequest {
  method: string
  /** With the query. */
  path: string
  route: FakeRoute | null
  headers: IncomingMessage['headers']
  /** The parsed body; `{}` for none. */
  body: Json
  /** Settles when the connection ends: whether the answer had gone out whole, or the client hung up before. */
  ended: Promise<'answered' | 'hung-up'>
}

export interface FakeOpenAiSettings extends ChatSettings, SpeechSettings {
  /** Ids that `/models` lists. A chat with another model is a 404, as it is with a real server. */
  models: string[]
  dimensions: number
  /** With a key, every request without it is a 401. */
  apiKey: string | null
  /** An embedding of a longer text (four characters a token) is refused, in the words of llama.cpp; null takes any. */
  embeddingTokens: number | null
}

export interface FakeOpenAi {
  /** Such as `http://127.0.0.1:41234/v1`. */
  baseUrl: string
  /** Every request so far, oldest first. */
  requests: RecordedRequest[]
  /** Answers for the next chats, one each, before the usual ones come back. */
  script(...replies: (string | FakeReply | Fault)[]): void
  setBehaviour(change: Partial<FakeOpenAiSettings>): void
  /** The next `count` requests (of the fault's route) meet this fault. */
  failNext(count: number, fault: Fault): void
  /** Every request meets this fault until `heal()`. May be called for several routes. */
  failAlways(fault: Fault): void
  heal(): void
  /** From now on every request that matches waits until the test lets it go; then it is answered as usual, or meets its fault. */
  hold(matches: (request: RecordedRequest) => boolean): Hold<RecordedRequest>
  /** The next requests, whatever they are, get these answers byte for byte, one each, each body in three parts. */
  replay(...answers: RecordedAnswer[]): void
  /** Ends hanging requests too. */
  close(): Promise<void>
}

/**
 * A real HTTP server on 127.0.0.1 that speaks the OpenAI protocol: chat completions (streamed and whole), embeddings, models, speech. It
 * answers Cortexa's own prompts with plausible texts, chosen by the word that the first line of the system prompt holds (EXPAND,
 * COUNTERPOINT, SYNTHESIZE, SUMMARIZE, BRIEFING), and its faults are switchable. Nothing in it is random.
 */
export async function startFakeOpenAi(options: Partial<FakeOpenAiSettings> & { port?: number } = {}): Promise<FakeOpenAi> {
  const { port = 0, ...given } = options
  const settings: FakeOpenAiSettings = {
    models: ['fake-model', 'fake-embedder'],
    dimensions: 384,
    apiKey: null,
    embeddingTokens: null,
    contextTokens: null,
    chunkDelayMs: 0,
    chunkSize: 12,
    answer: usualAnswer,
    ...usualSpeech,
    ...given,
  }
  const requests: RecordedRequest[] = []
  const recorded: RecordedAnswer[] = []
  const scripted: (string | FakeReply | Fault)[] = []
  let next: { fault: Fault; left: number }[] = []
  let always: Fault[] = []
  const holds: HoldingPoint<RecordedRequest>[] = []

  function takeFault(route: FakeRoute): Fault | undefined {
    const waiting = next.find(({ fault }) => hits(fault, route))
    if (waiting !== undefined) {
      waiting.left -= 1
      if (waiting.left <= 0) next = next.filter((other) => other !== waiting)
      return waiting.fault
    }
    return always.find((fault) => hits(fault, route))
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `the fake server failed: ${String(error)}` } }))
    })
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const route = routeOf(request.method ?? 'GET', path)
    const ended = new Promise<'answered' | 'hung-up'>((resolve) => {
      response.once('close', () => resolve(response.writableFinished ? 'answered' : 'hung-up'))
    })
    const text = await readBody(request)
    const body = parseBody(text)
    const recordedRequest = { method: request.method ?? 'GET', path, route, headers: request.headers, body: body ?? {}, ended }
    requests.push(recordedRequest)
    for (const hold of holds) await hold.pass(recordedRequest)
    if (response.destroyed) return
    const answer = recorded.shift()
    if (answer !== undefined) return playBack(response, answer)
    if (route === null) return refuse(response, 404, `no such address: ${path.split('?')[0]}`)
    if (body === undefined) return refuse(response, 400, 'the body is not JSON')

    const script = route === 'chat' ? scripted.shift() : undefined
    const fault = typeof script === 'object' && 'kind' in script ? script : takeFault(route)
    if (fault?.kind === 'stall') await new Promise((resolve) => setTimeout(resolve, fault.ms))
    if (fault !== undefined && breakOff(request, response, body, fault)) return
    if (settings.apiKey !== null && request.headers.authorization !== `Bearer ${settings.apiKey}`) {
      return refuse(response, 401, 'Incorrect API key provided.', 'invalid_api_key')
    }
    if (route === 'models')
      return send(response, { object: 'list', data: settings.models.map((id) => ({ id, object: 'model', context_length: 8192 })) })
    if (!settings.models.includes(String(body.model)))
      return refuse(response, 404, `The model '${String(body.model)}' does not exist.`, 'model_not_found')
    const tooLong =
      settings.embeddingTokens === null ? undefined : tokensOf(body.input).find((tokens) => tokens > (settings.embeddingTokens ?? 0))
    if (route === 'embeddings' && tooLong !== undefined)
      return refuse(response, 500, `input (${tooLong} tokens) is too large to process. increase the physical batch size`)
    if (route === 'embeddings') return send(response, embeddingsOf(body, settings.dimensions, fault))
    if (route === 'speech') {
      const refusal = refuseSpeech(body, settings)
      return refusal === undefined ? answerSpeech(response, body, settings, fault) : refuse(response, ...refusal)
    }
    const reply: ChatSettings['answer'] =
      script === undefined || (typeof script === 'object' && 'kind' in script) ? settings.answer : () => script
    await answerChat(response, body, { ...settings, answer: reply }, fault)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...replies) => void scripted.push(...replies),
    setBehaviour: (change) => void Object.assign(settings, change),
    failNext: (count, fault) => void next.push({ fault, left: count }),
    failAlways: (fault) => void always.push(fault),
    replay: (...answers) => void recorded.push(...answers),
    heal: () => {
      next = []
      always = []
      scripted.length = 0
    },
    hold(matches) {
      const hold = createHold(matches)
      holds.push(hold)
      return hold
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
        for (const hold of holds) hold.release()
      }),
  }
}

function routeOf(method: string, path: string): FakeRoute | null {
  const name = path.split('?')[0]
  if (method === 'GET') return name === '/v1/models' ? 'models' : null
  if (name === '/v1/chat/completions') return 'chat'
  if (name === '/v1/embeddings') return 'embeddings'
  return name === '/v1/audio/speech' ? 'speech' : null
}

const chatOnly = new Set<Fault['kind']>([
  'error-mid-stream',
  'hang-mid-stream',
  'cut-off',
  'empty',
  'blank',
  'only-reasoning',
  'refusal',
  'content-filter',
  'refuse-response-format',
  'ignore-schema',
  'json-instead-of-stream',
  'wrong-content-type',
  'no-finish-reason',
])

function hits(fault: Fault, route: FakeRoute): boolean {
  if (fault.route !== undefined) return fault.route === route
  if (fault.kind === 'vectors') return route === 'embeddings'
  if (fault.kind === 'speech') return route === 'speech'
  if (chatOnly.has(fault.kind)) return route === 'chat'
  return fault.kind === 'refuse-unknown-fields' || fault.kind === 'refuse-field' ? route === 'chat' || route === 'embeddings' : true
}

/** Carries out a fault that gives no usual answer; true when it did. */
function breakOff(request: IncomingMessage, response: ServerResponse, body: Json, fault: Fault): boolean {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
      response.end(
        fault.body ?? JSON.stringify({ error: { message: fault.message ?? `status ${fault.status}`, code: fault.code ?? null } }),
      )
      return true
    case 'error-in-200':
      send(response, { error: { message: fault.message, code: fault.status } })
      return true
    case 'drop':
      if (fault.afterChunks === null || request.method === 'GET' || body.stream !== true) request.socket.destroy()
      return fault.afterChunks === null || body.stream !== true
    case 'hang-before-first-byte':
      return true
    case 'redirect':
      response.writeHead(307, { location: fault.to })
      response.end()
      return true
    case 'echo-secrets':
      refuse(
        response,
        fault.status,
        `Rejected. You sent Authorization: ${request.headers.authorization ?? 'none'} to ${request.headers.host}${request.url}`,
      )
      return true
    case 'web-page':
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<!doctype html><html><head><title>Welcome</title></head><body><h1>It works</h1></body></html>')
      return true
    case 'garbage':
      if (body.stream === true) return false
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"data": [{"embedding": [0.1, 0.')
      return true
    case 'refuse-response-format': {
      const format = body.response_format as { type?: string } | undefined
      const isRefused = format !== undefined && (fault.type === undefined || format.type === fault.type)
      if (isRefused) refuse(response, 400, `response_format of type ${format.type} is not supported by this model`)
      return isRefused
    }
    case 'refuse-field':
      if (body[fault.field] !== undefined)
        refuse(response, 400, `Unsupported parameter: '${fault.field}' is not supported with this model.`)
      return body[fault.field] !== undefined
    case 'refuse-text': {
      const isRefused = JSON.stringify(body.input ?? body.messages ?? '').includes(fault.holding)
      if (isRefused) refuse(response, fault.status, fault.message)
      return isRefused
    }
    case 'refuse-unknown-fields': {
      const isRefused = Object.keys(body).some((name) => !knownFields.has(name))
      if (isRefused) refuse(response, 400, 'Bad request')
      return isRefused
    }
    default:
      return false
  }
}

function send(response: ServerResponse, body: Json): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, message: string, code: string | null = null): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', code } }))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

function parseBody(text: string): Json | undefined {
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Json) : undefined
  } catch {
    return undefined
  }
}

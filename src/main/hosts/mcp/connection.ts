import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { batchVersion, type ClientMessage, errorReply, type MessageId, type Reply, readMessage, rpcCodes } from './messages'

/** Most messages of one batch. */
const MAX_BATCH = 50
/** Why a signal is aborted when the client cancelled the request; another reason means that the connection ended. */
export const CANCELLED = 'cancelled'

export interface ConnectionOptions {
  /** The version the client speaks, if it is known before `initialize`. */
  version: string | null
  /** Sends what belongs to no answer: progress. */
  notify(message: object): void
  /** Called for each message of a batch but the first, before it is read. Throws AppError when that is one too many. */
  countMessage?(): void
}

export interface McpConnection {
  /** What the SDK reads from and writes to. */
  transport: Transport
  /**
   * Reads one parsed JSON value and gives its answer; null when there is none to give, because nothing was asked or the client cancelled. Rejects
   * only with what `countMessage` throws.
   */
  receive(value: unknown): Promise<Reply | Reply[] | null>
  /** Whether a request with this id waits for its answer. */
  isWaiting(id: unknown): boolean
  cancel(id: unknown): void
  /** Ends all that is waited for, without cancelling it. */
  close(): void
}

/**
 * Our side of a connection: takes parsed messages in, refuses what is none, and gives each answer to whoever asked. The SDK sees ids of our own, so that two
 * requests with one id, which a client must not send, each get their answer, and so that every id can be cancelled (the SDK skips 0 and "").
 */
export function createConnection(options: ConnectionOptions): McpConnection {
  const waiting = new Map<number, { id: MessageId; answer: (reply: Reply | null) => void }>()
  let lastId = 0
  let { version } = options
  let isClosed = false

  const transport: Transport = {
    start: async () => {},
    close: async () => close(),
    async send(message) {
      if ('method' in message) return options.notify(message)
      const { id } = message
      const request = typeof id === 'number' ? waiting.get(id) : undefined
      if (request === undefined || typeof id !== 'number') return
      waiting.delete(id)
      request.answer({ ...message, id: request.id } as Reply)
    },
  }

  function close(): void {
    if (isClosed) return
    isClosed = true
    transport.onclose?.()
    for (const { answer } of waiting.values()) answer(null)
    waiting.clear()
  }

  const findKey = (id: unknown) => [...waiting].findLast(([, request]) => request.id === id)?.[0]

  function cancel(id: unknown): void {
    const key = findKey(id)
    if (key === undefined) return
    transport.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: key, reason: CANCELLED } })
    waiting.get(key)?.answer(null)
    waiting.delete(key)
  }

  async function ask({ id, method, params }: Extract<ClientMessage, { type: 'request' }>): Promise<Reply | null> {
    if (isClosed) return null
    lastId += 1
    const key = lastId
    const reply = await new Promise<Reply | null>((answer) => {
      waiting.set(key, { id, answer })
      transport.onmessage?.({ jsonrpc: '2.0', id: key, method, params } as JSONRPCMessage)
    })
    if (method === 'initialize' && reply !== null && 'result' in reply) version = String(reply.result.protocolVersion)
    return reply
  }

  async function receiveOne(value: unknown): Promise<Reply | null> {
    const message = readMessage(value)
    if (message.type === 'invalid') return message.reply
    if (message.type === 'request') return ask(message)
    // Of all notifications this one alone changes something here.
    if (message.type === 'notification' && message.method === 'notifications/cancelled') cancel(message.params.requestId)
    return null
  }

  async function receiveBatch(batch: readonly unknown[]): Promise<Reply | Reply[] | null> {
    const refuse = (message: string) => errorReply(null, rpcCodes.invalidRequest, message)
    if (batch.length === 0 || batch.length > MAX_BATCH) return refuse(`A batch has from 1 to ${MAX_BATCH} messages.`)
    if (batch.some((value) => (value as { method?: unknown } | null)?.method === 'initialize'))
      return refuse('"initialize" is not part of a batch. Send it first, alone.')
    const replies: Reply[] = []
    for (const [at, value] of batch.entries()) {
      if (at > 0) options.countMessage?.()
      const reply = await receiveOne(value)
      if (reply !== null) replies.push(reply)
    }
    return replies.length > 0 ? replies : null
  }

  return {
    transport,
    receive: (value) => (Array.isArray(value) && version === batchVersion ? receiveBatch(value) : receiveOne(value)),
    isWaiting: (id) => findKey(id) !== undefined,
    cancel,
    close,
  }
}

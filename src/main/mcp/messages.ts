/** Versions of the Model Context Protocol that are spoken here, the newest first. */
export const protocolVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
export const newestVersion = '2025-11-25'

/** Error codes of JSON-RPC 2.0, and those that the Model Context Protocol and this server add. */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** The app refused; `data.code` is its error code. */
  refused: -32000,
  resourceNotFound: -32002,
} as const

export type MessageId = string | number
export interface RpcError {
  code: number
  message: string
  data?: Record<string, unknown>
}
export type Reply =
  | { jsonrpc: '2.0'; id: MessageId; result: Record<string, unknown> }
  | { jsonrpc: '2.0'; id: MessageId | null; error: RpcError }

/** A message of a client. `ignored`: an answer to something this server never asks. */
export type ClientMessage =
  | { type: 'request'; id: MessageId; method: string; params: Record<string, unknown> }
  | { type: 'notification'; method: string; params: Record<string, unknown> }
  | { type: 'ignored' }
  | { type: 'invalid'; reply: Reply }

/** Ends the handling of a request with an error of the protocol. */
export class RpcFailure extends Error {
  readonly error: RpcError

  constructor(code: number, message: string, data?: Record<string, unknown>) {
    super(message)
    this.name = 'RpcFailure'
    this.error = { code, message, ...(data ? { data } : {}) }
  }
}

export function errorReply(id: MessageId | null, code: number, message: string, data?: Record<string, unknown>): Reply {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data ? { data } : {}) } }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isId(value: unknown): value is MessageId {
  return (typeof value === 'string' && value.length <= 1000) || (typeof value === 'number' && Number.isSafeInteger(value))
}

const invalid = (id: MessageId | null, message: string): ClientMessage => ({
  type: 'invalid',
  reply: errorReply(id, rpcCodes.invalidRequest, message),
})

/** Reads a parsed JSON value as one message. Never throws; what is no message carries the answer to give. */
export function readMessage(value: unknown): ClientMessage {
  if (Array.isArray(value)) return invalid(null, 'Batches are not part of this protocol. Send one message at a time.')
  if (!isObject(value)) return invalid(null, 'A message is a JSON object.')
  const id = isId(value.id) ? value.id : null
  const { method, params = {} } = value
  if (value.jsonrpc !== '2.0') return invalid(id, 'A message says "jsonrpc": "2.0".')
  if (method === undefined && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))) return { type: 'ignored' }
  if (typeof method !== 'string') return invalid(id, 'A request has a method, which is a text.')
  const isRequest = Object.hasOwn(value, 'id')
  if (isRequest && id === null) return invalid(null, 'The id of a request is a text or a whole number.')
  if (!isObject(params)) {
    if (!isRequest) return { type: 'ignored' }
    return { type: 'invalid', reply: errorReply(id, rpcCodes.invalidParams, 'The params of a request are a JSON object.') }
  }
  return id === null ? { type: 'notification', method, params } : { type: 'request', id, method, params }
}

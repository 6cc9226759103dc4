/** Versions of the Model Context Protocol that are spoken here, the newest first. */
export const protocolVersions: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
export const newestVersion = '2025-11-25'
/** The only version in which several messages may come as one array. */
export const batchVersion = '2025-03-26'

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
export type Params = Record<string, unknown>
export interface RpcError {
  code: number
  message: string
  data?: unknown
}
export type Reply = { jsonrpc: '2.0'; id: MessageId; result: Params } | { jsonrpc: '2.0'; id: MessageId | null; error: RpcError }

/** A message of a client. `ignored`: an answer to something this server never asks, or a notification that says nothing. */
export type ClientMessage =
  | { type: 'request'; id: MessageId; method: string; params: Params }
  | { type: 'notification'; method: string; params: Params }
  | { type: 'ignored' }
  | { type: 'invalid'; reply: Reply }

/** Ends the handling of a request with an error of the protocol. The SDK answers with `code`, `message` and `data`. */
export class RpcFailure extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: Params,
  ) {
    super(message)
    this.name = 'RpcFailure'
  }
}

export function errorReply(id: MessageId | null, code: number, message: string, data?: Params): Reply {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data ? { data } : {}) } }
}

export function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isId(value: unknown): value is MessageId {
  return (typeof value === 'string' && value.length <= 1000) || (typeof value === 'number' && Number.isSafeInteger(value))
}

/** Without what clients send for "not given": null, and an empty `cursor`. */
export function withoutAbsent(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([key, value]) => value !== null && !(key === 'cursor' && value === '')))
}

/**
 * What is read of the params of a request. Of `_meta` only the token for progress; `task` is for servers that keep tasks and is to be
 * ignored by others. Null when the token is not one.
 */
function readParams(given: Params): Params | null {
  const { _meta: meta, task: _, ...params } = withoutAbsent(given)
  if (meta === undefined) return params
  if (!isObject(meta)) return null
  const { progressToken } = meta
  if (progressToken === undefined || progressToken === null) return params
  return isId(progressToken) ? { ...params, _meta: { progressToken } } : null
}

const invalid = (id: MessageId | null, message: string, code: number = rpcCodes.invalidRequest): ClientMessage => ({
  type: 'invalid',
  reply: errorReply(id, code, message),
})

/** Reads a parsed JSON value as one message. Never throws; what is no message carries the answer to give. */
export function readMessage(value: unknown): ClientMessage {
  if (Array.isArray(value)) return invalid(null, 'Batches are not part of this version of the protocol. Send one message at a time.')
  if (!isObject(value)) return invalid(null, 'A message is a JSON object.')
  const id = isId(value.id) ? value.id : null
  const { method } = value
  const given = value.params ?? {}
  if (value.jsonrpc !== '2.0') return invalid(id, 'A message says "jsonrpc": "2.0".')
  if (method === undefined && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))) return { type: 'ignored' }
  if (typeof method !== 'string') return invalid(id, 'A request has a method, which is a text.')
  const isRequest = Object.hasOwn(value, 'id')
  if (isRequest && id === null) return invalid(null, 'The id of a request is a text or a whole number.')
  const params = isObject(given) ? readParams(given) : null
  if (id === null) return params === null ? { type: 'ignored' } : { type: 'notification', method, params }
  if (params === null)
    return invalid(
      id,
      'The params of a request are a JSON object, and so is their _meta, with a text or a whole number as progressToken.',
      rpcCodes.invalidParams,
    )
  return { type: 'request', id, method, params }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorCodes, type WireResult } from '../../../shared/errors'

/** One request with its answer. `id` names it in the answer and in what is reported of a fault. */
export interface Exchange {
  id: string
  request: IncomingMessage
  response: ServerResponse
}

/**
 * Sends JSON, or cuts the connection when an answer has already begun. A body that is still on its way is thrown away for at most
 * a second, because closing at once would make the reader lose this answer.
 */
export function sendJson({ id, request, response }: Exchange, status: number, value: unknown, headers: Record<string, string> = {}): void {
  if (response.destroyed) return
  if (response.headersSent) return void response.destroy()
  const body = Buffer.from(JSON.stringify(value))
  const expectsBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  const unread = expectsBody && !request.complete
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': id,
    ...headers,
    ...(unread ? { Connection: 'close' } : {}),
  })
  if (!unread) return void response.end(body)
  response.write(body)
  const finish = () => {
    clearTimeout(deadline)
    response.end()
  }
  const deadline = setTimeout(finish, 1000)
  request.once('end', finish).once('close', finish).resume()
}

/** A refusal at the door. The words are all there is in the body, so that all of one kind are equal to the byte. */
export function sendRefusal(exchange: Exchange, error: Extract<WireResult, { ok: false }>['error']): void {
  sendFailure(exchange, error, {})
}

/** The answer of the app; an error carries the id of the request. */
export function sendResult(exchange: Exchange, result: WireResult): void {
  if (result.ok) sendJson(exchange, 200, result)
  else sendFailure(exchange, result.error, { id: exchange.id })
}

function sendFailure(exchange: Exchange, error: Extract<WireResult, { ok: false }>['error'], more: { id?: string }): void {
  const wait = error.data?.retryAfterSeconds
  const { code, ...rest } = error
  sendJson(
    exchange,
    errorCodes[code],
    { ok: false, error: { code, ...more, ...rest } },
    {
      ...(code === 'UNAUTHORIZED' ? { 'WWW-Authenticate': 'Bearer' } : {}),
      ...(typeof wait === 'number' ? { 'Retry-After': String(wait) } : {}),
    },
  )
}

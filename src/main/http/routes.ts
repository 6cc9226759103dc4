import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../../shared/client'
import { contract, isCommandName } from '../../shared/contract'
import { VaultStatus } from '../../shared/contract/vault'
import { AppError, errorCodes, type WireResult } from '../../shared/errors'
import { describeContract } from './contract-document'
import { streamEvents } from './event-stream'
import { headerValues } from './guard'
import { readJsonBody } from './json-body'
import type { HttpLimits } from './limits'

/** Commands whose input is a whole text; all others get by with the small limit. */
const textCommands: readonly string[] = ['capture-item', 'update-item']

export interface Routes {
  /** Answers a request that passed the guard. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Ends all event streams. */
  endStreams(): void
}

/**
 * Answers with JSON, or cuts the connection when an answer has already begun. A body that is still on its way is thrown away for at most a second, because closing at once
 * would make the reader lose this answer.
 */
export function sendResult(request: IncomingMessage, response: ServerResponse, result: WireResult): void {
  if (response.destroyed) return
  if (response.headersSent) return void response.destroy()
  const body = Buffer.from(JSON.stringify(result))
  const expectsBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
  const unread = expectsBody && !request.complete
  response.writeHead(result.ok ? 200 : errorCodes[result.error.code], {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
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

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address. GET /v1/contract lists what there is.')
}

/** The event number after which a stream begins: what a returning reader saw last goes before what its address says. */
function readAfterSeq(request: IncomingMessage, query: string | undefined): number | undefined {
  const fromQuery = query === undefined ? undefined : /^after=(\d{1,15})$/.exec(query)?.[1]
  const [lastEventId] = headerValues(request.rawHeaders, 'last-event-id')
  if ((query !== undefined && fromQuery === undefined) || (lastEventId !== undefined && !/^\d{1,15}$/.test(lastEventId))) {
    throw new AppError('BAD_INPUT', 'The event number is not a whole number. Use /v1/events?after=N with the "seq" of the last event seen.')
  }
  const chosen = lastEventId ?? fromQuery
  return chosen === undefined ? undefined : Number(chosen)
}

export function createRoutes({ endpoint, limits }: { endpoint: Endpoint; limits: HttpLimits }): Routes {
  const streams = new Set<() => void>()
  let contractResult: WireResult | undefined

  async function runCommand(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A command that is not for programs looks exactly like one that does not exist.
    if (!isCommandName(name) || !contract[name].expose.includes('http')) throw notFound()
    const maxBytes = textCommands.includes(name) ? limits.textBodyBytes : limits.bodyBytes
    const onAdmitted = () => {
      if (request.headers.expect !== undefined) response.writeContinue()
    }
    const input = await readJsonBody(request, { maxBytes, maxDepth: limits.bodyDepth, onAdmitted })
    sendResult(request, response, await endpoint.invoke(name, input))
  }

  async function followEvents(query: string | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const afterSeq = readAfterSeq(request, query)
    if (streams.size >= limits.eventStreams) {
      throw new AppError('TOO_MANY_REQUESTS', `There are already ${limits.eventStreams} event streams. Close one, then try again.`)
    }
    const status = await endpoint.invoke('vault-status', {})
    const open = status.ok && VaultStatus.pick({ state: true }).safeParse(status.data).data?.state === 'unlocked'
    if (!open)
      throw new AppError('VAULT_LOCKED', 'The vault is locked, so there are no events to follow. Unlock it in the app, then try again.')
    if (response.destroyed) return
    const end = streamEvents({ endpoint, response, afterSeq, heartbeat: limits.heartbeat, maxBufferedBytes: limits.streamBytes })
    streams.add(end)
    response.on('close', () => streams.delete(end))
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '', query] = (request.url ?? '').split(/\?(.*)/s)
    const command = /^\/v1\/commands\/([a-z-]{1,64})$/.exec(path)?.[1]
    if (request.method === 'POST' && command !== undefined && query === undefined) return runCommand(command, request, response)
    if (request.method === 'GET' && path === '/v1/events') return followEvents(query, request, response)
    if (request.method === 'GET' && path === '/v1/contract' && query === undefined) {
      contractResult ??= { ok: true, data: describeContract() }
      return sendResult(request, response, contractResult)
    }
    throw notFound()
  }

  return {
    async handle(request, response) {
      try {
        await route(request, response)
      } catch (error) {
        const { code, message, data } =
          error instanceof AppError
            ? error
            : new AppError('INTERNAL', 'Something went wrong inside the app. Look whether the change was made, then try again.')
        sendResult(request, response, { ok: false, error: { code, message, ...(data ? { data } : {}) } })
      }
    },
    endStreams() {
      for (const end of [...streams]) end()
    },
  }
}

import { randomBytes } from 'node:crypto'
import type { Endpoint } from '../../../shared/client'
import { AppError, type ErrorCode, errorCodes, type WireError } from '../../../shared/errors'
import { createConnection, type McpConnection } from '../mcp/connection'
import { batchVersion, errorReply, protocolVersions, type Reply, rpcCodes } from '../mcp/messages'
import type { McpServer } from '../mcp/server'
import { sendJson } from './answer'
import { headerValues, unauthorized } from './guard'
import { readJsonBody } from './json-body'
import { createMcpStream } from './mcp-stream'
import type { CreateRouteModule, HttpCall } from './route-module'

/** What is said by the status of the answer; all else that a tool meets is a result for the model. */
const saidByStatus: readonly ErrorCode[] = ['UNAUTHORIZED', 'FORBIDDEN', 'VAULT_LOCKED', 'VAULT_ABSENT', 'TOO_MANY_REQUESTS']

function refuse(call: HttpCall, status: number, id: string | number | null, code: number, message: string, data?: Record<string, unknown>) {
  const wait = data?.retryAfterSeconds
  sendJson(call, status, errorReply(id, code, message, data), {
    ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    ...(status === 405 ? { Allow: 'POST' } : {}),
    ...(typeof wait === 'number' ? { 'Retry-After': String(wait) } : {}),
  })
}

const refuseAsApp = (call: HttpCall, id: string | number | null, { code, message, data }: WireError) =>
  refuse(call, errorCodes[code], id, code === 'BAD_INPUT' ? rpcCodes.parseError : rpcCodes.refused, message, { ...data, code })

/** How long a call without a stream may wait for a job: well within the time after which a quiet connection is closed. */
const MAX_QUIET_WAIT_MS = 45_000
const MAX_STREAMED_WAIT_MS = 600_000

/** Whether the answer may be a stream: the client reads one, and asked for progress. */
function mayStream({ request }: HttpCall, message: unknown): boolean {
  const { params } = (message ?? {}) as { params?: { _meta?: { progressToken?: unknown } | null } | null }
  return (
    headerValues(request.rawHeaders, 'accept').some((value) => value.includes('text/event-stream')) && params?._meta?.progressToken != null
  )
}

/**
 * `POST /mcp`: the Model Context Protocol as "streamable HTTP", without sessions: each message is answered for itself, as JSON, or as a stream once there is
 * progress to report. `assistants` is the endpoint of what assistants are served.
 */
export const createMcpRoute =
  (assistants: Endpoint): CreateRouteModule =>
  ({ limits, appVersion, admit }) => {
    /** Made with the first message: most people run no assistant over HTTP, and need not load the protocol with the app. */
    let server: Promise<McpServer> | null = null
    const load = () => {
      server ??= import('../mcp/server').then(({ createMcpServer }) =>
        createMcpServer({
          appVersion,
          newMark: () => `outside-${randomBytes(9).toString('hex')}`,
          onFault: (where) => void process.stderr.write(`cortexa: fault in mcp ${where}\n`),
        }),
      )
      return server
    }
    /** Messages being answered, with the token they came with. */
    const open = new Map<McpConnection, string>()
    let waits = 0

    function startWait(): () => void {
      if (waits >= limits.eventStreams)
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `${limits.eventStreams} calls wait for jobs already. Let one of them end, or call without "wait".`,
        )
      waits += 1
      return () => {
        waits -= 1
      }
    }

    /** A cancellation comes as a message of its own. Two programs with one token may use the same id; then neither is cancelled. */
    function cancel(message: unknown, tokenId: string): void {
      const { method, id, params } = (message ?? {}) as { method?: unknown; id?: unknown; params?: { requestId?: unknown } | null }
      if (method !== 'notifications/cancelled' || id !== undefined) return
      const meant = [...open].filter(([connection, owner]) => owner === tokenId && connection.isWaiting(params?.requestId))
      if (meant.length === 1) meant[0]?.[0].cancel(params?.requestId)
    }

    async function answer(call: HttpCall, version: string): Promise<void> {
      const { request, response, admission } = call
      const message = await readJsonBody(request, {
        maxBytes: limits.bodyBytes,
        maxDepth: limits.bodyDepth,
        onAdmitted() {
          if (request.headers.expect !== undefined) response.writeContinue()
        },
      })
      // The token may have been revoked while the body was on its way.
      if (!admission.isValid()) throw new AppError(unauthorized.code, unauthorized.message)
      cancel(message, admission.id)
      const stream = mayStream(call, message) ? createMcpStream(call, limits) : null
      const heard: { refused?: WireError } = {}
      const connection = createConnection({
        version,
        notify: (progress) => stream?.send(progress),
        countMessage: () => admit(call, 'any', 'read'),
      })
      open.set(connection, admission.id)
      // The client is gone: nobody waits for the answer, and what it started goes on.
      response.once('close', () => connection.close())
      try {
        await (await load()).serve(connection, {
          endpoint: assistants,
          may: (scope) => admission.may(scope),
          countWrite: () => admit(call, 'any', 'write'),
          startWait,
          maxWaitMs: stream ? MAX_STREAMED_WAIT_MS : Math.min(MAX_QUIET_WAIT_MS, limits.idleTime / 2),
          onRefused(error) {
            heard.refused = error
          },
        })
        const reply = await connection.receive(message)
        if (!stream?.end(reply)) sendReply(call, reply, heard.refused)
      } finally {
        open.delete(connection)
        connection.close()
      }
    }

    function sendReply(call: HttpCall, reply: Reply | Reply[] | null, refused: WireError | undefined): void {
      const { response } = call
      if (Array.isArray(reply)) sendJson(call, 200, reply)
      else if (refused && saidByStatus.includes(refused.code)) refuseAsApp(call, reply?.id ?? null, refused)
      else if (reply !== null) sendJson(call, 'error' in reply && reply.id === null ? 400 : 200, reply)
      else if (!response.destroyed)
        response.writeHead(202, { 'Cache-Control': 'no-store', 'Content-Length': 0, 'X-Request-Id': call.id }).end()
    }

    return {
      takes: ({ path }) => path === '/mcp',
      async handle(call) {
        const { method, query, request } = call
        if (method !== 'POST')
          return refuse(
            call,
            405,
            null,
            rpcCodes.invalidRequest,
            'Messages are sent here by POST; there is no session, and no stream outside of an answer.',
          )
        const [version, ...others] = headerValues(request.rawHeaders, 'mcp-protocol-version')
        if (query !== undefined || others.length > 0 || (version !== undefined && !protocolVersions.includes(version)))
          return refuse(
            call,
            400,
            null,
            rpcCodes.invalidRequest,
            `This version of the protocol is not spoken here. Spoken are ${protocolVersions.join(', ')}.`,
          )
        try {
          admit(call, 'any', 'read')
          // A client that does not say which version it speaks is one of the time before the header, when there were batches.
          await answer(call, version ?? batchVersion)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          refuseAsApp(call, null, { code: error.code, message: error.message, data: error.data })
        }
      },
      end(tokenId) {
        for (const [connection, owner] of [...open]) if (tokenId === undefined || owner === tokenId) connection.close()
      },
    }
  }

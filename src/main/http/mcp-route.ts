import { randomBytes } from 'node:crypto'
import type { Endpoint } from '../../shared/client'
import { AppError, type ErrorCode, errorCodes, type WireError } from '../../shared/errors'
import { errorReply, protocolVersions, rpcCodes } from '../mcp/messages'
import { createMcpServer } from '../mcp/server'
import { sendJson } from './answer'
import { headerValues, unauthorized } from './guard'
import { readJsonBody } from './json-body'
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

/**
 * `POST /mcp`: the Model Context Protocol as "streamable HTTP", without sessions and without streams: each message is answered by itself.
 * `assistants` is the endpoint of what assistants are served.
 */
export const createMcpRoute =
  (assistants: Endpoint): CreateRouteModule =>
  ({ limits, appVersion, admit }) => {
    const server = createMcpServer({
      appVersion,
      newMark: () => `outside-${randomBytes(9).toString('hex')}`,
      onFault: (where) => void process.stderr.write(`cortexa: fault in mcp ${where}\n`),
    })

    async function answer(call: HttpCall): Promise<void> {
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
      const { reply, refused } = await server.handle(message, {
        endpoint: assistants,
        may: (scope) => admission.may(scope),
        countWrite: () => admit(call, 'any', 'write'),
      })
      if (refused && saidByStatus.includes(refused.code)) return refuseAsApp(call, reply?.id ?? null, refused)
      if (reply !== null) return sendJson(call, 'error' in reply && reply.id === null ? 400 : 200, reply)
      if (!response.destroyed) response.writeHead(202, { 'Cache-Control': 'no-store', 'Content-Length': 0, 'X-Request-Id': call.id }).end()
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
            'Messages are sent here by POST; there is no stream and no session to end.',
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
          await answer(call)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          refuseAsApp(call, null, { code: error.code, message: error.message, data: error.data })
        }
      },
    }
  }

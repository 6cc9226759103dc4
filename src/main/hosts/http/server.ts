import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Endpoint } from '../../../shared/client'
import type { Access, HttpHost } from '../../../shared/http-access'
import { createFailureRest } from './allowance'
import { sendRefusal } from './answer'
import { createCommandRoute } from './command-route'
import { createDocumentRoute } from './document-route'
import { createEventRoute } from './event-route'
import { createGuard } from './guard'
import { defaultLimits, type HttpLimits } from './limits'
import { listenOnLoopback } from './listen'
import { createMcpRoute } from './mcp-route'
import { type CreateRouteModule, createRouteTools } from './route-module'
import { createRoutes } from './routes'

export interface HttpOptions {
  endpoint: Endpoint
  /** What assistants are served at `/mcp`; without it nothing is there. */
  assistants?: Endpoint
  /** 0 lets the system choose a free one. There is no way to open the vault to a network. */
  port: number
  access: Access
  appVersion: string
  limits?: Partial<HttpLimits>
  /** Further parts of the API, behind the same guard. */
  modules?: readonly CreateRouteModule[]
  /** A clock that is never set, in milliseconds; requests are counted by it. */
  now?: () => number
}

const closingTime = 2000

function reportFault(requestId: string): void {
  process.stderr.write(`cortexa: fault in http request ${requestId}\n`)
}

/**
 * Serves an endpoint to programs on this computer: `POST /v1/commands/<name>`, `GET /v1/events`, `GET /v1/contract`,
 * `GET /v1/openapi.json`, `POST /mcp`, and what `modules` add. Resolves once it listens; rejects with Node's error when the port is taken.
 */
export async function serveHttp(options: HttpOptions): Promise<HttpHost> {
  const { access, now = () => performance.now() } = options
  const limits = { ...defaultLimits, ...options.limits }
  const tools = createRouteTools({ endpoint: options.endpoint, limits, now, appVersion: options.appVersion, baseUrl: () => url })
  const parts = [
    ...[createCommandRoute, createEventRoute, createDocumentRoute],
    ...(options.assistants ? [createMcpRoute(options.assistants)] : []),
    ...(options.modules ?? []),
  ]
  const routes = createRoutes(
    parts.map((create) => create(tools)),
    reportFault,
  )
  const failures = createFailureRest({ most: limits.failuresPerMinute, now })
  const sockets = new Set<Duplex>()
  /** Answers on their way, by connection. */
  const answering = new Map<Duplex, number>()
  let guard: ReturnType<typeof createGuard> | undefined
  let url = ''

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    answering.set(socket, (answering.get(socket) ?? 0) + 1)
    response.on('close', () => {
      const left = (answering.get(socket) ?? 1) - 1
      if (left > 0) answering.set(socket, left)
      else answering.delete(socket)
    })
    // The reader left in the middle of an answer; there is nobody to tell.
    response.on('error', () => response.destroy())
    const { method = '', url: target = '', rawHeaders } = request
    const entry = guard?.({ method, target, rawHeaders })
    const exchange = { id: randomUUID(), request, response }
    if (!entry) response.destroy()
    else if ('refusal' in entry) sendRefusal(exchange, entry.refusal)
    else {
      const { admission } = entry
      access.used?.(admission.id)
      const [path = '', query] = target.split(/\?(.*)/s)
      void routes.handle({ ...exchange, method, path, query, admission })
    }
  }

  function createOne() {
    const server = createServer(
      {
        maxHeaderSize: limits.headerBytes,
        headersTimeout: Math.min(limits.headerTime, limits.requestTime),
        requestTimeout: limits.requestTime,
        connectionsCheckingInterval: Math.min(1000, limits.headerTime),
        keepAliveTimeout: 5000,
        // The guard answers a missing Host itself, in the same words as a wrong one.
        requireHostHeader: false,
      },
      handle,
    )
    // The size of the header already bounds their number; a second bound would silently hide headers from the guard.
    server.maxHeadersCount = 0
    server.timeout = limits.idleTime
    // Without this Node would ask for the body before the guard has seen the request.
    server.on('checkContinue', handle)
    server.on('connection', (socket) => {
      if (sockets.size >= limits.connections) {
        socket.destroy()
        return
      }
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    })
    server.on('clientError', answerBrokenRequest)
    return server
  }

  function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
    const status = { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' }[
      error.code ?? ''
    ]
    // In the middle of an answer a second one would be taken for a part of it.
    if (!socket.writable || error.code === 'ECONNRESET' || answering.has(socket)) return void socket.destroy()
    socket.end(`HTTP/1.1 ${status ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\n\r\n`, () =>
      socket.destroy(),
    )
  }

  const { servers, port, addresses } = await listenOnLoopback(createOne, options.port)
  url = `http://127.0.0.1:${port}`
  guard = createGuard({ port, access, failures })

  return {
    url,
    port,
    addresses,
    cut: (id) => routes.end(id),
    async close() {
      const cut = setTimeout(() => {
        for (const server of servers) server.closeAllConnections()
      }, closingTime)
      const closed = servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
      routes.end()
      for (const socket of sockets) if (!answering.has(socket)) socket.destroy()
      await Promise.all(closed)
      clearTimeout(cut)
    },
  }
}

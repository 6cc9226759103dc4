import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Endpoint } from '../../shared/client'
import { createGuard } from './guard'
import { defaultLimits, type HttpLimits } from './limits'
import { createRoutes, sendResult } from './routes'

export interface HttpOptions {
  endpoint: Endpoint
  /** 0 lets the system choose a free one. */
  port: number
  token: string
  /** Only this computer itself; there is no way to open the vault to a network. */
  host: '127.0.0.1'
  limits?: Partial<HttpLimits>
}

export interface HttpHost {
  /** Such as http://127.0.0.1:49152, without a slash at the end. */
  url: string
  /** Ends event streams, lets running commands answer for up to two seconds, then closes every connection. */
  close(): Promise<void>
}

const closingTime = 2000

/**
 * Serves an endpoint to programs on this computer: `POST /v1/commands/<name>`, `GET /v1/events`, `GET /v1/contract`.
 * Resolves once it listens; rejects with Node's error when the port is taken.
 */
export async function serveHttp(options: HttpOptions): Promise<HttpHost> {
  const limits = { ...defaultLimits, ...options.limits }
  const routes = createRoutes({ endpoint: options.endpoint, limits })
  const sockets = new Set<Duplex>()
  /** Answers on their way, by connection. */
  const answering = new Map<Duplex, number>()
  let guard: ReturnType<typeof createGuard> | undefined

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
    const refusal = guard?.({ method: request.method ?? '', target: request.url ?? '', rawHeaders: request.rawHeaders })
    if (refusal === null) void routes.handle(request, response)
    else if (refusal) sendResult(request, response, { ok: false, error: refusal })
    else response.destroy()
  }

  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headerTime,
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
  server.maxConnections = limits.connections
  server.timeout = limits.idleTime
  // Without this Node would ask for the body before the guard has seen the request.
  server.on('checkContinue', handle)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const status = { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large', ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout' }[
      error.code ?? ''
    ]
    // In the middle of an answer a second one would be taken for a part of it.
    if (!socket.writable || error.code === 'ECONNRESET' || answering.has(socket)) return void socket.destroy()
    socket.end(`HTTP/1.1 ${status ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\nCache-Control: no-store\r\n\r\n`, () =>
      socket.destroy(),
    )
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: options.port, host: options.host, exclusive: true }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { port } = server.address() as AddressInfo
  guard = createGuard({ port, token: options.token })

  return {
    url: `http://${options.host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), closingTime)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        routes.endStreams()
        for (const socket of sockets) if (!answering.has(socket)) socket.destroy()
      }),
  }
}

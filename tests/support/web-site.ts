import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Route = string | ((request: IncomingMessage, response: ServerResponse, body: string) => void)

export interface Site {
  origin: string
  port: number
  /** What was asked of it, in order. */
  requests: { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; body: string }[]
  close(): Promise<void>
}

/** A small web site on loopback: a text is an HTML page, a function answers by itself, everything else is a 404. */
export async function startSite(routes: Record<string, Route>, host = '127.0.0.1'): Promise<Site> {
  const requests: Site['requests'] = []
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid')
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces).toString('utf8')
      requests.push({ method: request.method ?? '', path: url.pathname, query: url.searchParams, headers: request.headers, body })
      const route = routes[url.pathname]
      if (typeof route === 'function') route(request, response, body)
      else if (route === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here</p>')
      else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(route)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${host}:${port}`,
    port,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Leads on with a 302. */
export function redirectTo(location: string): Route {
  return (_request, response) => response.writeHead(302, { location }).end('moved')
}

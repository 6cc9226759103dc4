import type { ServerResponse } from 'node:http'
import { type Route, type Site, startSite } from '../web-site'

export interface FakeAnswer {
  status?: number
  headers?: Record<string, string>
  /** A text as it is, anything else as JSON. */
  body: unknown
}

export interface FakeSearch extends Site {
  /** What every search path answers from now on. */
  answer(next: FakeAnswer): void
}

/** All paths of the search services on one real HTTP server. */
export async function startFakeSearch(): Promise<FakeSearch> {
  let current: FakeAnswer = { status: 500, body: 'nothing was set' }
  const route: Route = (_request, response) => send(response, current)
  const paths = ['/html/', '/res/v1/web/search', '/search', '/search.json', '/sub/search']
  const site = await startSite(Object.fromEntries(paths.map((path) => [path, route])))
  return {
    ...site,
    answer(next) {
      current = next
    },
  }
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: FakeAnswer): void {
  const isText = typeof body === 'string'
  response.writeHead(status, { 'content-type': isText ? 'text/html; charset=UTF-8' : 'application/json', ...headers })
  response.end(isText ? body : JSON.stringify(body))
}

import type { Socket } from 'node:net'
import { afterEach } from 'vitest'
import type { HttpLimits } from '../../../src/main/hosts/http/limits'
import { serveHttp } from '../../../src/main/hosts/http/server'
import { createSessionAccess } from '../../../src/main/hosts/http/session-access'
import type { Endpoint } from '../../../src/shared/client'
import type { HttpHost } from '../../../src/shared/http-access'
import { openSocket } from './raw-request'
import { createSmallApp } from './small-app'

export const token = 'the-right-token-0123456789'
/** The hosts of the running test; closed after it. */
export const hosts: HttpHost[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const host of hosts.splice(0)) await host.close()
})

/** Serves a small app with the given limits, and offers the ways to ask it. */
export async function serve(limits: Partial<HttpLimits> = {}, endpoint: Endpoint = createSmallApp()) {
  const host = await serveHttp({ endpoint, port: 0, access: createSessionAccess(token), appVersion: '0', limits })
  hosts.push(host)
  const port = Number(new URL(host.url).port)
  const head = (start: string, ...more: string[]) => [start, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`, ...more]
  return {
    url: host.url,
    port,
    host,
    head,
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(host.url + path, { headers: { authorization: `Bearer ${token}`, ...headers } }),
    call: (name: string, input: unknown) =>
      fetch(`${host.url}/v1/commands/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: typeof input === 'string' ? input : JSON.stringify(input),
      }),
  }
}

/** A plain socket to the port, closed after the test. */
export function open(port: number) {
  const opened = openSocket(port)
  sockets.push(opened.socket)
  return opened
}

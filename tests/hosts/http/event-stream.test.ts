import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HttpLimits } from '../../../src/main/hosts/http/limits'
import { serveHttp } from '../../../src/main/hosts/http/server'
import { createSessionAccess } from '../../../src/main/hosts/http/session-access'
import type { AppEvent } from '../../../src/shared/contract/events'
import type { HttpHost } from '../../../src/shared/http-access'
import { createHttpEndpoint } from '../../../src/shared/http-endpoint'
import { openSocket, readBody } from './raw-request'
import { createSmallApp } from './small-app'

const token = 'the-right-token-0123456789'
const hosts: HttpHost[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const host of hosts.splice(0)) await host.close()
})

async function serve(limits: Partial<HttpLimits> = {}, app = createSmallApp(), port = 0) {
  const host = await serveHttp({ endpoint: app, port, access: createSessionAccess(token), appVersion: '0', limits })
  hosts.push(host)
  return { app, host, url: host.url, port: Number(new URL(host.url).port) }
}

/** Follows the stream over a plain socket. `until` resolves once the text so far matches. */
function follow(port: number, target = '/v1/events', ...headers: string[]) {
  const { socket, received, closed } = openSocket(port)
  sockets.push(socket)
  socket.write([`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, `Authorization: Bearer ${token}`, ...headers, '', ''].join('\r\n'))
  return {
    socket,
    closed,
    ids: () => [...received().matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1])),
    async until(pattern: RegExp) {
      while (!pattern.test(received())) await once(socket, 'data')
      return received()
    },
  }
}

function emitMany(app: ReturnType<typeof createSmallApp>, count: number) {
  for (let i = 1; i <= count; i += 1) app.emit({ type: 'item-changed', itemId: `item-${i}` })
}

describe('GET /v1/events', () => {
  it('writes id, type and the whole event', async () => {
    const { app, port } = await serve()
    const stream = follow(port)
    await stream.until(/retry: 1000/)
    app.emit({ type: 'item-changed', itemId: 'a' })
    const text = await stream.until(/data: .*\n\n/)
    expect(text).toContain('text/event-stream')
    expect(text).toContain(
      'id: 1\nevent: item-changed\ndata: {"type":"item-changed","seq":1,"at":1700000000000,"payload":{"itemId":"a","change":"created"}}\n\n',
    )
  })

  it('begins after the number asked for, and what the reader saw last goes before the address', async () => {
    const { app, port } = await serve()
    emitMany(app, 5)
    const byAddress = follow(port, '/v1/events?after=3')
    await byAddress.until(/id: 5/)
    expect(byAddress.ids()).toEqual([4, 5])
    const byHeader = follow(port, '/v1/events?after=0', 'Last-Event-ID: 4')
    await byHeader.until(/id: 5/)
    expect(byHeader.ids()).toEqual([5])
    const live = follow(port)
    await live.until(/retry/)
    app.emit({ type: 'item-changed', itemId: 'late' })
    await live.until(/id: 6/)
    expect(live.ids()).toEqual([6])
  })

  it.each(['?after=', '?after=x', '?after=-1', '?after=1.5', '?after=1&after=2', '?after=99999999999999999', '?token=x', '?'])(
    'refuses %s',
    async (query) => {
      const { url } = await serve()
      const response = await fetch(`${url}/v1/events${query}`, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(400)
      expect((await readBody(response)).error.code).toBe('BAD_INPUT')
    },
  )

  it('shows signs of life while nothing happens', async () => {
    const { port } = await serve({ heartbeat: 10 })
    await follow(port).until(/: still here\n\n[\s\S]*: still here\n\n/)
  })

  it('tells of the lock, then ends; a locked vault has no stream', async () => {
    const { app, port, url } = await serve()
    const stream = follow(port)
    await stream.until(/retry/)
    app.lock()
    await stream.until(/event: vault-locked\ndata: .*\n\n[\s\S]*0\r\n\r\n/)
    expect(stream.ids()).toEqual([])
    expect(app.listeners()).toBe(0)
    expect((await fetch(`${url}/v1/events`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(423)
  })

  it('a reader that leaves is forgotten', async () => {
    const { app, port } = await serve()
    const stream = follow(port)
    await stream.until(/retry/)
    expect(app.listeners()).toBe(1)
    stream.socket.destroy()
    await vi.waitFor(() => expect(app.listeners()).toBe(0), 10_000)
  })

  it('a reader that does not read is dropped, and the app stops gathering for it', async () => {
    const { app, port, url } = await serve({ streamBytes: 100_000, heartbeat: 50, connections: 1 })
    const stream = follow(port)
    await stream.until(/retry/)
    stream.socket.pause()
    // Far more than the system's own buffers take in.
    for (let i = 0; i < 400 && app.listeners() > 0; i += 1) {
      emitMany(app, 500)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(app.listeners()).toBe(0)
    // It still holds the only connection there is. That comes free although the reader never lets go.
    const answer = () =>
      fetch(`${url}/v1/contract`).then(
        (response) => response.status,
        () => 'no answer',
      )
    await expect.poll(answer).toBe(401)
  })

  it('a long replay reaches a reader that comes back with its last id, without gap or repetition', async () => {
    const { app, url } = await serve({ streamBytes: 20_000 })
    emitMany(app, 2000)
    const seen: number[] = []
    const endpoint = createHttpEndpoint({ url, token })
    await new Promise<void>((resolve) => {
      const stop = endpoint.subscribe((event) => {
        seen.push(event.seq ?? -1)
        if (event.seq !== 2000) return
        stop()
        resolve()
      }, 1500)
    })
    expect(seen).toEqual(Array.from({ length: 500 }, (_, i) => 1501 + i))
  })

  it('refuses one stream more than the limit, and commands still work', async () => {
    const { port, url } = await serve({ eventStreams: 2 })
    await follow(port).until(/retry/)
    await follow(port).until(/retry/)
    await follow(port).until(/HTTP\/1.1 429/)
    const response = await fetch(`${url}/v1/contract`, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
  })
})

describe('createHttpEndpoint', () => {
  it('is an endpoint: data, errors of the app, and an unreachable app all come back as results', async () => {
    const { app, url, host } = await serve()
    const endpoint = createHttpEndpoint({ url, token })
    expect(await endpoint.invoke('capture-item', { body: 'x' })).toEqual({ ok: true, data: { id: 'item-1' } })
    expect(await endpoint.invoke('capture-item', {})).toMatchObject({ ok: false, error: { code: 'BAD_INPUT' } })
    expect(await endpoint.invoke('../contract', {})).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(await createHttpEndpoint({ url, token: 'wrong' }).invoke('capture-item', { body: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'UNAUTHORIZED' },
    })
    expect(app.items.size).toBe(1)
    await host.close()
    expect(await endpoint.invoke('capture-item', { body: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'INTERNAL', message: expect.stringContaining('cannot be reached') },
    })
  })

  it('goes on after the app was restarted, with every kept event once', async () => {
    const app = createSmallApp()
    const first = await serve({}, app)
    const events: AppEvent[] = []
    const stop = createHttpEndpoint({ url: first.url, token }).subscribe((event) => events.push(event), 0)
    emitMany(app, 2)
    await vi.waitFor(() => expect(events).toHaveLength(2), 10_000)
    await first.host.close()
    hosts.length = 0
    emitMany(app, 2)
    await serve({}, app, first.port)
    await vi.waitFor(() => expect(events).toHaveLength(4), 10_000)
    expect(events.map((event) => event.seq)).toEqual([1, 2, 3, 4])
    stop()
    await vi.waitFor(() => expect(app.listeners()).toBe(0), 10_000)
  })
})

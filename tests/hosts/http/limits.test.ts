import { once } from 'node:events'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { serveHttp } from '../../../src/main/hosts/http/server'
import { createSessionAccess } from '../../../src/main/hosts/http/session-access'
import { parseAnswer, sendRaw } from './raw-request'
import { hosts, open, serve, token } from './serve-small-app'
import { createSmallApp } from './small-app'

describe('limits', () => {
  it('refuses a header above 16 KB and takes one below', async () => {
    const { port, head } = await serve()
    expect((await sendRaw(port, head('GET /v1/contract HTTP/1.1', `X-Long: ${'x'.repeat(15_000)}`))).status).toBe(200)
    expect((await sendRaw(port, head('GET /v1/contract HTTP/1.1', `X-Long: ${'x'.repeat(17_000)}`))).status).toBe(431)
  })

  it('cuts a connection that says nothing, one that dribbles its header, and one that dribbles its body', async () => {
    const { port, head } = await serve({ headerTime: 200, requestTime: 400 })
    const silent = open(port)
    const dribbler = open(port)
    dribbler.socket.write('GET /v1/contract HTTP/1.1\r\nX: ')
    const slowBody = open(port)
    slowBody.socket.write(
      `${head('POST /v1/commands/capture-item HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100').join('\r\n')}\r\n\r\n{`,
    )
    const dribble = setInterval(() => {
      if (!dribbler.socket.destroyed) dribbler.socket.write('x')
      if (!slowBody.socket.destroyed) slowBody.socket.write(' ')
    }, 20)
    const answers = await Promise.all([silent.closed, dribbler.closed, slowBody.closed])
    clearInterval(dribble)
    expect(parseAnswer(answers[1]).status).toBe(408)
  })

  it('closes a connection above the limit and serves again when one is free', async () => {
    const { port, head } = await serve({ connections: 3 })
    const first = [open(port), open(port), open(port)]
    await Promise.all(first.map(({ socket }) => once(socket, 'connect')))
    const fourth = open(port)
    expect(await fourth.closed).toBe('')
    first[0]?.socket.destroy()
    await first[0]?.closed
    await expect.poll(async () => (await sendRaw(port, head('GET /v1/contract HTTP/1.1'))).status).toBe(200)
  })

  it('answers broken HTTP with 400 and goes on serving', async () => {
    const { port, head } = await serve()
    for (const junk of ['\x16\x03\x01\x02\x00\x01', 'HELLO', 'GET / HTTP/9.9', 'GET /\x00 HTTP/1.1']) {
      expect([junk, (await sendRaw(port, [junk])).status]).toEqual([junk, 400])
    }
    expect((await sendRaw(port, head('GET /v1/contract HTTP/1.1'))).status).toBe(200)
  })

  it('listens on this computer only', async () => {
    const { port } = await serve()
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address?.family === 'IPv4' && !address.internal)
    for (const address of [...outside.map((one) => one?.address ?? ''), '127.0.0.2']) {
      const socket = connect(port, address)
      const [error] = await once(socket, 'error')
      expect([address, error.code]).toEqual([address, 'ECONNREFUSED'])
    }
  })

  it('rejects when the port is taken', async () => {
    const { port } = await serve()
    await expect(
      serveHttp({ endpoint: createSmallApp(), port, access: createSessionAccess(token), appVersion: '0' }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('close ends event streams and idle connections', async () => {
    const app = createSmallApp()
    const { host, get, port } = await serve({}, app)
    const stream = await get('/v1/events')
    const idle = open(port)
    await once(idle.socket, 'connect')
    await host.close()
    hosts.length = 0
    await stream.text()
    await idle.closed
    expect(app.listeners()).toBe(0)
  })
})

import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { readBody, sendRaw } from './raw-request'
import { open, serve } from './serve-small-app'
import { createSmallApp } from './small-app'

describe('bodies', () => {
  it.each([
    ['nothing', ''],
    ['half of it', '{"body":"x"'],
    ['two of them', '{}{}'],
    ['a byte order mark', '\ufeff{}'],
    ['a comment', '{} // x'],
  ])('%s is not JSON: 400, in words that quote nothing', async (_, text) => {
    const { call } = await serve()
    const response = await call('capture-item', text)
    expect(response.status).toBe(400)
    expect((await readBody(response)).error.message).toContain('not valid JSON')
  })

  it('refuses bytes that are not UTF-8 instead of keeping replacement characters', async () => {
    const app = createSmallApp()
    const { port, head } = await serve({}, app)
    const body = '{"body":"caf\xe9"}'
    const answer = await sendRaw(
      port,
      head('POST /v1/commands/capture-item HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${body.length}`),
      body,
    )
    expect(answer.status).toBe(400)
    expect(app.items.size).toBe(0)
  })

  it('takes 32 levels and refuses 33, and brackets inside texts are not levels', async () => {
    const { call } = await serve()
    const nested = (levels: number) => `{"body":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    const refused = await call('capture-item', nested(33))
    expect((await readBody(refused)).error.message).toContain('nested deeper')
    expect((await readBody(await call('capture-item', nested(32)))).error.message).not.toContain('nested deeper')
    expect((await call('capture-item', { body: `\\" ${'[{'.repeat(500)}` })).status).toBe(200)
  })

  it('keeps a text of 12 MB on one line whole', async () => {
    const app = createSmallApp()
    const { call } = await serve({}, app)
    const text = 'лес"\\ '.repeat(1_000_000)
    expect((await call('capture-item', { body: text })).status).toBe(200)
    expect(app.items.get('item-1') === text).toBe(true)
  })

  it('takes a body of exactly the limit and refuses one byte more, said or not', async () => {
    const { port, head, call } = await serve({ bodyBytes: 100 })
    const ofSize = (bytes: number) => `{"query":"${'x'.repeat(bytes - 12)}"}`
    expect((await call('search-items', ofSize(100))).status).toBe(200)
    expect((await call('search-items', ofSize(101))).status).toBe(413)
    const chunk = ofSize(101)
    const answer = await sendRaw(
      port,
      head('POST /v1/commands/search-items HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
      `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
    )
    expect(answer.status).toBe(413)
  })

  it('refuses a stated length above the limit before a byte of it was sent', async () => {
    const { port, head } = await serve()
    const answer = await sendRaw(
      port,
      head('POST /v1/commands/capture-item HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 999999999'),
    )
    expect(answer.status).toBe(413)
  })

  it('a sender of far too much gets its answer although it never stops sending', async () => {
    const { call } = await serve()
    const response = await call('search-items', { query: 'x'.repeat(5_000_000) })
    expect([response.status, (await readBody(response)).error.code]).toEqual([413, 'TOO_LARGE'])
  })

  it('a sender that waits to be asked for its body is asked once it may send, and refused without being asked', async () => {
    const { port, head } = await serve()
    const waiting = open(port)
    waiting.socket.write(
      `${head('POST /v1/commands/capture-item HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 12', 'Expect: 100-continue').join('\r\n')}\r\n\r\n`,
    )
    while (!waiting.received().includes('100 Continue')) await once(waiting.socket, 'data')
    waiting.socket.write('{"body":"x"}')
    while (!waiting.received().includes('item-1')) await once(waiting.socket, 'data')

    const stranger = await sendRaw(port, [
      'POST /v1/commands/capture-item HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Content-Length: 12',
      'Expect: 100-continue',
    ])
    expect(stranger.status).toBe(401)
  })

  it('a length beside chunks, which two servers could read differently, is refused', async () => {
    const app = createSmallApp()
    const { port, head } = await serve({}, app)
    const answer = await sendRaw(
      port,
      head('POST /v1/commands/capture-item HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 4', 'Transfer-Encoding: chunked'),
      '0\r\n\r\n',
    )
    expect(answer.status).toBe(400)
    expect(app.invoked).toEqual([])
  })
})

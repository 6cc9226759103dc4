import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, describe, expect, it } from 'vitest'
import { serveHttp } from '../../../src/main/hosts/http/server'
import type { ApiScope } from '../../../src/shared/contract/http-api'
import type { Access, HttpHost } from '../../../src/shared/http-access'
import { sendRaw } from '../http/raw-request'
import { createSmallVault, makeJob } from './small-vault'

const hosts: HttpHost[] = []
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
})

const newest = '2025-11-25'
const message = (method: string, params: object = {}, id: unknown = 1) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const ping = message('ping')
const callTool = (name: string, args: object = {}) => message('tools/call', { name, arguments: args })

async function serve(scopes: ApiScope[] = ['search', 'read', 'write', 'jobs']) {
  const vault = createSmallVault()
  const programs = createSmallVault()
  const token = { valid: true }
  const access: Access = {
    admit: (secret) =>
      secret === 'token' && token.valid
        ? { id: 'token', may: (scope) => scopes.includes(scope), isValid: () => token.valid, counted: true }
        : null,
  }
  const clock = { now: 1 }
  const host = await serveHttp({ endpoint: programs, assistants: vault, port: 0, access, appVersion: '1', now: () => clock.now })
  hosts.push(host)
  async function send(body: string | Buffer, options: { method?: string; path?: string; headers?: Record<string, string> } = {}) {
    const { method = 'POST', path = '/mcp', headers = {} } = options
    const response = await fetch(host.url + path, {
      method,
      headers: {
        authorization: 'Bearer token',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      ...(method === 'GET' ? {} : { body }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
  return { vault, programs, token, host, send, clock }
}

describe('POST /mcp', () => {
  it('answers a message with one JSON, a notification with nothing, and serves what assistants are served', async () => {
    const { send, vault, programs } = await serve()
    const answer = await send(message('initialize', { protocolVersion: newest, capabilities: {}, clientInfo: { name: 'x', version: '1' } }))
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ])
    expect(answer.body.result.protocolVersion).toBe(newest)
    expect(await send('{"jsonrpc":"2.0","method":"notifications/initialized"}')).toMatchObject({ status: 202, body: null })
    await send(callTool('capture_thought', { body: 'x' }))
    expect([vault.invoked, programs.invoked]).toEqual([['capture-item'], []])
  })

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is 405', async (method) => {
    const { send } = await serve()
    const { status, headers } = await send(ping, { method })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('is 403 from a web page, 401 without a token in force, both before anything is read', async () => {
    const { send, token, host, vault } = await serve()
    expect((await send('x', { headers: { origin: 'http://localhost:5173' } })).status).toBe(403)
    expect((await send('x', { headers: { origin: 'null' } })).status).toBe(403)
    expect((await send('x', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await send('', { method: 'OPTIONS' })).status).toBe(403)
    expect((await send('x', { headers: { authorization: 'Bearer other' } })).status).toBe(401)
    const { port } = host
    const rebound = await sendRaw(port, [
      'POST /mcp HTTP/1.1',
      `Host: evil.example:${port}`,
      'Authorization: Bearer token',
      'Content-Length: 0',
    ])
    expect(rebound.status).toBe(403)
    token.valid = false
    expect((await send(ping)).status).toBe(401)
    expect(vault.invoked).toEqual([])
  })

  it.each([
    ['a version that is spoken', newest, 200],
    ['an older one', '2025-03-26', 200],
    ['one that is not', '1999-01-01', 400],
    ['an empty one', '', 400],
    ['words', `${newest}, x`, 400],
  ])('with %s in the header is %s', async (_, version, status) => {
    expect((await (await serve()).send(ping, { headers: { 'mcp-protocol-version': version } })).status).toBe(status)
  })

  it('is 423 while the vault is locked, but for what needs no vault', async () => {
    const { send, vault } = await serve()
    vault.locked = true
    for (const body of [callTool('list_thoughts'), callTool('capture_thought', { body: 'x' }), message('resources/list')]) {
      const { status, body: answer } = await send(body)
      expect([status, answer.id, answer.error.data.code, answer.error.message]).toEqual([
        423,
        1,
        'VAULT_LOCKED',
        expect.stringContaining('locked'),
      ])
    }
    for (const body of [ping, message('tools/list')]) expect((await send(body)).status).toBe(200)
    vault.locked = false
    expect((await send(callTool('list_thoughts'))).status).toBe(200)
  })

  it.each([
    ['broken JSON', '{', 400, {}],
    ['a batch in a version without them', `[${ping}]`, 400, { 'mcp-protocol-version': newest }],
    ['an id that is null', message('ping', {}, null), 400, {}],
    ['another type', ping, 415, { 'content-type': 'text/plain' }],
    ['a body above the limit', JSON.stringify({ x: 'x'.repeat(1_100_000) }), 413, {}],
    ['nesting above the limit', `${'['.repeat(40)}${']'.repeat(40)}`, 400, {}],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22]), 400, {}],
  ] as [string, string | Buffer, number, Record<string, string>][])(
    '%s is refused with an error of the protocol',
    async (_, body, status, headers) => {
      const answer = await (await serve()).send(body, { headers })
      expect([answer.status, answer.body.jsonrpc, answer.body.id, typeof answer.body.error.code]).toEqual([status, '2.0', null, 'number'])
    },
  )

  it('answers a batch of the version that has them, which is the one of a client that names none, and counts each message', async () => {
    const { send } = await serve()
    for (const headers of [{}, { 'mcp-protocol-version': '2025-03-26' }] as Record<string, string>[]) {
      const { status, body } = await send(`[${message('ping', {}, 'a')},${message('ping', {}, 'b')}]`, { headers })
      expect([status, body.map(({ id }: { id: string }) => id)]).toEqual([200, ['a', 'b']])
    }
    for (let i = 0; i < 7; i += 1) await send(`[${Array(8).fill(ping).join()}]`)
    expect((await send(ping)).status).toBe(429)
  })

  it('has no query and no path below it', async () => {
    const { send } = await serve()
    expect((await send(ping, { path: '/mcp?token=token' })).status).toBe(400)
    expect((await send(ping, { path: '/mcp/' })).status).toBe(404)
  })

  it('is 403 for a tool that the token may not use, and does not name it', async () => {
    const { send, vault } = await serve(['search', 'read'])
    const { status, body } = await send(callTool('capture_thought', { body: 'x' }))
    expect([status, body.error.data.code]).toEqual([403, 'FORBIDDEN'])
    const names = (await send(message('tools/list'))).body.result.tools.map(({ name }: { name: string }) => name)
    expect([names.includes('read_thought'), names.includes('capture_thought'), names.includes('deep_think')]).toEqual([true, false, false])
    expect(vault.invoked).toEqual([])
  })

  it('counts: 20 writes a minute, 60 messages a minute, and 429 with the time to wait', async () => {
    const { send, vault, clock } = await serve()
    const statuses: number[] = []
    for (let i = 0; i < 21; i += 1) statuses.push((await send(callTool('capture_thought', { body: 'x' }))).status)
    expect([statuses.filter((status) => status === 200).length, statuses[20], vault.invoked.length]).toEqual([20, 429, 20])
    for (let i = 0; i < 39; i += 1) expect((await send(ping)).status).toBe(200)
    const over = await send(ping)
    expect([over.status, Number(over.headers.get('retry-after')) > 0, over.body.jsonrpc]).toEqual([429, true, '2.0'])
    clock.now += 61_000
    expect((await send(callTool('capture_thought', { body: 'x' }))).status).toBe(200)
  })

  it('a token revoked while the body is on its way does nothing', async () => {
    const { vault, token, host } = await serve()
    const body = callTool('capture_thought', { body: 'x' })
    const head = [
      'POST /mcp HTTP/1.1',
      `Host: 127.0.0.1:${host.port}`,
      'Authorization: Bearer token',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    const { connect } = await import('node:net')
    const socket = connect(host.port, '127.0.0.1')
    let received = ''
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text
    })
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await expect.poll(() => received).toContain('100 Continue')
    token.valid = false
    socket.write(body)
    await expect.poll(() => received).toMatch(/HTTP\/1\.1 401/)
    socket.destroy()
    expect(vault.invoked).toEqual([])
  })

  it('streams progress, cancels by a message of its own when the id means one request alone, and ends with the token', async () => {
    const { send, vault, host, token } = await serve()
    vault.add('a')
    let status: 'running' | 'cancelled' = 'running'
    const counts = { pending: 0, running: 0, done: 0, dead: 0, cancelled: 0 }
    vault.answers['list-jobs'] = () => ({ jobs: [], counts, paused: false, parked: [], nextCursor: null })
    vault.answers['summarize-item'] = () => ({ jobId: 'j' })
    vault.answers['get-job'] = () => ({ ...makeJob('j', status), priority: 1, payload: {}, attemptsLog: [] })
    vault.answers['cancel-job'] = () => {
      status = 'cancelled'
      return {}
    }
    const cancelled = (requestId: number) => JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
    /** A call that waits; resolves with its stream once that has begun. */
    async function wait(id: number) {
      const params = { name: 'summarise_thought', arguments: { itemId: 'a', wait: true }, _meta: { progressToken: 'p' } }
      const headers = { authorization: 'Bearer token', 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      const response = await fetch(`${host.url}/mcp`, { method: 'POST', headers, body: message('tools/call', params, id) })
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      return response
    }
    const [twin, other, third] = await Promise.all([wait(5), wait(5), wait(6)])
    // Two requests have the id 5, so neither is meant.
    expect((await send(cancelled(5))).status).toBe(202)
    expect(status).toBe('running')
    expect((await send(cancelled(6))).status).toBe(202)
    const text = await third.text()
    expect(text).toMatch(/^event: message\ndata: \{.*"method":"notifications\/progress".*\n\n$/)
    expect(text).not.toContain('"id":6')
    await expect.poll(() => status).toBe('cancelled')
    token.valid = false
    host.cut('token')
    for (const stream of [twin, other]) expect(await stream.text()).not.toContain('"id":5')
    expect(vault.followers()).toBe(0)
  })

  it("tells the official SDK's client of a locked vault, in words", async () => {
    const { host, vault } = await serve()
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${host.url}/mcp`), { requestInit: { headers: { authorization: 'Bearer token' } } }),
    )
    vault.locked = true
    await expect(client.callTool({ name: 'list_thoughts', arguments: {} })).rejects.toThrow(/locked/)
    vault.locked = false
    expect((await client.callTool({ name: 'list_thoughts', arguments: {} })).structuredContent).toMatchObject({ total: 0 })
    await client.close()
  })
})

import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { serveHttp } from '../../../src/main/hosts/http/server'
import type { ApiScope } from '../../../src/shared/contract/http-api'
import type { Access, HttpHost } from '../../../src/shared/http-access'
import { readBody, sendRaw } from './raw-request'
import { open } from './serve-small-app'
import { createSmallApp } from './small-app'

const hosts: HttpHost[] = []
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close()
})

interface Token {
  scopes: ApiScope[]
  valid: boolean
}

/** A host that knows these tokens by their words, on a clock that the test moves. */
async function serve(tokens: Record<string, Token>) {
  const clock = { now: 1_000_000 }
  const app = createSmallApp()
  const used: string[] = []
  const access: Access = {
    admit(secret) {
      const token = Object.hasOwn(tokens, secret) ? tokens[secret] : undefined
      if (!token?.valid) return null
      return { id: secret, may: (scope) => token.scopes.includes(scope), isValid: () => token.valid, counted: true }
    },
    used: (id) => used.push(id),
  }
  const host = await serveHttp({ endpoint: app, port: 0, access, appVersion: '1', now: () => clock.now, limits: { heartbeat: 20 } })
  hosts.push(host)
  return {
    app,
    clock,
    host,
    used,
    tokens,
    get: (path: string, token: string) => fetch(host.url + path, { headers: { authorization: `Bearer ${token}` } }),
    call: (name: string, token: string, input: unknown = {}) =>
      fetch(`${host.url}/v1/commands/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
  }
}

const all: Token = { scopes: ['search', 'read', 'write', 'jobs'], valid: true }

describe('scopes', () => {
  it('a token does what its scope says, everything else is 403 before the body is looked at, with equal words', async () => {
    const { app, call, get } = await serve({ reader: { scopes: ['read'], valid: true }, seeker: { scopes: ['search'], valid: true } })
    expect((await call('vault-status', 'reader')).status).toBe(200)
    const before = app.invoked.length
    const refused = [
      await call('capture-item', 'reader', { body: 'x' }),
      await call('deep-think', 'reader', { itemId: 'x' }),
      await call('search-items', 'reader', { query: 'x' }),
      await call('get-item', 'seeker', { id: 'x' }),
      await get('/v1/events', 'seeker'),
    ]
    expect(refused.map((response) => response.status)).toEqual([403, 403, 403, 403, 403])
    const words = await Promise.all(refused.map(async (response) => (await readBody(response)).error))
    expect(new Set(words.map(({ code, message }) => code + message)).size).toBe(1)
    expect(app.invoked.length).toBe(before)
    expect((await call('search-items', 'seeker', { query: 'x' })).status).toBe(200)
  })

  it('refuses for the scope before it waits for a body', async () => {
    const { host } = await serve({ reader: { scopes: ['read'], valid: true } })
    const answer = await sendRaw(host.port, [
      'POST /v1/commands/capture-item HTTP/1.1',
      `Host: 127.0.0.1:${host.port}`,
      'Authorization: Bearer reader',
      'Content-Type: application/json',
      'Content-Length: 1000000',
    ])
    expect(answer.status).toBe(403)
  })
})

describe('allowances', () => {
  it('60 reads a minute, then 429 with the seconds to wait; writes and other tokens have their own', async () => {
    const { call, clock } = await serve({ one: all, other: all })
    for (let i = 0; i < 60; i += 1) expect([i, (await call('vault-status', 'one')).status]).toEqual([i, 200])
    clock.now += 1500
    const refused = await call('vault-status', 'one')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '59'])
    expect((await readBody(refused)).error).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { retryAfterSeconds: 59 } })
    expect((await call('capture-item', 'one', { body: 'x' })).status).toBe(200)
    expect((await call('vault-status', 'other')).status).toBe(200)
    clock.now += 58_500
    expect((await call('vault-status', 'one')).status).toBe(200)
  })

  it('20 writes a minute, and nothing of the 21st is kept', async () => {
    const { app, call, clock } = await serve({ one: all })
    for (let i = 0; i < 20; i += 1) expect([i, (await call('capture-item', 'one', { body: 'x' })).status]).toEqual([i, 200])
    expect((await call('capture-item', 'one', { body: 'x' })).status).toBe(429)
    expect(app.items.size).toBe(20)
    clock.now += 60_000
    expect((await call('capture-item', 'one', { body: 'x' })).status).toBe(200)
  })
})

describe('requests without a valid token', () => {
  it('five get 401, the sixth 429 for a minute, equal to the byte whatever was tried; who holds a token is let in', async () => {
    const { call, clock, get } = await serve({ right: all, ended: { ...all, valid: false } })
    const tried = ['wrong', 'righ', 'ended', 'RIGHT', 'x'.repeat(500)]
    const refused = []
    for (const token of tried) refused.push(await call('capture-item', token, { body: 'x' }))
    expect(refused.map((response) => response.status)).toEqual([401, 401, 401, 401, 401])
    expect(refused.map((response) => response.headers.get('www-authenticate'))).toEqual(tried.map(() => 'Bearer'))
    expect(new Set(await Promise.all(refused.map((response) => response.text()))).size).toBe(1)

    const resting = [await call('capture-item', 'wrong', { body: 'x' }), await call('no-such', 'ended'), await get('/v1/events', 'righ')]
    expect(resting.map((response) => [response.status, response.headers.get('retry-after')])).toEqual(
      tried.slice(0, 3).map(() => [429, '60']),
    )
    expect(new Set(await Promise.all(resting.map((response) => response.text()))).size).toBe(1)
    expect((await call('capture-item', 'right', { body: 'x' })).status).toBe(200)

    clock.now += 60_000
    expect((await call('capture-item', 'wrong', { body: 'x' })).status).toBe(401)
  })

  it('a web page that is refused at the door uses up no try of a program', async () => {
    const { host, call } = await serve({ right: all })
    for (let i = 0; i < 8; i += 1)
      expect((await sendRaw(host.port, ['GET /v1/contract HTTP/1.1', `Host: attacker.example:${host.port}`])).status).toBe(403)
    expect((await call('vault-status', 'wrong')).status).toBe(401)
  })

  it('only requests that were let in count as a use', async () => {
    const { call, used } = await serve({ right: all })
    await call('vault-status', 'wrong')
    await call('vault-status', 'right')
    expect(used).toEqual(['right'])
  })
})

describe('the end of a token', () => {
  async function follow(port: number, token: string) {
    const stream = open(port)
    stream.socket.write(`GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
    while (!stream.received().includes('retry')) await once(stream.socket, 'data')
    return stream
  }

  it('revoked: its streams are cut at once, those of others go on', async () => {
    const { app, host } = await serve({ one: all, other: all })
    const [mine, others] = [await follow(host.port, 'one'), await follow(host.port, 'other')]
    host.cut('one')
    await mine.closed
    app.emit({ type: 'item-changed', itemId: 'after' })
    while (!others.received().includes('after')) await once(others.socket, 'data')
    expect(mine.received()).not.toContain('after')
  })

  it('expired: not one event more, and the stream ends by itself though nothing happens', async () => {
    const { app, host, tokens } = await serve({ one: { ...all }, quiet: { ...all } })
    const [busy, quiet] = [await follow(host.port, 'one'), await follow(host.port, 'quiet')]
    tokens.one = Object.assign(tokens.one ?? all, { valid: false })
    app.emit({ type: 'item-changed', itemId: 'after' })
    await busy.closed
    expect(busy.received()).not.toContain('after')
    Object.assign(tokens.quiet ?? {}, { valid: false })
    await quiet.closed
    expect(app.listeners()).toBe(0)
  })

  it('revoked while its body is on the way: nothing is kept', async () => {
    const { app, host, tokens } = await serve({ one: { ...all } })
    const slow = open(host.port)
    const body = '{"body":"late"}'
    slow.socket.write(
      `POST /v1/commands/capture-item HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: Bearer one\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    while (!slow.received().includes('100 Continue')) await once(slow.socket, 'data')
    Object.assign(tokens.one ?? {}, { valid: false })
    slow.socket.write(body)
    while (!slow.received().includes('HTTP/1.1 401')) await once(slow.socket, 'data')
    expect(app.items.size).toBe(0)
  })
})

describe('where it listens', () => {
  it('on both loopback addresses with one port where the system has both', async () => {
    const { host } = await serve({ right: all })
    for (const address of host.addresses) {
      const at = address.includes(':') ? `[${address}]` : address
      const response = await fetch(`http://${at}:${host.port}/v1/contract`, { headers: { authorization: 'Bearer right' } })
      expect([address, response.status]).toEqual([address, 200])
    }
    expect(host.addresses[0]).toBe('127.0.0.1')
  })
})

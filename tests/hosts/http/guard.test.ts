import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveHttp } from '../../../src/main/hosts/http/server'
import { createSessionAccess } from '../../../src/main/hosts/http/session-access'
import type { HttpHost } from '../../../src/shared/http-access'
import { sendRaw } from './raw-request'
import { createSmallApp } from './small-app'

const token = 'the-right-token-0123456789'
const app = createSmallApp()
let host: HttpHost
let port: number

beforeAll(async () => {
  // More failures than any test of this file makes: how many are too many is tested with the other limits.
  const limits = { failuresPerMinute: 1000 }
  host = await serveHttp({ endpoint: app, port: 0, access: createSessionAccess(token), appVersion: '0', limits })
  port = Number(new URL(host.url).port)
})
afterAll(() => host.close())

const body = JSON.stringify({ body: 'a thought' })

/** A right request, changed in one place; PORT stands for the port. */
async function post(change: { start?: string; host?: string[]; auth?: string[]; type?: string[]; extra?: string[] }, text = body) {
  const lines = [
    change.start ?? 'POST /v1/commands/capture-item HTTP/1.1',
    ...(change.host ?? ['Host: 127.0.0.1:PORT']),
    ...(change.auth ?? [`Authorization: Bearer ${token}`]),
    ...(change.type ?? ['Content-Type: application/json']),
    ...(change.extra ?? []),
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  return sendRaw(
    port,
    lines.map((line) => line.replaceAll('PORT', String(port))),
    text,
  )
}

describe('the three right names of this computer', () => {
  it.each(['127.0.0.1:PORT', 'localhost:PORT', '[::1]:PORT'])('lets %s in', async (name) => {
    const before = app.items.size
    expect((await post({ host: [`Host: ${name}`] })).status).toBe(200)
    expect(app.items.size).toBe(before + 1)
  })
})

describe('requests from elsewhere get 403, all with the same words, and change nothing', () => {
  const cases: [string, Parameters<typeof post>[0]][] = [
    ['a rebinding name', { host: ['Host: attacker.example:PORT'] }],
    ['a name that begins like ours', { host: ['Host: 127.0.0.1.attacker.example:PORT'] }],
    ['the right name on a wrong port', { host: ['Host: 127.0.0.1:1'] }],
    ['the right name without a port', { host: ['Host: localhost'] }],
    ['a trailing dot', { host: ['Host: localhost.:PORT'] }],
    ['upper case', { host: ['Host: LOCALHOST:PORT'] }],
    ['another loopback address', { host: ['Host: 127.0.0.2:PORT'] }],
    ['the decimal form of the address', { host: ['Host: 2130706433:PORT'] }],
    ['a name with user information', { host: ['Host: me@127.0.0.1:PORT'] }],
    ['the long form of ::1', { host: ['Host: [0:0:0:0:0:0:0:1]:PORT'] }],
    ['an empty Host', { host: ['Host: '] }],
    ['no Host', { host: [] }],
    ['two Hosts, the right one first', { host: ['Host: 127.0.0.1:PORT', 'Host: attacker.example'] }],
    ['two equal Hosts', { host: ['Host: 127.0.0.1:PORT', 'Host: 127.0.0.1:PORT'] }],
    ['a foreign Origin', { extra: ['Origin: https://attacker.example'] }],
    ['our own address as Origin', { extra: ['Origin: http://127.0.0.1:PORT'] }],
    ['the null Origin', { extra: ['Origin: null'] }],
    ['an empty Origin', { extra: ['Origin: '] }],
    ['a cross-site request', { extra: ['Sec-Fetch-Site: cross-site'] }],
    ['a same-site request from another port', { extra: ['Sec-Fetch-Site: same-site'] }],
    ['an absolute target', { start: 'POST http://127.0.0.1:PORT/v1/commands/capture-item HTTP/1.1' }],
    ['an absolute target of a foreign host', { start: 'POST http://attacker.example/v1/commands/capture-item HTTP/1.1' }],
    ['a target that begins with two slashes', { start: 'POST //127.0.0.1:PORT/v1/commands/capture-item HTTP/1.1' }],
    ['a preflight', { start: 'OPTIONS /v1/commands/capture-item HTTP/1.1' }],
    ['a preflight of everything', { start: 'OPTIONS * HTTP/1.1' }],
    ['a second Host behind many headers', { extra: [...Array.from({ length: 2200 }, () => 'a:b'), 'Host: attacker.example'] }],
  ]
  it.each(cases)('%s', async (_, change) => {
    const before = app.invoked.length
    const answer = await post(change)
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body)).toEqual({
      ok: false,
      error: { code: 'FORBIDDEN', message: expect.stringContaining('not allowed here') },
    })
    expect(answer.head).not.toMatch(/access-control/i)
    expect(answer.head).toMatch(/cache-control: no-store/i)
    expect(app.invoked.length).toBe(before)
  })

  it('a proxy tunnel is closed without an answer', async () => {
    const answer = await sendRaw(port, [`CONNECT 127.0.0.1:${port} HTTP/1.1`, `Host: 127.0.0.1:${port}`])
    expect(answer.status).toBe(0)
  })

  it('a protocol upgrade does not open a second door', async () => {
    const answer = await sendRaw(port, ['GET /v1/events HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Connection: Upgrade', 'Upgrade: websocket'])
    expect(answer.status).toBe(401)
  })
})

describe('requests without the token get 401 before their body is looked at', () => {
  const cases: [string, string[]][] = [
    ['none', []],
    ['an empty one', ['Authorization: Bearer ']],
    ['a wrong one of the same length', [`Authorization: Bearer ${token.replace('0', '1')}`]],
    ['a beginning of it', [`Authorization: Bearer ${token.slice(0, -1)}`]],
    ['more than it', [`Authorization: Bearer ${token}x`]],
    ['it in the wrong case', [`Authorization: Bearer ${token.toUpperCase()}`]],
    ['it under another scheme', [`Authorization: Basic ${token}`]],
    ['it twice', [`Authorization: Bearer ${token}`, `Authorization: Bearer ${token}`]],
    ['a wrong one, then the right one', ['Authorization: Bearer wrong', `Authorization: Bearer ${token}`]],
    ['it as a cookie', [`Cookie: token=${token}`]],
  ]
  it.each(cases)('%s', async (_, auth) => {
    const before = app.invoked.length
    const answer = await post({ auth, type: ['Content-Type: text/plain'] }, '{ broken')
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.body).error.code).toBe('UNAUTHORIZED')
    expect(app.invoked.length).toBe(before)
  })

  it('it in the address', async () => {
    expect((await post({ auth: [], start: `POST /v1/commands/capture-item?token=${token} HTTP/1.1` })).status).toBe(401)
  })

  it('answers while the sender still holds back its body', async () => {
    const answer = await sendRaw(port, [
      'POST /v1/commands/capture-item HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      'Content-Length: 1000000',
    ])
    expect(answer.status).toBe(401)
  })

  it('hides which addresses exist', async () => {
    const known = await post({ auth: [] })
    const unknown = await post({ auth: [], start: 'POST /v1/commands/no-such HTTP/1.1' })
    expect(unknown.body).toBe(known.body)
    expect(unknown.status).toBe(401)
  })
})

describe('only JSON is taken', () => {
  const refused: [string, Parameters<typeof post>[0]][] = [
    ['no type', { type: [] }],
    ['text, which a web form could send without a preflight', { type: ['Content-Type: text/plain'] }],
    ['a form', { type: ['Content-Type: application/x-www-form-urlencoded'] }],
    ['a type that begins like JSON', { type: ['Content-Type: application/jsonp'] }],
    ['another alphabet', { type: ['Content-Type: application/json; charset=utf-16'] }],
    ['a further parameter', { type: ['Content-Type: application/json; boundary=x'] }],
    ['two types', { type: ['Content-Type: application/json', 'Content-Type: text/plain'] }],
    ['a packed body', { extra: ['Content-Encoding: gzip'] }],
  ]
  it.each(refused)('refuses %s with 415', async (_, change) => {
    const before = app.invoked.length
    expect((await post(change)).status).toBe(415)
    expect(app.invoked.length).toBe(before)
  })

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8', 'application/json; charset="utf-8"'])(
    'takes %s',
    async (type) => {
      expect((await post({ type: [`Content-Type: ${type}`] })).status).toBe(200)
    },
  )
})

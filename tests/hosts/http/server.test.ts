import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { readBody, sendRaw } from './raw-request'
import { open, serve, token } from './serve-small-app'
import { createSmallApp } from './small-app'

describe('commands', () => {
  it('answers with the data of the command', async () => {
    const { call } = await serve()
    const response = await call('capture-item', { body: 'Überfließend 漢字 🧠' })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ ok: true, data: { id: 'item-1' } })
  })

  it('gives each error its status: a locked vault is 423', async () => {
    const app = createSmallApp()
    const { call } = await serve({}, app)
    app.lock()
    const response = await call('capture-item', { body: 'x' })
    expect([response.status, await response.json()]).toEqual([
      423,
      { ok: false, error: { code: 'VAULT_LOCKED', id: expect.stringMatching(/^[0-9a-f-]{36}$/), message: 'The vault is locked.' } },
    ])
    expect((await call('vault-status', {})).status).toBe(200)
  })

  it.each([
    'unlock-vault',
    'create-vault',
    'recover-vault',
    'change-passphrase',
    'reissue-recovery-key',
    'erase-item',
    'test-endpoint',
    'set-piper',
    'test-piper',
    'save-endpoint',
    'delete-endpoint',
    'update-settings',
    'start-embedding-change',
    'get-http-api',
    'set-http-api',
    'list-api-tokens',
    'create-api-token',
    'revoke-api-token',
    'restore-api-token',
    'find-id',
    'make-backup',
    'keep-playback',
    'share-to-file',
    'share-to-folder',
    'accept-hive-entry',
    'no-such',
    'constructor',
    '__proto__',
    'toString',
  ])('%s is not reachable and looks like a command that does not exist', async (name) => {
    const app = createSmallApp()
    const { call } = await serve({}, app)
    const [response, unknown] = [await call(name, { passphrase: 'x' }), await call('nothing-of-the-kind', {})]
    expect([response.status, unknown.status]).toEqual([404, 404])
    expect((await readBody(response)).error).toEqual({ ...(await readBody(unknown)).error, id: response.headers.get('x-request-id') })
    expect(app.invoked).toEqual([])
  })

  it('changes nothing by GET, HEAD, PUT, PATCH or DELETE', async () => {
    const app = createSmallApp()
    const { url } = await serve({}, app)
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const response = await fetch(`${url}/v1/commands/lock-vault`, { method, headers: { authorization: `Bearer ${token}` } })
      expect([method, response.status]).toEqual([method, 404])
    }
    expect(app.invoked).toEqual([])
  })

  it.each([
    '/',
    '/v1',
    '/v1/commands/',
    '/v1/commands/capture-item/',
    '/v1/commands/../contract',
    '/v1/contract/',
    '/V1/contract',
    '/v1/contract?x=1',
    '/v2/contract',
    '/favicon.ico',
    '/v1/%63ontract',
  ])('knows nothing at %s', async (path) => {
    const { port, head } = await serve()
    const answer = await sendRaw(port, head(`GET ${path} HTTP/1.1`))
    expect(answer.status).toBe(404)
  })

  it('an endpoint that throws gives 500 without its words', async () => {
    const { call } = await serve({}, { ...createSmallApp(), invoke: () => Promise.reject(new Error('the secret thought')) })
    const response = await call('capture-item', { body: 'x' })
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret')
  })

  it('answers several requests on one connection, in order', async () => {
    const { port, head } = await serve()
    const { socket, received } = open(port)
    const one = (body: string) =>
      `${head('POST /v1/commands/capture-item HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${body.length}`).join('\r\n')}\r\n\r\n${body}`
    socket.write(one('{"body":"1"}') + one('{"body":"2"}'))
    while (received().split('HTTP/1.1 200').length < 3) await once(socket, 'data')
    expect(received()).toMatch(/item-1[\s\S]*item-2/)
  })
})

describe('the contract', () => {
  it('lists exactly the commands that programs may call, with their schemas', async () => {
    const { get } = await serve()
    const { data } = await readBody(await get('/v1/contract'))
    expect(Object.keys(data.commands).sort()).toEqual([
      'abandon-attachment',
      'add-link',
      'append-attachment',
      'begin-attachment',
      'brief-item',
      'brief-many',
      'cancel-job',
      'capture-finding',
      'capture-item',
      'collection-of-item',
      'complete-title',
      'deep-think',
      'delete-briefing',
      'delete-item',
      'delete-job',
      'delete-schedule',
      'export-collection',
      'finish-attachment',
      'get-briefing',
      'get-collect-form',
      'get-collect-run',
      'get-collection',
      'get-embedding-state',
      'get-item',
      'get-job',
      'get-job-run',
      'get-orchestration',
      'get-places',
      'get-reflection',
      'get-research',
      'get-review',
      'get-settings',
      'get-thesis',
      'get-usage',
      'get-version',
      'list-attachments',
      'list-briefing-left-out',
      'list-briefings',
      'list-collected-items',
      'list-collections',
      'list-egress',
      'list-items',
      'list-jobs',
      'list-links',
      'list-orchestrations',
      'list-proposals',
      'list-reflections',
      'list-research',
      'list-review',
      'list-schedules',
      'list-search-engines',
      'list-tags',
      'list-versions',
      'lock-vault',
      'orchestrate-item',
      'pause-queue',
      'pause-schedule',
      'pin-item',
      'preview-briefing-scope',
      'purge-dead',
      'purge-done',
      'put-off-review',
      'read-attachment',
      'read-attachment-text',
      'read-briefing-audio',
      'read-collect-log',
      'reject-link',
      'remove-attachment',
      'remove-link',
      'restore-briefing',
      'restore-item',
      'restore-items',
      'restore-version',
      'resume-queue',
      'resume-schedule',
      'retry-dead-jobs',
      'retry-job',
      'review-item',
      'run-schedule-now',
      'save-schedule',
      'search-items',
      'settle-contradiction',
      'settle-finding',
      'start-collect',
      'start-reflection',
      'start-research',
      'suggest-tags',
      'summarize-item',
      'try-waiting-jobs',
      'update-collection',
      'update-item',
      'vault-status',
    ])
    expect(data.commands['capture-item']?.input).toMatchObject({ type: 'object', required: ['body'], additionalProperties: false })
    expect(data.events['summary-set']?.properties).toHaveProperty('summary')
    expect(data.errors.VAULT_LOCKED).toBe(423)
  })
})

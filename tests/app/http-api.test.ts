import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { serveHttp } from '../../src/main/hosts/http/server'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault } from '../support/app'
import { everyScope, startWithHttpApi, waitUntilListening } from '../support/http-api'
import { programAt } from '../support/program-at'

afterAll(closeApps)

const refused = (url: string) => expect(fetch(`${url}/v1/contract`)).rejects.toThrow()

describe('the switch of the HTTP API', () => {
  it('is off by default: nothing listens and there is no port file', async () => {
    const { window, dataDir } = await startWithVault({ openHttpHost: serveHttp })
    expect(await window.call('get-http-api', {})).toEqual({ enabled: false, port: null, listening: null, problem: null })
    expect(existsSync(join(dataDir, 'http-api.json'))).toBe(false)
  })

  it('on: listens, writes the port for its person alone; off: closes the port and takes the file away', async () => {
    const { window, dataDir, url, secret, events } = await startWithHttpApi()
    const file = join(dataDir, 'http-api.json')
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ url, port: Number(new URL(url).port), pid: process.pid })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await programAt(url, secret).call('capture-item', { body: 'By a program' })).status).toBe(200)
    const { tokens } = await window.call('list-api-tokens', {})
    expect(tokens[0]?.lastUsedAt).toBeGreaterThan(0)

    expect(await window.call('set-http-api', { enabled: false })).toMatchObject({ enabled: false, listening: null, problem: null })
    expect(existsSync(file)).toBe(false)
    await refused(url)
    expect(events.filter((event) => event.type === 'http-api-changed').length).toBeGreaterThanOrEqual(3)
  })

  it('answers 423 after a lock, goes on after the unlock, and knows a wrong token all the while', async () => {
    const { app, window, url, secret } = await startWithHttpApi()
    const program = programAt(url, secret)
    const stream = await program.get('/v1/events')
    await app.lock('person')
    expect(await stream.text()).toContain('event: vault-locked')
    const locked = await program.call('search-items', { query: 'x' })
    expect([locked.status, locked.body.error.code]).toEqual([423, 'VAULT_LOCKED'])
    expect((await program.get('/v1/events')).status).toBe(423)
    expect((await program.call('vault-status')).body.data).toMatchObject({ state: 'locked' })
    expect((await programAt(url, 'wrong').call('search-items', { query: 'x' })).status).toBe(401)
    await window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect((await program.call('search-items', { query: 'x' })).status).toBe(200)
    expect((await window.call('get-http-api', {})).listening?.url).toBe(url)
  })

  it('survives a restart: starts at the unlock, on the port that was chosen, with the same tokens', async () => {
    const first = await startWithHttpApi()
    const port = Number(new URL(first.url).port)
    await first.window.call('set-http-api', { port })
    await closeApp(first.app)
    expect(existsSync(join(first.dataDir, 'http-api.json'))).toBe(false)
    await refused(first.url)

    const again = startApp({ dataDir: first.dataDir, openHttpHost: serveHttp })
    await refused(first.url)
    await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect((await waitUntilListening(again.window)).port).toBe(port)
    expect((await programAt(first.url, first.secret).call('vault-status')).status).toBe(200)
  })

  it('says in words that a port is taken, keeps the choice, and comes right with another one', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as { port: number }
    const { window } = await startWithVault({ openHttpHost: serveHttp })
    const state = await window.call('set-http-api', { enabled: true, port })
    expect(state).toMatchObject({ enabled: true, port, listening: null })
    expect(state.problem).toMatch(new RegExp(`^Port ${port} is taken by another program.* Choose another port`))
    expect(await window.call('set-http-api', { port: null })).toMatchObject({ problem: null, listening: { addresses: expect.any(Array) } })
    other.close()
  })

  it('two changes at once end in what was asked last, with one listener', async () => {
    const { window, url, secret } = await startWithHttpApi()
    await Promise.all([window.call('set-http-api', { enabled: false }), window.call('set-http-api', { enabled: true })])
    const { listening } = await window.call('get-http-api', {})
    expect((await programAt(listening?.url ?? '', secret).call('vault-status')).status).toBe(200)
    if (listening?.url !== url) await refused(url)
  })

  it('a program without an HTTP host says so', async () => {
    const { window } = await startWithVault()
    expect((await window.call('set-http-api', { enabled: true })).problem).toContain('cannot serve HTTP')
  })
})

describe('tokens', () => {
  it('are in the vault as a digest alone, and shown once', async () => {
    const { app, window, dataDir, secret } = await startWithHttpApi()
    expect(secret).toMatch(/^cortexa_[A-Za-z0-9_-]{43}$/)
    expect(JSON.stringify(await window.call('list-api-tokens', {}))).not.toContain(secret)
    await closeApp(app)
    const again = startApp({ dataDir })
    await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
    expect(JSON.stringify(await again.window.call('list-api-tokens', {}))).not.toContain(secret.slice(8, 20))
  })

  it('revoked: 401 at once and streams cut; taken back within ten minutes the same token works again, later not', async () => {
    let now = Date.now()
    const { window, url, secret, id } = await startWithHttpApi({ now: () => now })
    const program = programAt(url, secret)
    const stream = await program.get('/v1/events')
    expect((await window.call('revoke-api-token', { id })).revokedAt).toBe(now)
    await stream.text()
    expect((await program.call('vault-status')).status).toBe(401)
    await window.call('restore-api-token', { id })
    expect((await program.call('vault-status')).status).toBe(200)
    await window.call('revoke-api-token', { id })
    now += 600_001
    await expect(window.call('restore-api-token', { id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await program.call('vault-status')).status).toBe(401)
  })

  it('revoked in a vault that is then locked: 401, not "locked"', async () => {
    const { app, window, url, secret, id } = await startWithHttpApi()
    await window.call('revoke-api-token', { id })
    await app.lock('person')
    expect((await programAt(url, secret).call('vault-status')).status).toBe(401)
  })

  it('end by themselves', async () => {
    let now = Date.now()
    const { window, url } = await startWithHttpApi({ now: () => now })
    const { secret } = await window.call('create-api-token', { name: 'Short', scopes: ['read'], expiresAt: now + 1000 })
    expect((await programAt(url, secret).call('vault-status')).status).toBe(200)
    now += 1000
    expect((await programAt(url, secret).call('vault-status')).status).toBe(401)
  })

  it('do what their scopes say', async () => {
    const { window, url } = await startWithHttpApi()
    const { secret } = await window.call('create-api-token', { name: 'Seeker', scopes: ['search'], expiresAt: null })
    expect((await programAt(url, secret).call('search-items', { query: 'x' })).status).toBe(200)
    expect((await programAt(url, secret).call('capture-item', { body: 'x' })).status).toBe(403)
  })

  it.each([
    ['no name', { name: '  ' }],
    ['too long a name', { name: 'x'.repeat(101) }],
    ['nothing it may do', { scopes: [] }],
    ['an end that is over', { expiresAt: 1 }],
  ])('are refused with %s', async (_, wrong) => {
    const { window } = await shared()
    await expect(window.call('create-api-token', { name: 'A', scopes: everyScope, expiresAt: null, ...wrong })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
  })

  let sharedApp: ReturnType<typeof startWithHttpApi> | undefined
  const shared = () => {
    sharedApp ??= startWithHttpApi()
    return sharedApp
  }

  it('are fifty at most, and each can be told from the others', async () => {
    const { window, url } = await shared()
    const made = []
    for (let i = 0; i < 49; i += 1) made.push(await window.call('create-api-token', { name: `T${i}`, scopes: ['read'], expiresAt: null }))
    await expect(window.call('create-api-token', { name: 'One more', scopes: ['read'], expiresAt: null })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const last = made.at(-1)
    await window.call('revoke-api-token', { id: made[0]?.token.id ?? '' })
    expect((await programAt(url, made[0]?.secret ?? '').call('vault-status')).status).toBe(401)
    expect((await programAt(url, last?.secret ?? '').call('vault-status')).status).toBe(200)
    const { tokens } = await window.call('list-api-tokens', {})
    expect(tokens.filter((token) => token.lastUsedAt !== null).map((token) => token.name)).toEqual(['T48'])
  })
})

describe('items that stay here', () => {
  it('are in no answer and no event that a program gets', async () => {
    const { app, window, url, secret } = await startWithHttpApi()
    const program = programAt(url, secret)
    const stream = await program.get('/v1/events')
    const { id } = await window.call('capture-item', { body: 'PRIVATE-CANARY-7731 walnut', private: true })
    const open = await window.call('capture-item', { body: 'An open walnut' })
    await app.whenIdle()
    const answers = [
      await program.call('search-items', { query: 'walnut' }),
      await program.call('list-items', {}),
      await program.call('get-item', { id }),
      await program.call('list-jobs', {}),
    ]
    expect(JSON.stringify(answers)).not.toContain('PRIVATE-CANARY')
    expect(JSON.stringify(answers)).toContain(open.id)
    await app.lock('person')
    const text = await stream.text()
    expect(text).toContain(open.id)
    expect(text).not.toContain(id)
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { serveHttp } from '../../src/main/hosts/http/server'
import { createSessionAccess } from '../../src/main/hosts/http/session-access'
import { closeApps } from '../support/app'
import { changeIsOver, closeServer, ownTexts, setUp, state, textsSentTo } from '../support/embedding-change'

afterEach(async () => {
  await closeApps()
  await closeServer()
})

describe('plan-embedding-change', () => {
  it('tells count, pieces, tokens, price and length from a trial of eight pieces at most, and stores nothing', async () => {
    const running = await setUp(12)
    const { window, fake, second } = running
    await window.call('capture-item', { body: `Thought ${'that goes on and on for long. '.repeat(400)}` })
    await running.app.whenIdle()
    await window.call('update-settings', { prices: [{ model: 'second-embedder', input: 1_000_000, output: 0 }] })
    const plan = await window.call('plan-embedding-change', { embedder: second })
    expect(plan).toMatchObject({ toModel: 'second-embedder', items: 13, keptBack: 0, leavesComputer: false, dimensions: 384 })
    // 12 short ones, and one of 11,600 characters in pieces of up to 1,200.
    expect(plan.pieces).toBeGreaterThanOrEqual(12 + 10)
    expect(plan.pieces).toBeLessThanOrEqual(12 + 15)
    expect(plan.tokens).toBeGreaterThan(1500)
    expect(plan.cost).toBeCloseTo(plan.tokens, 5)
    expect(ownTexts(fake, 'second-embedder').length).toBeLessThanOrEqual(8)
    expect((await state(running)).change).toBeNull()
    const tried = ownTexts(fake, 'second-embedder').length
    await window.call('start-embedding-change', { embedder: second })
    await changeIsOver(running)
    // What the trial embedded was not kept: every thought is embedded by the change.
    const sent = ownTexts(fake, 'second-embedder').slice(tried)
    expect(sent.filter((text) => text.length < 200)).toHaveLength(12)
    expect(new Set(sent).size).toBe(sent.length)
  })

  it('gives the error of the trial: key, model, vectors', async () => {
    const { window, fake, second } = await setUp(2)
    const plan = () => window.call('plan-embedding-change', { embedder: second })
    fake.setBehaviour({ apiKey: 'wanted' })
    await expect(plan()).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' })
    fake.setBehaviour({ apiKey: null })
    await expect(window.call('plan-embedding-change', { embedder: { ...second, model: 'unheard-of' } })).rejects.toMatchObject({
      code: 'MODEL_UNKNOWN',
    })
    for (const how of ['mixed-lengths', 'nan', 'zeros'] as const) {
      fake.heal()
      fake.failAlways({ kind: 'vectors', how })
      if (how === 'mixed-lengths') fake.setBehaviour({ dimensions: 384 })
      await expect(plan(), how).rejects.toMatchObject({ code: 'MODEL_BAD_OUTPUT' })
    }
    fake.heal()
    fake.failNext(1, { kind: 'status', status: 429, headers: { 'retry-after': '30' } })
    await expect(plan()).rejects.toMatchObject({ code: 'MODEL_RATE_LIMITED' })
  })

  it('sends no thought that stays here to another computer, and counts it as kept back', async () => {
    const running = await setUp(0)
    const { window, fake, app } = running
    await window.call('capture-item', { body: 'Thought PRIVATE-CANARY-4411 stays.', private: true })
    await app.whenIdle()
    const { id: remote } = await window.call('save-endpoint', { baseUrl: fake.baseUrl.replace('127.0.0.1', '0.0.0.0') })
    const embedder = { endpointId: remote, model: 'second-embedder' }
    const plan = await window.call('plan-embedding-change', { embedder })
    expect(plan).toMatchObject({ items: 0, pieces: 0, tokens: 0, seconds: 0, keptBack: 1, leavesComputer: true })
    expect(textsSentTo(fake, 'second-embedder').length).toBeGreaterThan(0)
    expect(JSON.stringify(textsSentTo(fake, 'second-embedder'))).not.toContain('CANARY')
  })

  it('is refused for the model in force, and not there for programs', async () => {
    const { window, app, serverId, second } = await setUp(1)
    const same = { endpointId: serverId, model: 'fake-embedder' }
    await expect(window.call('plan-embedding-change', { embedder: same })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    await expect(window.call('start-embedding-change', { embedder: same })).rejects.toMatchObject({ code: 'BAD_INPUT' })
    const access = createSessionAccess('a-token-of-this-test')
    const host = await serveHttp({ endpoint: app.endpointFor('http'), port: 0, access, appVersion: '0' })
    try {
      const ask = (name: string, input: unknown) =>
        fetch(`${host.url}/v1/commands/${name}`, {
          method: 'POST',
          headers: { authorization: 'Bearer a-token-of-this-test', 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
      for (const name of ['plan-embedding-change', 'start-embedding-change'])
        expect([name, (await ask(name, { embedder: second })).status]).toEqual([name, 404])
      expect((await ask('get-embedding-state', {})).status).toBe(200)
    } finally {
      await host.close()
    }
  })
})

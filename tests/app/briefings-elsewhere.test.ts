import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeApp, closeApps, PASSPHRASE, startApp } from '../support/app'
import { briefingOf, closeServers, repair, rice, serverElsewhere, startAtNoon, useVoice } from '../support/briefings'
import { chooseModelServer } from '../support/model-server'

vi.setConfig({ testTimeout: 120_000 })
afterEach(async () => {
  await closeApps()
  await closeServers()
})

describe('thoughts that stay here', () => {
  it('are spoken of while nothing leaves, and then no program gets the briefing, its sound, its job or their number', async () => {
    const running = await startAtNoon()
    const hidden = await running.add('The CANARY of the harbour sings at five. Nobody else may hear it.', { private: true })
    const open = await running.add(rice)
    const { begun, briefing } = await briefingOf(running, { scope: 'day' })
    expect(briefing.script).toContain('CANARY')
    expect(briefing.items.map(({ itemId }) => itemId)).toEqual([open, hidden])
    const { program } = running
    await expect(program.call('get-briefing', { id: briefing.id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await expect(program.call('read-briefing-audio', { id: briefing.id, offset: 0 })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await expect(program.call('delete-briefing', { id: briefing.id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    expect(await program.call('list-briefings', {})).toMatchObject({ briefings: [], total: 0 })
    expect((await program.call('get-places', {})).briefings).toBe(0)
    expect(JSON.stringify(await program.call('get-job', { id: begun.jobId }))).not.toContain('CANARY')
    const texts = running.events.flatMap((event) => (event.type === 'job-progress' ? [event.payload.text] : []))
    expect(texts.join('')).not.toContain('CANARY')
    // What a program asks for is of the open ones alone.
    const made = await program.call('brief-many', { scope: 'week' })
    expect(made).toMatchObject({ count: 1, leftOut: { over: 0, private: 0 } })
    await running.app.whenIdle()
    const { briefing: shared } = await program.call('get-briefing', { id: made.briefingId })
    expect([shared?.script?.includes('CANARY'), shared?.items.map(({ itemId }) => itemId)]).toEqual([false, [open]])
    // Set to stay here afterwards, it takes the briefing with it.
    await running.window.call('update-item', { id: open, private: true })
    await expect(program.call('get-briefing', { id: made.briefingId })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
  })

  it('are left out and counted when the model is on another computer, and nothing of them is sent', async () => {
    const running = await startAtNoon()
    const fake = await serverElsewhere({
      answer: () =>
        'Rice wants salt in its water before it boils, says the note [1]. Ten grams for each litre are enough [1]. The open question is who has tried it with less salt than that [1]. A next step would be to cook two pots [9].',
    })
    await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
    const hidden = await running.add('The CANARY of the harbour sings at five.', { private: true })
    const open = await running.add(rice)
    expect(await running.window.call('preview-briefing-scope', { scope: 'day' })).toMatchObject({
      items: [{ itemId: open }],
      leftOut: { over: 0, private: 1 },
    })
    const { begun, briefing } = await briefingOf(running, { scope: 'day' })
    expect([briefing.status, briefing.leftOut.private, briefing.items.map(({ itemId }) => itemId)]).toEqual(['done', 1, [open]])
    expect(briefing.script).not.toMatch(/\[/)
    expect(briefing.places.map(({ start, end, itemId }) => [briefing.script?.slice(start, end).slice(0, 8), itemId])).toEqual([
      ['Rice wan', open],
      ['Ten gram', open],
      ['The open', open],
    ])
    expect((await running.window.call('get-job', { id: begun.jobId })).resultNote).toContain('1 citation names no thought and was dropped')
    expect(fake.requests.length).toBeGreaterThan(0)
    expect(JSON.stringify(fake.requests.map(({ body }) => body))).not.toContain('CANARY')
    expect((await running.window.call('list-briefing-left-out', { id: briefing.id })).items).toMatchObject([
      { itemId: hidden, why: 'private' },
    ])
    await expect(running.window.call('brief-many', { scope: 'chosen', itemIds: [hidden] })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    // The ledger names the items whose words went out.
    const { entries } = await running.window.call('list-egress', {})
    expect(entries.some((entry) => JSON.stringify(entry).includes(open))).toBe(true)
  })

  it('are not voiced elsewhere when they come to stay here between script and voice', async () => {
    const running = await startAtNoon()
    const fake = await serverElsewhere()
    const open = await running.add(`${rice} CANARY.`)
    await useVoice(running, fake)
    fake.failNext(3, { kind: 'status', status: 500, message: 'not now' })
    const { briefingId, jobId } = await running.window.call('brief-many', { scope: 'day' })
    await expect.poll(() => fake.requests.length, { timeout: 20_000 }).toBeGreaterThan(0)
    await running.window.call('update-item', { id: open, private: true })
    const statusLater = async () => {
      running.clock.now += 1000 // The failure may be written down only after this look.
      return (await running.window.call('get-job', { id: jobId })).status
    }
    await expect.poll(statusLater, { timeout: 30_000 }).toBe('dead')
    const { briefing } = await running.window.call('get-briefing', { id: briefingId })
    expect(briefing).toMatchObject({ status: 'failed', error: expect.stringContaining('stay here') })
    expect(fake.requests.length).toBeLessThanOrEqual(2)
  })
})

describe('long thoughts and models', () => {
  it('fit a small context: a summary stands for a long thought, one without a summary is read in parts', async () => {
    const running = await startAtNoon()
    const fake = await serverElsewhere({
      models: ['fake-model', 'fake-embedder'],
      contextTokens: 2048,
      answer: ({ system, prompt }) =>
        system.includes('DIGEST')
          ? 'The wall needs a door.'
          : `${'This sentence of the script speaks of the garden wall and its door at length [1]. '.repeat(6)}${prompt.includes('The wall needs a door.') ? 'It was read in parts [2].' : 'It was not read [2].'}`,
    })
    const models = { model: 'fake-model', embeddingModel: 'fake-embedder', limits: { contextTokens: 2048 } }
    await chooseModelServer(running.window, { baseUrl: fake.baseUrl, ...models })
    await running.add('Sentence about the garden wall and the gate behind it. '.repeat(600), { title: 'A long one' })
    const summed = await running.add('Another sentence about the pond and the ducks on it. '.repeat(600), {
      title: 'A long one with a summary',
    })
    await running.window.call('update-item', { id: summed, summary: 'The pond is for ducks.' })
    const { briefing } = await briefingOf(running, { scope: 'day' })
    expect([briefing.status, briefing.error]).toEqual(['done', null])
    expect(briefing.script).toContain('It was read in parts.')
    const written = fake.requests.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes('BRIEFING OF MANY'))
    expect(written.some((body) => body.includes('The pond is for ducks.'))).toBe(true)
  })

  it('is not kept when the model says next to nothing, or nothing that can be said', async () => {
    const running = await startAtNoon()
    const fake = await serverElsewhere({ answer: () => '```\ncode\n```\n| a | b |' })
    await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
    await running.add(rice)
    await running.add(repair)
    const { jobId, briefingId } = await running.window.call('brief-many', { scope: 'day' })
    await expect
      .poll(async () => (await running.window.call('get-job', { id: jobId })).errorCode, { timeout: 30_000 })
      .toBe('MODEL_BAD_OUTPUT')
    expect((await running.window.call('get-briefing', { id: briefingId })).briefing?.script).toBeNull()
    await running.window.call('cancel-job', { id: jobId }).catch(() => undefined)
    expect((await running.window.call('get-briefing', { id: briefingId })).briefing?.status).toBe('failed')
  })
})

describe('a voice that fails in the middle', () => {
  it('goes on at the failed part after the vault was locked and the program ended, and leaves no part behind', async () => {
    const running = await startAtNoon()
    const fake = await serverElsewhere({ speechCharacters: 250 })
    await useVoice(running, fake)
    for (let index = 0; index < 12; index += 1)
      await running.add(`Thought ${index} says that the garden wall needs a door on its side number ${index}. It would be painted green.`)
    await running.app.whenIdle()
    const spoken = () => fake.requests.filter(({ route, body }) => route === 'speech' && String(body.input).length <= 250).length
    const held = fake.hold(({ route }) => route === 'speech' && spoken() >= 4)
    const { briefingId } = await running.window.call('brief-many', { scope: 'day' })
    await held.next()
    await closeApp(running.app)
    held.release()
    const before = spoken()
    const first = new Set(fake.requests.map(({ body }) => String(body.input)))

    const again = startApp({ dataDir: running.dataDir, now: () => running.clock.now })
    await again.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await again.app.whenIdle()
    const { briefing } = await again.window.call('get-briefing', { id: briefingId })
    expect([briefing?.status, briefing?.error]).toEqual(['done', null])
    const later = fake.requests.slice(-1 * (spoken() - before)).map(({ body }) => String(body.input))
    // At most the part that was cut off is asked for twice.
    expect(later.filter((input) => first.has(input)).length).toBeLessThanOrEqual(1)
    expect(later.length).toBeGreaterThan(0)
    const files = () => readdirSync(`${running.dataDir}/blobs`, { recursive: true }).filter((name) => String(name).endsWith('.tvb')).length
    await expect.poll(files).toBe(1)
  })

  it('is never done with half a sound', async () => {
    const running = await startAtNoon()
    const fake = await serverElsewhere()
    await useVoice(running, fake)
    await running.add(`${rice} ${repair} ${rice} ${repair}`)
    fake.failAlways({ kind: 'speech', how: 'too-short' })
    const { jobId, briefingId } = await running.window.call('brief-many', { scope: 'day' })
    await expect
      .poll(async () => (await running.window.call('get-job', { id: jobId })).errorCode, { timeout: 30_000 })
      .toBe('MODEL_BAD_OUTPUT')
    const { briefing } = await running.window.call('get-briefing', { id: briefingId })
    expect([briefing?.audio, briefing?.status === 'done']).toEqual([null, false])
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { startWithVault } from '../support/app'
import { closePlans, EARLIER, newestPlan, PLANNED, setUpPlans, stepWords } from '../support/orchestration'

afterEach(closePlans)

const long = { timeout: 60_000 }

describe('without a model', () => {
  it('follows the usual plan with outlines, labelled as such', long, async () => {
    const running = await startWithVault()
    const { window, app } = running
    await window.call('capture-item', { body: EARLIER })
    const { id } = await window.call('capture-item', { body: PLANNED })
    await app.whenIdle()
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newestPlan(running, id)
    expect([plan.status, plan.plannedBy, plan.engine?.kind]).toEqual(['done', 'builtin', 'builtin'])
    expect(stepWords(plan)).toEqual(['related done', 'expand done', 'counterpoint done', 'synthesize done', 'answer done'])
    expect(plan.answer).toContain('written bet')
    expect(plan.thesisId).toBe((await window.call('get-thesis', { itemId: id })).id)
    const { jobs } = await window.call('list-jobs', { type: 'orchestrate' })
    expect((await window.call('get-job', { id: jobs[0]?.id ?? '' })).attemptsLog.flatMap(({ calls }) => calls)).toEqual([])
  })
})

describe('what stays here', () => {
  it('is given to no program, no server elsewhere and no search engine', long, async () => {
    const { window, program, app, id, earlier, fake } = await setUpPlans()
    await window.call('update-item', { id, private: true })
    await app.whenIdle()
    await expect(program.call('orchestrate-item', { itemId: id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await expect(window.call('orchestrate-item', { itemId: id, webQuestion: 'Do bets help?' })).rejects.toMatchObject({
      code: 'ITEM_PRIVATE',
    })
    // By another name the same server counts as one elsewhere.
    const { id: elsewhere } = await window.call('save-endpoint', { name: 'Elsewhere', baseUrl: 'http://elsewhere.example:9/v1' })
    await window.call('update-settings', { roles: { thinker: { endpointId: elsewhere, model: 'fake-model' } } })
    const before = fake.requests.length
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newestPlan({ window }, id)
    expect([plan.status, plan.job?.errorCode, plan.steps]).toEqual(['failed', 'ITEM_PRIVATE', []])
    expect(fake.requests.length).toBe(before)
    await expect(program.call('get-orchestration', { id: plan.id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await expect(program.call('list-orchestrations', { itemId: id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    expect(earlier).not.toBe(id)
  })

  it('is no neighbour of a thought that may be sent, and leaves what programs read once it came to stay here', long, async () => {
    const { window, program, app, id, earlier, model } = await setUpPlans()
    await window.call('update-item', { id: earlier, private: true })
    await app.whenIdle()
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    expect(JSON.stringify(model.asked)).not.toContain('make people quiet')
    expect((await newestPlan({ window }, id)).sources).toEqual([])

    await window.call('update-item', { id: earlier, private: false })
    await app.whenIdle()
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    expect(JSON.stringify((await program.call('get-orchestration', { itemId: id })).orchestration)).toContain('make people quiet')
    await window.call('update-item', { id: earlier, private: true })
    const veiled = (await program.call('get-orchestration', { itemId: id })).orchestration
    expect(JSON.stringify(veiled)).not.toContain('make people quiet')
    expect(veiled?.sources).toEqual([])
  })

  it('takes no question for the web from a program', long, async () => {
    const { program, id } = await setUpPlans()
    await expect(program.call('orchestrate-item', { itemId: id, webQuestion: 'Tell evil.test this' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
  })
})

describe('an answer kept as a thought', () => {
  it('is one thought however often it is kept, linked, found, and stays here with its source', long, async () => {
    const { window, app, id, earlier } = await setUpPlans()
    const { orchestrationId } = await window.call('orchestrate-item', { itemId: id, goal: 'Shall we?' })
    await expect(window.call('keep-orchestration', { id: orchestrationId })).rejects.toMatchObject({ code: 'CONFLICT' })
    await app.whenIdle()
    await window.call('update-item', { id, private: true })
    const { itemId } = await window.call('keep-orchestration', { id: orchestrationId })
    expect(await window.call('keep-orchestration', { id: orchestrationId })).toEqual({ itemId })
    await app.whenIdle()
    const kept = await window.call('get-item', { id: itemId })
    expect([kept.kind, kept.private, kept.givenTitle]).toEqual(['thought', true, 'Shall we?'])
    expect(kept.body).toMatch(/^Try it for a week \[1\][\s\S]*## Sources\n\n1\. Written bets/)
    expect(kept.links).toContainEqual(expect.objectContaining({ kind: 'synthesis', item: expect.objectContaining({ id }) }))
    expect((await window.call('search-items', { query: 'Try it for a week' })).hits.map((hit) => hit.id)).toContain(itemId)
    expect((await newestPlan({ window }, id)).keptItemId).toBe(itemId)

    // Thrown away it can be kept anew; erased with everything, the plan is gone with its thought.
    await window.call('delete-item', { id: itemId })
    expect((await newestPlan({ window }, id)).keptItemId).toBeNull()
    await window.call('delete-item', { id })
    await window.call('erase-item', { id })
    expect(await window.call('get-orchestration', { id: orchestrationId })).toEqual({ orchestration: null })
    expect((await window.call('get-item', { id: earlier })).id).toBe(earlier)
  })
})

it('refuses an empty thought, and a plan beside a running Deep Think', long, async () => {
  const { window, id, earlier, fake } = await setUpPlans()
  await window.call('update-item', { id: earlier, title: '', body: ' ' })
  await expect(window.call('orchestrate-item', { itemId: earlier })).rejects.toMatchObject({ code: 'BAD_INPUT' })
  fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
  await window.call('deep-think', { itemId: id })
  await expect(window.call('orchestrate-item', { itemId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(window.call('get-orchestration', {})).rejects.toMatchObject({ code: 'BAD_INPUT' })
  expect(await window.call('get-orchestration', { itemId: id })).toEqual({ orchestration: null })
})

it('keeps Deep Think away while it is at work, so that one thesis is made', long, async () => {
  const { window, id, fake } = await setUpPlans()
  fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
  await window.call('orchestrate-item', { itemId: id })
  await expect(window.call('deep-think', { itemId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

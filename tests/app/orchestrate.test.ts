import { afterEach, describe, expect, it } from 'vitest'
import type { Orchestration } from '../../src/shared/contract/orchestrate'
import { closeApp, closeApps, PASSPHRASE, startApp, startWithVault, type TestApp } from '../support/app'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { chooseModelServer } from '../support/model-server'
import { cutOff, planModel, planReply } from '../support/plan-model'

let server: FakeOpenAi | undefined
afterEach(async () => {
  await closeApps()
  await server?.close()
  server = undefined
})

const BODY = 'Meetings should end with a written bet. We argue for an hour and nobody writes down what we expect to happen.'
const EARLIER = 'Written bets in meetings make people quiet: once a bet is written down in a meeting, nobody wants to lose it.'
const long = { timeout: 60_000 }

async function setUp(model = planModel(), options: Parameters<typeof startFakeOpenAi>[0] = {}) {
  const fake = await startFakeOpenAi({ answer: model.answer, ...options })
  server = fake
  const running = await startWithVault()
  await running.window.call('update-settings', { autoSummary: false })
  const earlier = (await running.window.call('capture-item', { body: EARLIER })).id
  const id = (await running.window.call('capture-item', { body: BODY })).id
  await running.app.whenIdle()
  const serverId = await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
  return { ...running, fake, model, id, earlier, serverId }
}

async function newest({ window }: Pick<TestApp, 'window'>, itemId: string): Promise<Orchestration> {
  const { orchestration } = await window.call('get-orchestration', { itemId })
  if (!orchestration) throw new Error('there is no plan')
  return orchestration
}
const chats = (fake: FakeOpenAi) => fake.requests.filter((request) => request.route === 'chat')
const tools = (plan: Orchestration) => plan.steps.map(({ tool, status }) => `${tool} ${status}`)

describe('a plan by a model', () => {
  it('runs the steps of a good plan, two side by side, and stores results, thesis and answer', long, async () => {
    const model = planModel()
    const { window, app, fake, id, earlier, events } = await setUp(model, { chunkDelayMs: 3 })
    let open = 0
    let most = 0
    fake.setBehaviour({
      answer(question) {
        open += 1
        most = Math.max(most, open)
        void fake.requests.at(-1)?.ended.then(() => {
          open -= 1
        })
        return model.answer(question)
      },
    })
    const started = await window.call('orchestrate-item', { itemId: id, goal: ' Shall we do it? ' })
    expect(await window.call('orchestrate-item', { itemId: id })).toEqual(started)
    await app.whenIdle()

    const plan = await newest({ window }, id)
    expect(plan).toMatchObject({
      id: started.orchestrationId,
      status: 'done',
      plannedBy: 'model',
      goal: 'Shall we do it?',
      webQuestion: null,
      stepsDone: 6,
      stepsTotal: 6,
      warnings: [],
      error: null,
      engine: { kind: 'model', label: 'fake-model' },
    })
    expect(most).toBe(2)
    // Numbers that name nothing are out of the answer and counted; the one that does is an item of this vault.
    expect(plan.answer).toBe('Try it for a week [1]. It rests on one claim.\n\n## Next\n\n- Write down the measure.\n- Set the day.')
    expect(plan.droppedCitations).toBe(1)
    expect(plan.sources).toEqual([{ kind: 'item', n: 1, itemId: earlier, title: expect.stringContaining('Written bets') }])
    for (const { tool, startedAt, finishedAt, text } of plan.steps)
      expect([tool, (startedAt ?? Number.NaN) <= (finishedAt ?? Number.NaN), text !== '']).toEqual([tool, true, true])

    // The thesis is one of the item's.
    const thesis = await window.call('get-thesis', { itemId: id })
    expect(thesis).toMatchObject({ status: 'done', id: plan.thesisId, engine: { label: 'fake-model' } })
    expect(thesis.output?.gates).toHaveLength(8)
    expect(thesis.stages?.map((stage) => stage.status)).toEqual(['done', 'done', 'done'])

    // Every call is in the trace by the name of its step, and results reached the steps that need them.
    const job = await window.call('get-job', { id: started.jobId })
    expect(job.resultNote).toBe('6 steps')
    const calls = job.attemptsLog.flatMap((attempt) => attempt.calls)
    expect(calls.map((call) => call.name).sort()).toEqual([
      'Plan the steps',
      'Step 2, expand',
      'Step 3, counterpoint',
      'Step 4, ask',
      'Step 5, synthesize',
      'Step 6, answer',
    ])
    const prompt = (name: string) => calls.find((call) => call.name === name)?.prompt ?? ''
    expect(prompt('Step 4, ask')).toContain('For this step: What would it cost?')
    expect(prompt('Step 6, answer')).toContain('It would cost a morning')
    expect(prompt('Step 6, answer')).toContain('Answer this: Shall we do it?')
    expect(prompt('Step 3, counterpoint')).toContain(`[item:${earlier}]`)
    const states = events.flatMap((event) => (event.type === 'orchestration-updated' ? [event.payload.status] : []))
    expect([states[0], states.at(-1), states.includes('planning')]).toEqual(['pending', 'done', true])
    // The last step is read while it is written.
    const streamed = events.flatMap((event) =>
      event.type === 'job-progress' && event.payload.type === 'orchestrate' ? [event.payload.text] : [],
    )
    expect(streamed.join('')).toContain('Try it for a week')
  })

  it('asks again for a bad plan with the fault named, and takes the better one', long, async () => {
    const bad = planReply(
      { id: 'e', tool: 'expand', needs: ['c'] },
      { id: 'c', tool: 'counterpoint', needs: ['e'] },
      { id: 'a', tool: 'answer', needs: ['c'] },
    )
    const good = planReply({ id: 'e', tool: 'expand' }, { id: 'a', tool: 'answer', needs: ['e'] })
    const { window, app, id, model } = await setUp(planModel({ PLAN: [bad, good] }))
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newest({ window }, id)
    expect([plan.status, plan.plannedBy, plan.warnings]).toEqual(['done', 'model', []])
    expect(tools(plan)).toEqual(['expand done', 'answer done'])
    expect(model.asked.filter((one) => one.task === 'PLAN')[1]?.question.prompt).toContain('step "e" needs itself')
  })

  it('follows the usual plan after two bad ones, and says so', long, async () => {
    const bad = planReply({ id: 'e', tool: 'expand' }, { id: 'a', tool: 'answer', needs: ['e'] }, { id: 'b', tool: 'answer', needs: ['e'] })
    const { window, app, id, model } = await setUp(planModel({ PLAN: bad }))
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newest({ window }, id)
    expect([plan.status, plan.plannedBy]).toEqual(['done', 'usual'])
    expect(plan.warnings).toEqual([
      expect.stringMatching(/could not be used, not even when asked again \(a plan has exactly one last step, this one has 2/),
    ])
    expect(tools(plan)).toEqual(['related done', 'expand done', 'counterpoint done', 'synthesize done', 'answer done'])
    expect(model.count('PLAN')).toBe(2)
  })
})

describe('a step that fails', () => {
  it('is planned around once, with the finished steps kept', long, async () => {
    const first = planReply(
      { id: 'near', tool: 'related' },
      { id: 'for', tool: 'expand', needs: ['near'] },
      { id: 'against', tool: 'counterpoint', needs: ['for'] },
      { id: 'end', tool: 'answer', needs: ['for', 'against'] },
    )
    // The second plan takes the ids of the first again, which is no fault of its own.
    const second = planReply(
      { id: 'for', tool: 'expand' },
      { id: 'against', tool: 'ask', input: 'What speaks against it?', needs: ['for'] },
      { id: 'end', tool: 'answer', needs: ['for', 'against'] },
    )
    const { window, app, id, model } = await setUp(planModel({ PLAN: [first, second], COUNTERPOINT: cutOff }))
    const { jobId } = await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newest({ window }, id)
    expect(plan.status).toBe('done')
    expect(tools(plan)).toEqual(['related done', 'expand done', 'counterpoint replaced', 'answer replaced', 'ask done', 'answer done'])
    expect(plan.steps.map((step) => [step.id, step.round])).toEqual([
      ['near', 0],
      ['for', 0],
      ['against', 0],
      ['end', 0],
      ['against-2', 1],
      ['end-2', 1],
    ])
    expect(plan.steps.at(-1)?.needs).toEqual(['for', 'against-2'])
    expect(plan.steps[2]?.error).toMatch(/cut off|too long|room/i)
    expect(plan.warnings).toEqual(['“Counterpoint” failed, so the plan was made anew.'])
    // The step had two tries, and what was finished was not made again.
    expect([model.count('COUNTERPOINT'), model.count('EXPAND'), model.count('PLAN')]).toEqual([2, 1, 2])
    expect(model.asked.filter((one) => one.task === 'PLAN')[1]?.question.prompt).toContain('The step "against" (counterpoint) failed')
    expect((await window.call('get-job', { id: jobId })).attempts).toBe(1)
  })

  it('ends the run when the new plan fails too; retrying goes on from the finished steps', long, async () => {
    const { window, app, id, model } = await setUp(planModel({ ANSWER: cutOff }))
    const { jobId } = await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const failed = await newest({ window }, id)
    expect([failed.status, failed.job?.status, failed.job?.errorCode]).toEqual(['failed', 'dead', 'MODEL_CUT_OFF'])
    expect(failed.error).toMatch(/^The step “Answer” failed, after the plan had been made anew once\./)
    expect(failed.steps.filter((step) => step.status === 'done').map((step) => step.tool)).toEqual([
      'related',
      'expand',
      'counterpoint',
      'ask',
      'synthesize',
    ])
    const before = model.asked.length
    model.set('ANSWER', 'It works now [1].')
    await window.call('retry-job', { id: jobId })
    await app.whenIdle()
    const done = await newest({ window }, id)
    expect([done.id, done.status, done.answer, done.error]).toEqual([failed.id, 'done', 'It works now [1].', null])
    expect(model.asked.slice(before).map((one) => one.task)).toEqual(['ANSWER'])
  })

  it('makes one thesis, not one for each run of the job', long, async () => {
    const { window, app, id, model } = await setUp(planModel({ ANSWER: cutOff }))
    const { jobId } = await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const { thesisId } = await newest({ window }, id)
    model.set('ANSWER', 'Done.')
    await window.call('retry-job', { id: jobId })
    await app.whenIdle()
    expect((await newest({ window }, id)).thesisId).toBe(thesisId)
    expect((await window.call('get-thesis', { itemId: id })).id).toBe(thesisId)
  })

  it('does not plan anew where no plan helps: a refused key', long, async () => {
    const { window, app, fake, id, model } = await setUp()
    fake.setBehaviour({
      answer: (question) => {
        const reply = model.answer(question)
        if (question.system.startsWith('TASK: PLAN')) fake.failAlways({ kind: 'status', status: 401, message: 'bad key', route: 'chat' })
        return reply
      },
    })
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newest({ window }, id)
    expect([plan.status, plan.job?.errorCode, model.count('PLAN')]).toEqual(['failed', 'MODEL_KEY_REFUSED', 1])
    expect(plan.steps.some((step) => step.status === 'running' || step.status === 'replaced')).toBe(false)
  })
})

describe('a run that is cut', () => {
  /** Lets the first two steps end and holds what comes after them. */
  async function hold() {
    const model = planModel()
    const running = await setUp(model)
    const { fake, window, id } = running
    fake.setBehaviour({
      answer(question) {
        const reply = model.answer(question)
        if (question.system.startsWith('TASK: EXPAND')) fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
        return reply
      },
    })
    const { jobId, orchestrationId } = await window.call('orchestrate-item', { itemId: id })
    await expect
      .poll(async () => (await newest(running, id)).steps.find((step) => step.tool === 'expand')?.status, { timeout: 15_000 })
      .toBe('done')
    // A held request has come in and is not answered.
    await expect.poll(() => chats(fake).length - model.asked.length, { timeout: 15_000 }).toBeGreaterThan(0)
    return { ...running, jobId, orchestrationId }
  }

  it('goes on with the finished steps after a lock in the middle', long, async () => {
    const { app, window, fake, model, id } = await hold()
    const before = model.count('EXPAND')
    await app.lock('person')
    fake.heal()
    await window.call('unlock-vault', { passphrase: PASSPHRASE })
    await app.whenIdle()
    const plan = await newest({ window }, id)
    expect([plan.status, plan.stepsDone]).toEqual(['done', 6])
    expect([before, model.count('EXPAND'), model.count('PLAN')]).toEqual([1, 1, 1])
  })

  it('goes on with the finished steps when another process opens the vault', long, async () => {
    const { app, fake, model, id, dataDir } = await hold()
    await closeApp(app)
    fake.heal()
    const second = startApp({ dataDir })
    await second.window.call('unlock-vault', { passphrase: PASSPHRASE })
    await second.app.whenIdle()
    const plan = await newest(second, id)
    expect([plan.status, model.count('EXPAND'), model.count('PLAN')]).toEqual(['done', 1, 1])
  })

  it('hangs up when it is stopped and writes nothing after it; going on later keeps what was there', long, async () => {
    const { window, app, fake, id, jobId, model } = await hold()
    await window.call('cancel-job', { id: jobId })
    // Before it is left behind, which would leave the connections open.
    expect(await Promise.all(chats(fake).map(({ ended }) => ended))).toContain('hung-up')
    await app.whenIdle()
    const stopped = await newest({ window }, id)
    expect([stopped.status, stopped.error]).toEqual(['stopped', 'Stopped by you.'])
    expect(stopped.steps.filter((step) => step.status === 'running')).toEqual([])
    fake.heal()
    await window.call('retry-job', { id: jobId })
    await app.whenIdle()
    expect([(await newest({ window }, id)).status, model.count('EXPAND')]).toEqual(['done', 1])
  })

  it('waits at the ceiling of a day with its finished steps, and costs no attempt', long, async () => {
    const { window, app, id, fake, jobId } = await hold()
    await window.call('cancel-job', { id: jobId })
    await app.whenIdle()
    const { stepsDone } = await newest({ window }, id)
    fake.heal()
    await window.call('update-settings', { ceilings: { perDay: 1, perType: {} } })
    await window.call('retry-job', { id: jobId })
    await app.whenIdle()
    const before = chats(fake).length
    const waiting = await newest({ window }, id)
    expect(waiting.job).toMatchObject({ status: 'pending', waitingFor: expect.stringContaining('ceiling of 1 tokens is used up') })
    expect([waiting.stepsDone, stepsDone > 1]).toEqual([stepsDone, true])
    await window.call('update-settings', { ceilings: { perDay: null, perType: {} } })
    await app.whenIdle()
    expect((await newest({ window }, id)).status).toBe('done')
    expect(chats(fake).length).toBeGreaterThan(before)
  })
})

describe('without a model', () => {
  it('follows the usual plan with outlines, labelled as such', long, async () => {
    const running = await startWithVault()
    const { window, app } = running
    await window.call('capture-item', { body: EARLIER })
    const { id } = await window.call('capture-item', { body: BODY })
    await app.whenIdle()
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newest(running, id)
    expect([plan.status, plan.plannedBy, plan.engine?.kind]).toEqual(['done', 'builtin', 'builtin'])
    expect(tools(plan)).toEqual(['related done', 'expand done', 'counterpoint done', 'synthesize done', 'answer done'])
    expect(plan.answer).toContain('written bet')
    expect(plan.thesisId).toBe((await window.call('get-thesis', { itemId: id })).id)
    const { jobs } = await window.call('list-jobs', { type: 'orchestrate' })
    expect((await window.call('get-job', { id: jobs[0]?.id ?? '' })).attemptsLog.flatMap(({ calls }) => calls)).toEqual([])
  })
})

describe('what stays here', () => {
  it('is given to no program, no server elsewhere and no search engine', long, async () => {
    const { window, program, app, id, earlier, fake } = await setUp()
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
    const plan = await newest({ window }, id)
    expect([plan.status, plan.job?.errorCode, plan.steps]).toEqual(['failed', 'ITEM_PRIVATE', []])
    expect(fake.requests.length).toBe(before)
    await expect(program.call('get-orchestration', { id: plan.id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    await expect(program.call('list-orchestrations', { itemId: id })).rejects.toMatchObject({ code: 'ITEM_PRIVATE' })
    expect(earlier).not.toBe(id)
  })

  it('is no neighbour of a thought that may be sent, and leaves what programs read once it came to stay here', long, async () => {
    const { window, program, app, id, earlier, model } = await setUp()
    await window.call('update-item', { id: earlier, private: true })
    await app.whenIdle()
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    expect(JSON.stringify(model.asked)).not.toContain('make people quiet')
    expect((await newest({ window }, id)).sources).toEqual([])

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
    const { program, id } = await setUp()
    await expect(program.call('orchestrate-item', { itemId: id, webQuestion: 'Tell evil.test this' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    })
  })
})

describe('an answer kept as a thought', () => {
  it('is one thought however often it is kept, linked, found, and stays here with its source', long, async () => {
    const { window, app, id, earlier } = await setUp()
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
    expect((await newest({ window }, id)).keptItemId).toBe(itemId)

    // Thrown away it can be kept anew; erased with everything, the plan is gone with its thought.
    await window.call('delete-item', { id: itemId })
    expect((await newest({ window }, id)).keptItemId).toBeNull()
    await window.call('delete-item', { id })
    await window.call('erase-item', { id })
    expect(await window.call('get-orchestration', { id: orchestrationId })).toEqual({ orchestration: null })
    expect((await window.call('get-item', { id: earlier })).id).toBe(earlier)
  })
})

it('refuses an empty thought, and a plan beside a running Deep Think', long, async () => {
  const { window, id, fake } = await setUp()
  fake.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
  await window.call('deep-think', { itemId: id })
  await expect(window.call('orchestrate-item', { itemId: id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(window.call('get-orchestration', {})).rejects.toMatchObject({ code: 'BAD_INPUT' })
  expect(await window.call('get-orchestration', { itemId: id })).toEqual({ orchestration: null })
})

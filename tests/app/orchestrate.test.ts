import { afterEach, describe, expect, it } from 'vitest'
import { closePlans, newestPlan, setUpPlans, stepWords } from '../support/orchestration'
import { cutOff, planModel, planReply } from '../support/plan-model'

afterEach(closePlans)

const long = { timeout: 60_000 }

describe('a plan by a model', () => {
  it('runs the steps of a good plan, two side by side, and stores results, thesis and answer', long, async () => {
    const model = planModel()
    const { window, app, fake, id, earlier, events } = await setUpPlans(model, { chunkDelayMs: 3 })
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

    const plan = await newestPlan({ window }, id)
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
    const { window, app, id, model } = await setUpPlans(planModel({ PLAN: [bad, good] }))
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newestPlan({ window }, id)
    expect([plan.status, plan.plannedBy, plan.warnings]).toEqual(['done', 'model', []])
    expect(stepWords(plan)).toEqual(['expand done', 'answer done'])
    expect(model.asked.filter((one) => one.task === 'PLAN')[1]?.question.prompt).toContain('step "e" needs itself')
  })

  it('follows the usual plan after two bad ones, and says so', long, async () => {
    const bad = planReply({ id: 'e', tool: 'expand' }, { id: 'a', tool: 'answer', needs: ['e'] }, { id: 'b', tool: 'answer', needs: ['e'] })
    const { window, app, id, model } = await setUpPlans(planModel({ PLAN: bad }))
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newestPlan({ window }, id)
    expect([plan.status, plan.plannedBy]).toEqual(['done', 'usual'])
    expect(plan.warnings).toEqual([
      expect.stringMatching(/could not be used, not even when asked again \(a plan has exactly one last step, this one has 2/),
    ])
    expect(stepWords(plan)).toEqual(['related done', 'expand done', 'counterpoint done', 'synthesize done', 'answer done'])
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
    const { window, app, id, model } = await setUpPlans(planModel({ PLAN: [first, second], COUNTERPOINT: cutOff }))
    const { jobId } = await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newestPlan({ window }, id)
    expect(plan.status).toBe('done')
    expect(stepWords(plan)).toEqual(['related done', 'expand done', 'counterpoint replaced', 'answer replaced', 'ask done', 'answer done'])
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
    const { window, app, id, model } = await setUpPlans(planModel({ ANSWER: cutOff }))
    const { jobId } = await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const failed = await newestPlan({ window }, id)
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
    const done = await newestPlan({ window }, id)
    expect([done.id, done.status, done.answer, done.error]).toEqual([failed.id, 'done', 'It works now [1].', null])
    expect(model.asked.slice(before).map((one) => one.task)).toEqual(['ANSWER'])
  })

  it('makes one thesis, not one for each run of the job', long, async () => {
    const { window, app, id, model } = await setUpPlans(planModel({ ANSWER: cutOff }))
    const { jobId } = await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const { thesisId } = await newestPlan({ window }, id)
    model.set('ANSWER', 'Done.')
    await window.call('retry-job', { id: jobId })
    await app.whenIdle()
    expect((await newestPlan({ window }, id)).thesisId).toBe(thesisId)
    expect((await window.call('get-thesis', { itemId: id })).id).toBe(thesisId)
  })

  it('does not plan anew where no plan helps: a refused key', long, async () => {
    const { window, app, fake, id, model } = await setUpPlans()
    fake.setBehaviour({
      answer: (question) => {
        const reply = model.answer(question)
        if (question.system.startsWith('TASK: PLAN')) fake.failAlways({ kind: 'status', status: 401, message: 'bad key', route: 'chat' })
        return reply
      },
    })
    await window.call('orchestrate-item', { itemId: id })
    await app.whenIdle()
    const plan = await newestPlan({ window }, id)
    expect([plan.status, plan.job?.errorCode, model.count('PLAN')]).toEqual(['failed', 'MODEL_KEY_REFUSED', 1])
    expect(plan.steps.some((step) => step.status === 'running' || step.status === 'replaced')).toBe(false)
  })
})

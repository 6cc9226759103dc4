import { afterEach, describe, expect, it } from 'vitest'
import { closeApp, PASSPHRASE, startApp } from '../support/app'
import { chatsOf, closePlans, newestPlan, setUpPlans } from '../support/orchestration'
import { planModel } from '../support/plan-model'

afterEach(closePlans)

const long = { timeout: 60_000 }

describe('a run that is cut', () => {
  /** Lets the first two steps end and holds what comes after them. */
  async function hold() {
    const model = planModel()
    const running = await setUpPlans(model)
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
      .poll(async () => (await newestPlan(running, id)).steps.find((step) => step.tool === 'expand')?.status, { timeout: 15_000 })
      .toBe('done')
    // A held request has come in and is not answered.
    await expect.poll(() => chatsOf(fake).length - model.asked.length, { timeout: 15_000 }).toBeGreaterThan(0)
    return { ...running, jobId, orchestrationId }
  }

  it('goes on with the finished steps after a lock in the middle', long, async () => {
    const { app, window, fake, model, id } = await hold()
    const before = model.count('EXPAND')
    await app.lock('person')
    fake.heal()
    await window.call('unlock-vault', { passphrase: PASSPHRASE })
    await app.whenIdle()
    const plan = await newestPlan({ window }, id)
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
    const plan = await newestPlan(second, id)
    expect([plan.status, model.count('EXPAND'), model.count('PLAN')]).toEqual(['done', 1, 1])
  })

  it('hangs up when it is stopped and writes nothing after it; going on later keeps what was there', long, async () => {
    const { window, app, fake, id, jobId, model } = await hold()
    await window.call('cancel-job', { id: jobId })
    // Before it is left behind, which would leave the connections open.
    expect(await Promise.all(chatsOf(fake).map(({ ended }) => ended))).toContain('hung-up')
    await app.whenIdle()
    const stopped = await newestPlan({ window }, id)
    expect([stopped.status, stopped.error]).toEqual(['stopped', 'Stopped by you.'])
    expect(stopped.steps.filter((step) => step.status === 'running')).toEqual([])
    fake.heal()
    await window.call('retry-job', { id: jobId })
    await app.whenIdle()
    expect([(await newestPlan({ window }, id)).status, model.count('EXPAND')]).toEqual(['done', 1])
  })

  it('waits at the ceiling of a day with its finished steps, and costs no attempt', long, async () => {
    const { window, app, id, fake, jobId } = await hold()
    await window.call('cancel-job', { id: jobId })
    await app.whenIdle()
    const { stepsDone } = await newestPlan({ window }, id)
    fake.heal()
    await window.call('update-settings', { ceilings: { perDay: 1, perType: {} } })
    await window.call('retry-job', { id: jobId })
    await app.whenIdle()
    const before = chatsOf(fake).length
    const waiting = await newestPlan({ window }, id)
    expect(waiting.job).toMatchObject({ status: 'pending', waitingFor: expect.stringContaining('ceiling of 1 tokens is used up') })
    expect([waiting.stepsDone, stepsDone > 1]).toEqual([stepsDone, true])
    await window.call('update-settings', { ceilings: { perDay: null, perType: {} } })
    await app.whenIdle()
    expect((await newestPlan({ window }, id)).status).toBe('done')
    expect(chatsOf(fake).length).toBeGreaterThan(before)
  })
})

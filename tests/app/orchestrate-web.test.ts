import { afterEach, expect, it } from 'vitest'
import { closeApps, startWithVault } from '../support/app'
import { answerAllRoles } from '../support/fake-openai/all-roles'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { type FakeSite, startFakeSite } from '../support/fake-site'
import { chooseModelServer } from '../support/model-server'
import { planModel, planReply, taskOf } from '../support/plan-model'

let server: FakeOpenAi | undefined
let site: FakeSite | undefined
afterEach(async () => {
  await closeApps()
  await Promise.all([server?.close(), site?.close()])
  server = undefined
  site = undefined
})

const CANARY = 'zanzibar-lemur-49'
const BODY = `I want to leave my outliner for plain text. The reason is private: ${CANARY}.`
const QUESTION = 'Which outliner for notes is free?'
const ROLES = new Set(['PLAN', 'EXPAND', 'COUNTERPOINT', 'SYNTHESIZE', 'ASK', 'ANSWER'])

async function setUp(model: ReturnType<typeof planModel>) {
  const web = await startFakeSite()
  site = web
  const fake = await startFakeOpenAi({
    answer: (question, body) => (ROLES.has(taskOf(question) ?? '') ? model.answer(question) : answerAllRoles(question, body)),
  })
  server = fake
  const running = await startWithVault({ web: web.web })
  await running.window.call('update-settings', { autoSummary: false })
  const { id } = await running.window.call('capture-item', { body: BODY })
  await running.app.whenIdle()
  await chooseModelServer(running.window, { baseUrl: fake.baseUrl, model: 'fake-model' })
  return { ...running, fake, id, site: web }
}

const webPlan = planReply(
  { id: 'web', tool: 'research', input: `Look up ${CANARY} please` },
  { id: 'for', tool: 'expand' },
  { id: 'weigh', tool: 'synthesize', needs: ['for', 'web'] },
  { id: 'end', tool: 'answer', needs: ['web', 'weigh'] },
)

it('sends the question of the person to the web and nothing the planner or the thought says', { timeout: 90_000 }, async () => {
  const { window, app, id, fake, site } = await setUp(planModel({ PLAN: webPlan, ANSWER: 'Free ones are there [1]. So [99] it is.' }))
  await window.call('orchestrate-item', { itemId: id, goal: `Because of ${CANARY}?`, webQuestion: `  ${QUESTION} ` })
  await app.whenIdle()
  const { orchestration: plan } = await window.call('get-orchestration', { itemId: id })
  expect([plan?.status, plan?.webQuestion, plan?.warnings]).toEqual(['done', QUESTION, []])
  expect(plan?.sources).toEqual([{ kind: 'page', n: 1, url: expect.stringContaining(site.origin), title: expect.any(String) }])
  expect(plan?.droppedCitations).toBe(1)

  // What went out: the queries, the pages, and the two prompts that lead to the report.
  expect(site.search.queries.length).toBeGreaterThan(0)
  expect(JSON.stringify([site.search.queries, site.requests])).not.toContain('zanzibar')
  const prompts = fake.requests.filter((request) => request.route === 'chat').map((request) => JSON.stringify(request.body))
  const forWeb = prompts.filter((prompt) => /TASK: (QUERIES|RESEARCH)/.test(prompt))
  expect(forWeb.length).toBeGreaterThanOrEqual(2)
  for (const prompt of forWeb) expect(prompt).not.toContain('zanzibar')
  // The report reaches later steps between marks; the planner never saw it.
  const last = prompts.find((prompt) => prompt.includes('TASK: ANSWER')) ?? ''
  expect(last).toMatch(/Result of research, made from texts of the web:\\n<<<web-[0-9a-f]{12}\\n/)
  const { entries } = await window.call('list-egress', { limit: 200 })
  expect(entries.filter((entry) => entry.jobType === 'orchestrate').map((entry) => entry.kind)).toContain('search')
})

it('refuses a plan that reads the vault after the web, and follows the usual one, which keeps them apart', {
  timeout: 90_000,
}, async () => {
  const mixed = planReply(
    { id: 'web', tool: 'research' },
    { id: 'against', tool: 'counterpoint', needs: ['web'] },
    { id: 'end', tool: 'answer', needs: ['against'] },
  )
  const { window, app, id, fake } = await setUp(planModel({ PLAN: mixed }))
  await window.call('orchestrate-item', { itemId: id, webQuestion: QUESTION })
  await app.whenIdle()
  const { orchestration: plan } = await window.call('get-orchestration', { itemId: id })
  expect([plan?.status, plan?.plannedBy]).toEqual(['done', 'usual'])
  expect(plan?.warnings[0]).toContain('reads the vault, so it cannot come after a step that was on the web')
  expect(plan?.steps.map(({ tool }) => tool)).toEqual(['related', 'research', 'expand', 'counterpoint', 'synthesize', 'answer'])
  const words = plan?.steps.find(({ tool }) => tool === 'research')?.text.slice(0, 60) ?? ''
  expect(words).not.toBe('')
  for (const request of fake.requests) {
    const prompt = JSON.stringify(request.body)
    if (/TASK: (EXPAND|COUNTERPOINT|PLAN)/.test(prompt)) expect(prompt).not.toContain('<<<web-')
  }
})

it('goes on without the web where the search fails, and never sends the planner a text from there', { timeout: 90_000 }, async () => {
  const again = planReply({ id: 'end', tool: 'answer', needs: ['for'] })
  const model = planModel({ PLAN: [webPlan, again] })
  const { window, app, id, site } = await setUp(model)
  await window.call('orchestrate-item', { itemId: id, webQuestion: 'qqqq wwww zzzz xxxx' })
  await app.whenIdle()
  const { orchestration: plan } = await window.call('get-orchestration', { itemId: id })
  expect(site.search.queries.length).toBeGreaterThan(0)
  expect(plan?.status).toBe('done')
  expect(plan?.steps.map(({ tool, status }) => `${tool} ${status}`)).toEqual([
    'research replaced',
    'expand done',
    'synthesize replaced',
    'answer replaced',
    'answer done',
  ])
  expect(plan?.warnings).toEqual(['“Research” failed, so the plan was made anew.'])
})

it('refuses a question where nothing may leave this computer', { timeout: 60_000 }, async () => {
  const { window, id } = await setUp(planModel())
  await window.call('update-settings', { localOnly: true })
  await expect(window.call('orchestrate-item', { itemId: id, webQuestion: QUESTION })).rejects.toMatchObject({ code: 'WEB_LOCAL_ONLY' })
})

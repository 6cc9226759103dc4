import { afterEach } from 'vitest'
import { closeApps, startWithVault, type TestApp } from './app'
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server'
import { chooseModelServer } from './model-server'
import { type ResearchSite, researchAnswer, startResearchSite } from './research-site'

export const QUESTION = 'How do tool libraries fare?'

export interface ResearchApp extends TestApp {
  pages: ResearchSite
  /** Undefined without a model. */
  model: FakeOpenAi | undefined
  itemId: string
}

let model: FakeOpenAi | undefined
let pages: ResearchSite | undefined

/** To be called once in a test file. */
export function closeResearchAfterEach(): void {
  afterEach(async () => {
    await closeApps()
    await model?.close()
    await pages?.close()
    model = undefined
    pages = undefined
  })
}

/** The program with a thought whose body nothing of may leave, a site on tool libraries, and a model that answers with true and invented citations. */
export async function startResearchApp(
  options: { model?: boolean; private?: boolean; answer?: typeof researchAnswer } = {},
): Promise<ResearchApp> {
  pages = await startResearchSite()
  const running = await startWithVault({ web: pages.web })
  const { window, app } = running
  await window.call('update-settings', { autoSummary: false })
  if (options.model !== false) {
    model = await startFakeOpenAi({ answer: options.answer ?? researchAnswer })
    await chooseModelServer(window, { baseUrl: model.baseUrl, model: 'fake-model' })
  }
  const { id } = await window.call('capture-item', {
    title: 'Lend tools on Mill Street',
    body: 'We could lend tools. heliotrope canary in the body of the thought',
    private: options.private ?? false,
  })
  await app.whenIdle()
  return { ...running, pages, model, itemId: id }
}

/** Researches and waits for the end. */
export async function research({ window, app }: TestApp, input: { itemId?: string; question?: string }) {
  const { researchId } = await window.call('start-research', { question: QUESTION, ...input })
  await app.whenIdle()
  const { research: run } = await window.call('get-research', { id: researchId })
  if (!run) throw new Error('no run')
  return run
}

export const jobOf = async ({ window }: TestApp, id: string | null) => window.call('get-job', { id: id ?? '' })

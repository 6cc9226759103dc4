import type { ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { AppOptions } from '../../src/main/app/app'
import type { CollectRun, Proposal } from '../../src/shared/contract/collect'
import { startWithVault, type TestApp } from './app'
import { type FakeOpenAi, type FakeReply, type FakeToolCall, startFakeOpenAi } from './fake-openai-server'
import { type FakeSearch, startFakeSearch } from './fake-search/search-site'
import { type Route, type Site, startSite } from './web-site'

export const call = (name: string, input: unknown, id?: string): FakeToolCall => ({
  name,
  arguments: JSON.stringify(input),
  ...(id === undefined ? {} : { id }),
})
export const calls = (...toolCalls: FakeToolCall[]): FakeReply => ({ content: null, toolCalls })

/** A page with a heading, a link and a sentence for each name: `https://<name>.example/`. */
export function toolPage(...names: string[]): string {
  const items = names.map(
    (name) => `<h2>${name}</h2><p><a href="https://${name.toLowerCase()}.example/">home</a> is a small tool called ${name}.</p>`,
  )
  return `<html><head><title>Tools</title></head><body><h1>Small tools of this year</h1>${items.join('')}</body></html>`
}

/** The worker of the tests takes each heading of a page with the link below it. */
export function workerAnswer(prompt: string): string {
  const items = [...prompt.matchAll(/^## (.+)\n+\[home\]\((https:[^)]+)\) (.*)$/gm)].map(([, name = '', source_url, rest]) => ({
    name,
    source_url,
    description: `It ${rest}`,
    category: name < 'H' ? 'Early tools' : 'Late tools',
    tags: ['small', 'tool'],
  }))
  return JSON.stringify({ about: 'A page with small tools.', items })
}

export interface CollectWorld extends TestApp {
  site: Site
  search: FakeSearch
  model: FakeOpenAi
  /** The agent says these in turn, then "Done."; the worker reads pages. */
  script(...lines: (string | FakeReply)[]): void
  /** A page answers only when it is let go. */
  hold(path: string): { asked: Promise<void>; release(): void }
  start(input?: Record<string, unknown>): Promise<{ collectionId: string; runId: string; jobId: string }>
  run(runId: string): Promise<CollectRun>
  proposals(runId: string): Promise<Proposal[]>
  closeServers(): Promise<void>
}

/** The whole program with a site of tools, a search that finds its pages, and two models on one server; all over real HTTP. */
export async function startCollectWorld(
  pages: Record<string, string>,
  options: Partial<AppOptions> & { isRemote?: boolean } = {},
): Promise<CollectWorld> {
  const { isRemote = false, ...appOptions } = options
  const routes: Record<string, Route> = { ...pages }
  const [site, search, model] = await Promise.all([startSite(routes), startFakeSearch(), startFakeOpenAi({ models: ['parent', 'worker'] })])
  search.answer({
    body: {
      type: 'search',
      web: {
        results: Object.keys(pages).map((path) => ({
          title: `Tools ${path}`,
          url: `${site.origin}${path}`,
          description: 'A list of tools',
        })),
      },
    },
  })
  const web = { exemptOrigins: [site.origin, search.origin], searchBases: { brave: search.origin }, limits: { paceMs: 0 } }
  const running = await startWithVault({ web, ...appOptions })
  const { window } = running
  await window.call('save-search-engine', { id: 'brave', apiKey: 'key', use: true })
  await chooseModels(running, isRemote ? model.baseUrl.replace('127.0.0.1', '0.0.0.0') : model.baseUrl)
  await window.call('update-settings', { autoSummary: false })

  return {
    ...running,
    site,
    search,
    model,
    script(...lines) {
      const left = [...lines]
      model.setBehaviour({ answer: ({ model: name, prompt }) => (name === 'worker' ? workerAnswer(prompt) : (left.shift() ?? 'Done.')) })
    },
    hold(path) {
      const html = pages[path] ?? ''
      let tell = (): void => undefined
      const asked = new Promise<void>((resolve) => {
        tell = resolve
      })
      const waiting: ServerResponse[] = []
      const send = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
      routes[path] = (_request, response) => {
        waiting.push(response)
        tell()
      }
      return {
        asked,
        release() {
          routes[path] = html
          for (const response of waiting.splice(0)) send(response)
        },
      }
    },
    start: (input = {}) => window.call('start-collect', { name: 'Small tools', prompt: 'Collect small tools.', ...input } as never),
    run: (id) => window.call('get-collect-run', { id }),
    proposals: async (runId) => (await window.call('list-proposals', { runId })).proposals,
    closeServers: async () => {
      await Promise.all([site.close(), search.close(), model.close()])
    },
  }
}

export async function chooseModels({ window }: Pick<TestApp, 'window'>, baseUrl: string): Promise<void> {
  const { id } = await window.call('save-endpoint', { name: 'Test server', baseUrl })
  const role = (name: string) => ({ endpointId: id, model: name })
  await window.call('update-settings', { roles: { thinker: role('parent'), worker: role('worker') } })
}

/** Waits for what takes a moment, such as the other end of a request; fails after some seconds. */
export async function until(isThere: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (await isThere()) return
    await delay(20)
  }
  throw new Error('it did not come about')
}

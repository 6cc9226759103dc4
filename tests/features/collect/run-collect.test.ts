import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAgentModel } from '../../../src/main/core/agent/agent-model'
import { createAgentTransport } from '../../../src/main/core/agent/agent-transport'
import { countTokens } from '../../../src/main/core/llm/count-tokens'
import { createModelEndpoint } from '../../../src/main/core/llm/model-endpoint'
import type { ExistingItem } from '../../../src/main/features/collect/collect-item'
import type { CollectPorts } from '../../../src/main/features/collect/ports'
import { runCollect } from '../../../src/main/features/collect/run-collect'
import type { CollectRequest } from '../../../src/main/features/collect/run-request'
import type { CollectLogEntry } from '../../../src/main/features/collect/steps'
import { AppError } from '../../../src/shared/errors'
import { call, calls } from '../../core/agent/loop-fixture'
import { type FakeOpenAi, type FakeReply, startFakeOpenAi } from '../../support/fake-openai-server'
import { makeItem, memoryStore } from './item-fixture'

let server: FakeOpenAi

beforeEach(async () => {
  server = await startFakeOpenAi({ models: ['parent', 'worker'] })
})
afterEach(() => server.close())

const pages: Record<string, string> = {
  'https://list.example/one': '## Alpha\nhttps://alpha.example is a small tool.\n## Beta\nhttps://beta.example is another.',
  'https://list.example/two': '## Gamma\nhttps://gamma.example is the third.',
}

/** The worker takes each heading of a page and the address below it. */
function workerAnswer(prompt: string): string {
  const items = [...prompt.matchAll(/^## (\w+)\n(https:\S+) (.*)$/gm)].map(([, name, source_url, rest]) => ({
    name,
    source_url,
    description: `It ${rest}`,
    category: 'Tools',
    tags: ['small'],
  }))
  return JSON.stringify({ about: 'A page with small tools.', items })
}

/** Both models on one server: the parent says its lines in turn, the worker reads. */
function script(...lines: (string | FakeReply)[]): void {
  const left = [...lines]
  server.setBehaviour({
    answer: ({ model, prompt }) => (model === 'worker' ? workerAnswer(prompt) : (left.shift() ?? 'Nothing more to do.')),
  })
}

/** Keeps this and every later question to the parent waiting: then the steps before it are done, and no later one is. */
function holdParent(step: number) {
  const asked = () => server.requests.filter(({ body }) => body.model === 'parent').length
  return server.hold(({ body }) => body.model === 'parent' && asked() >= step)
}

function setUp(
  more: {
    existing?: ExistingItem[]
    config?: Record<string, unknown>
    request?: Partial<CollectRequest>
    ports?: Partial<CollectPorts>
  } = {},
) {
  const settings = { baseUrl: server.baseUrl, apiKey: '', embeddingModel: '', timeoutMs: 20_000, maxOutputTokens: 1000 }
  const parentSettings = { ...settings, model: 'parent' }
  const store = memoryStore(more.existing)
  const percents: number[] = []
  const log: CollectLogEntry[] = []
  const worker = createModelEndpoint({ settings: () => ({ ...settings, model: 'worker' }), now: Date.now })
  const ports: CollectPorts = {
    search: {
      providerName: 'Test search',
      search: async () => [
        { title: 'One', url: 'https://list.example/one' },
        { title: 'Two', url: 'https://list.example/two' },
      ],
    },
    extract: {
      extract: async (url) => {
        const text = pages[url]
        return text === undefined ? null : { url, text }
      },
    },
    model: {
      parent: {
        model: createAgentModel({
          transport: createAgentTransport({ settings: parentSettings, now: Date.now }),
          now: Date.now,
          name: 'Collect',
        }),
        providerName: 'Test server',
        modelName: 'parent',
        contextTokens: 100_000,
      },
      worker: { model: worker, contextTokens: 8192 },
      estimateTokens: countTokens,
    },
    store,
    isBlockedUrl: () => false,
    now: Date.now,
    sleep: async () => {},
    makeMark: () => 'q7f3k9',
    ...more.ports,
  }
  const request: CollectRequest = {
    mode: more.existing === undefined ? 'CREATE' : 'CREATE_UPDATE',
    collection: { name: 'Small tools' },
    prompt: 'Collect small tools.',
    config: more.config ?? {},
    onProgress: ({ percent }) => void percents.push(percent),
    onLogEntry: (entry) => void log.push(entry),
    ...more.request,
  }
  return { store, percents, log, run: () => runCollect(request, ports) }
}

const searchThenRead = [
  calls(call('search', { queries: ['small tools'] })),
  calls(call('processUrls', { urls: ['https://list.example/one'] }, 'a'), call('processUrls', { urls: ['https://list.example/two'] }, 'b')),
  calls(call('reportProgress', { message: 'three items' })),
]

describe('a run of Collect over HTTP', () => {
  it('searches, reads pages with the worker, and gives the items with their usage', async () => {
    script(...searchThenRead, 'Three tools were found.')
    const { run, store, percents, log } = setUp()
    const result = await run()
    expect(result).toMatchObject({ success: true, outcome: 'completed', warnings: [], offered: [], stepsCompleted: 4, totalSteps: 5 })
    expect(result.outputs.newItems.map(({ slug, source_url }) => [slug, source_url]).sort()).toEqual([
      ['alpha', 'https://alpha.example'],
      ['beta', 'https://beta.example'],
      ['gamma', 'https://gamma.example'],
    ])
    expect(result.state.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed', 'skipped', 'completed'])
    expect(result.metrics).toMatchObject({ steps: 4, toolCalls: 4, pages: 2, screenshots: 0 })
    const { parent, workers, total } = result.metrics.tokens
    expect(parent.totalTokens).toBeGreaterThan(0)
    expect(workers.totalTokens).toBeGreaterThan(0)
    expect(total.totalTokens).toBe(parent.totalTokens + workers.totalTokens)
    expect(percents).toEqual([10, 20, 35, 82, 95, 100])
    expect(store.cleared).toBe(1)
    expect(store.rows.size).toBe(0)
    expect(log.filter(({ event }) => event === 'step_started')).toHaveLength(4)
  })

  it('the parent never sees the text of a page', async () => {
    script(...searchThenRead, 'done')
    await setUp().run()
    const parentRequests = server.requests.filter(({ body }) => body.model === 'parent')
    expect(JSON.stringify(parentRequests.map(({ body }) => body.messages))).not.toContain('is a small tool')
  })

  it('changes, and proposes to remove, what the collection has; private items are shown to no model', async () => {
    script(
      calls(
        call('modifyItems', {
          operations: [
            { action: 'update', slug: 'old', data: { category: 'Moved' } },
            { action: 'remove', slug: 'stale' },
          ],
        }),
      ),
      'Reorganised.',
    )
    const existing = [
      makeItem('old'),
      makeItem('stale'),
      makeItem('same'),
      { ...makeItem('hidden', { name: 'My secret thing' }), isPrivate: true },
    ]
    const { outputs, success } = await setUp({ existing }).run()
    expect(success).toBe(true)
    expect(outputs.changedItems.map(({ slug, category }) => [slug, category])).toEqual([['old', 'Moved']])
    expect(outputs.proposedRemovals.map(({ slug }) => slug)).toEqual(['stale'])
    expect(outputs.newItems).toEqual([])
    const sent = JSON.stringify(server.requests.map(({ body }) => body))
    expect(sent).toContain('stale — Name of stale')
    expect(sent).not.toContain('My secret thing')
  })

  it('opens no address that a page or a model made up', async () => {
    const opened: string[] = []
    script(
      calls(call('search', { queries: ['x'] })),
      calls(call('processUrls', { urls: ['https://trap.example/?q=small+tools', 'https://list.example/one?utm_source=leak'] })),
    )
    const extract = {
      extract: async (url: string) => {
        opened.push(url)
        return { url, text: pages[url] ?? '' }
      },
    }
    await setUp({ ports: { extract } }).run()
    expect(opened).toEqual(['https://list.example/one'])
  })

  it('reads two pages at a time, however many calls of processUrls one step holds', async () => {
    const urls = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `https://six.example/${name}`)
    script(calls(call('processUrls', { urls: urls.slice(0, 3) }, 'x'), call('processUrls', { urls: urls.slice(3) }, 'y')))
    let running = 0
    let most = 0
    const opened: string[] = []
    const extract = {
      extract: async (url: string) => {
        opened.push(url)
        running += 1
        most = Math.max(most, running)
        await delay(10)
        running -= 1
        return { url, text: 'Nothing but prose.' }
      },
    }
    const result = await setUp({ ports: { extract }, request: { prompt: `Read ${urls.join(' , ')}` } }).run()
    expect(opened).toEqual(urls)
    expect(most).toBe(2)
    expect(result.metrics.pages).toBe(6)
  })

  it('takes pictures when asked to, and a window that is not there is a warning', async () => {
    script(...searchThenRead, 'done')
    const result = await setUp({ config: { capture_screenshots: true } }).run()
    expect(result.success).toBe(true)
    expect(result.warnings).toEqual([
      'Pictures of pages cannot be taken here: that needs the window of the app. The items are complete without them.',
    ])
    script(...searchThenRead, 'done')
    const screenshots = { providerName: 'Window', isAvailable: () => true, capture: async (url: string) => `shot of ${url}` }
    const pictured = await setUp({ config: { capture_screenshots: true }, ports: { screenshots } }).run()
    expect(pictured.metrics.screenshots).toBe(3)
    expect(pictured.outputs.newItems.every(({ images }) => images?.[0]?.startsWith('shot of') === true)).toBe(true)
  })

  it('a model without tools ends in a warning that says so', async () => {
    script('I am only a language model.')
    const result = await setUp().run()
    expect(result.success).toBe(true)
    expect(result.warnings[0]).toContain('called no tool')
    expect(result.warnings[0]).toContain('I am only a language model.')
  })

  it('says why when no page gave items, and when the search was down', async () => {
    script(
      calls(call('search', { queries: ['x'] })),
      calls(call('processUrls', { urls: ['https://list.example/one', 'https://list.example/two'] })),
    )
    const extract = {
      extract: async (url: string) => {
        if (url.endsWith('one')) throw new Error('503 from the page')
        return { url, text: 'Nothing but prose.' }
      },
    }
    const result = await setUp({ ports: { extract } }).run()
    expect(result.warnings.join('\n')).toContain(
      '2/2 failed (1 extraction failure, 1 extracted page with no items). 503 from the page; no items found',
    )
    script(calls(call('search', { queries: ['x'] })))
    const down = await setUp({ ports: { search: { providerName: 'Test search', search: () => Promise.reject(new Error('401')) } } }).run()
    expect(down.warnings.join('\n')).toContain('Search (Test search) failed during this run (401)')
  })

  it('ends at its token budget with what there is', async () => {
    script(...searchThenRead, 'done')
    const result = await setUp({ request: { settings: { tokenBudget: 1 } } }).run()
    expect(result).toMatchObject({ success: true, metrics: { steps: 1, tokenBudget: 1 } })
    expect(result.warnings[0]).toContain('token budget')
  })
})

describe('a run that does not end well', () => {
  it('refuses a form that is not valid, before anything is asked', async () => {
    const result = await setUp({ config: { target_items: 0 } }).run()
    expect(result).toMatchObject({ success: false, outcome: 'failed', failedStep: 'prepare-context', errorCode: 'BAD_INPUT' })
    expect(result.error).toContain('target_items must be between 1 and 500')
    expect(server.requests).toEqual([])
  })

  it('is cancelled without waiting for the model, offers what it found, and leaves that in the staging', async () => {
    const controller = new AbortController()
    script(...searchThenRead)
    const { run, store } = setUp({ request: { signal: controller.signal } })
    const thirdStep = holdParent(3)
    const running = run()
    await thirdStep.next()
    expect(store.rows.size).toBe(3)
    controller.abort()
    const result = await running
    expect(result).toMatchObject({
      success: false,
      outcome: 'cancelled',
      error: 'Collect cancelled',
      outputs: { items: [] },
      failedStep: 'generate-items',
    })
    expect(result.offered.map(({ slug }) => slug).sort()).toEqual(['alpha', 'beta', 'gamma'])
    expect(result.state).toMatchObject({ status: 'cancelled', isCancelled: true, completedSteps: ['prepare-context', 'cleanup'] })
    expect(store.rows.size).toBe(3)
  })

  it('cancelled before it found anything, it leaves nothing behind', async () => {
    const { run, store } = setUp({ request: { signal: AbortSignal.abort() } })
    expect(await run()).toMatchObject({ outcome: 'cancelled', offered: [] })
    expect(store.cleared).toBe(1)
    expect(server.requests).toEqual([])
  })

  it('a lock pauses it, and the next run goes on without reading a page again', async () => {
    const controller = new AbortController()
    let reads = 0
    const extract = {
      extract: async (url: string) => {
        reads += 1
        return { url, text: pages[url] ?? '' }
      },
    }
    script(calls(call('search', { queries: ['x'] })), calls(call('processUrls', { urls: ['https://list.example/one'] })))
    const { run, store } = setUp({ ports: { extract }, request: { signal: controller.signal } })
    const thirdStep = holdParent(3)
    const running = run()
    const held = await thirdStep.next()
    expect(store.entries.size).toBe(1)
    controller.abort(new AppError('VAULT_LOCKED', 'Vault is locked'))
    expect(await running).toMatchObject({ outcome: 'paused', offered: [], errorCode: 'VAULT_LOCKED' })
    expect(store.rows.size).toBe(2)

    expect(await held.request.ended).toBe('hung-up')
    thirdStep.release()
    script(...searchThenRead, 'done')
    const second = await setUp({ ports: { extract, store } }).run()
    expect(second.outputs.newItems).toHaveLength(3)
    expect(reads).toBe(2)
  })

  it('a model server that refuses the key ends it with the words for people', async () => {
    server.setBehaviour({ apiKey: 'sk-right-key-0123456789' })
    const result = await setUp().run()
    expect(result).toMatchObject({ success: false, outcome: 'failed', failedStep: 'generate-items', errorCode: 'MODEL_KEY_REFUSED' })
    expect(result.error).toContain('Check the key in Settings')
  })

  it('a staging that cannot be read is told and not removed', async () => {
    script(...searchThenRead, 'done')
    let cleared = 0
    let isBroken = false
    const store = memoryStore()
    const broken = {
      ...store,
      staged: () => (isBroken ? Promise.reject(new Error('disk')) : store.staged()),
      putStaged: async (slug: string, json: string) => {
        await store.putStaged(slug, json)
        isBroken = true
      },
      clear: async () => {
        cleared += 1
      },
    }
    const result = await setUp({ ports: { store: broken } }).run()
    expect(result.warnings.join()).toContain('could not be read')
    expect(cleared).toBe(0)
    expect(store.rows.size).toBe(3)
  })
})

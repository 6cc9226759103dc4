import { describe, expect, it } from 'vitest'
import { createToolCircuitBreaker } from '../../../src/main/core/agent/circuit-breaker'
import { silentLogger } from '../../../src/main/core/agent/logger'
import { createTokenUsageAccumulator } from '../../../src/main/core/agent/token-usage'
import type { ExtractedItem } from '../../../src/main/features/collect/collect-item'
import { createFindItemsTool } from '../../../src/main/features/collect/tools/find-items-tool'
import { createModifyItemsTool } from '../../../src/main/features/collect/tools/modify-items-tool'
import { createOverviewTool } from '../../../src/main/features/collect/tools/overview-tool'
import { createUrlLedger } from '../../../src/main/features/collect/url-ledger'
import { openWorkingSet } from '../../../src/main/features/collect/working-set'
import { extracted, makeItem, memoryStore } from './item-fixture'

const context = { signal: new AbortController().signal, toolCallId: 'x' }
const existing = [makeItem('old'), { ...makeItem('secret', { category: 'Private' }), isPrivate: true }]

async function setUp(answer: () => ExtractedItem[] | Error) {
  const store = memoryStore(existing)
  const items = await openWorkingSet({ existing, store, isBlockedUrl: () => false })
  const prompts: string[] = []
  const usage = createTokenUsageAccumulator()
  const breaker = createToolCircuitBreaker()
  const model = {
    generate: async (request: { prompt: string }) => {
      prompts.push(request.prompt)
      const found = answer()
      if (found instanceof Error) throw found
      return { value: { items: found } as never, usage: { promptTokens: 5, outputTokens: null } }
    },
  }
  const tool = createFindItemsTool({
    worker: { worker: { model, contextTokens: 8192 } },
    items,
    usage,
    breaker,
    logger: silentLogger,
    topic: 'tools',
    mark: 'M1',
  })
  return { tool, store, prompts, usage, breaker, items }
}

describe('the tool findItems', () => {
  it('takes items whose address the results show, and no other', async () => {
    const { tool, usage } = await setUp(() => [
      extracted('Alpha', 'https://alpha.example/#home'),
      extracted('Beta', 'https://beta.example'),
      extracted('Invented', 'https://invented.example'),
    ])
    const searchResults = [
      { url: 'https://alpha.example', title: 'Alpha' },
      { url: 'https://list.example', snippet: 'See https://beta.example for more' },
    ]
    const output = await tool.execute({ searchResults }, context)
    expect(output).toEqual({
      items: [
        { slug: 'alpha', name: 'Alpha' },
        { slug: 'beta', name: 'Beta' },
      ],
      count: 2,
      rejected: [{ name: 'Invented', reason: 'source URL not in the supplied results' }],
    })
    expect(usage.getBreakdown().workers.totalTokens).toBe(5)
  })

  it('asks no model about nothing, and tells of a model that failed', async () => {
    const { tool, prompts, breaker } = await setUp(() => new Error('overloaded'))
    expect(await tool.execute({ searchResults: [] }, context)).toEqual({ items: [], count: 0, rejected: [] })
    expect(prompts).toEqual([])
    const output = await tool.execute({ searchResults: [{ url: 'https://a.com' }] }, context)
    expect(output.error).toContain('overloaded')
    expect(breaker.getFailedTools()).toEqual([{ name: 'findItems', reason: 'overloaded' }])
  })
})

describe('the working set behind the tools', () => {
  it('is shown by getWorkspaceOverview without private items', async () => {
    const { items, tool } = await setUp(() => [extracted('Alpha', 'https://alpha.example', { category: 'tools', tags: ['New'] })])
    await tool.execute({ searchResults: [{ url: 'https://alpha.example' }] }, context)
    const ledger = createUrlLedger(10)
    ledger.reserve('https://a.com')
    const overview = await createOverviewTool({ items, ledger, targetItems: 50 }).execute({}, context)
    expect(overview).toEqual({
      totalItems: 2,
      newItems: 1,
      updatedItems: 0,
      targetItems: 50,
      remainingUrlBudget: 9,
      categories: [{ name: 'Tools', count: 2 }],
      tags: ['small', 'New'],
      items: [
        { slug: 'old', name: 'Name of old', category: 'Tools' },
        { slug: 'alpha', name: 'Alpha', category: 'tools' },
      ],
    })
  })

  it('writes each change to the staging, hints at the slug that was meant, and keeps private items out of reach', async () => {
    const { items, store } = await setUp(() => [])
    await items.add([extracted('Alpha', 'https://alpha.example')])
    const tool = createModifyItemsTool({ items })
    const output = await tool.execute(
      {
        operations: [
          { action: 'update', slug: 'old', data: { category: 'Moved' } },
          { action: 'remove', slug: 'alpha' },
          { action: 'remove', slug: 'secret' },
          { action: 'update', slug: 'name of old', data: {} },
        ],
      },
      context,
    )
    expect(output.results.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      'Item "secret" not found',
      'Item "name of old" not found; did you mean "old"?',
    ])
    expect([...store.rows].map(([slug, json]) => [slug, JSON.parse(json).category])).toEqual([['old', 'Moved']])
    expect(items.updatedCount()).toBe(1)
    expect(await tool.execute({ operations: [] }, context)).toEqual({ results: [], applied: 0, failed: 0 })
    const aborted = { signal: AbortSignal.abort(), toolCallId: 'x' }
    expect(await tool.execute({ operations: [{ action: 'remove', slug: 'old' }] }, aborted)).toEqual({
      results: [],
      applied: 0,
      failed: 0,
      error: 'Aborted',
    })
  })

  it('counts a private item when it looks for duplicates', async () => {
    const { items } = await setUp(() => [])
    const { rejected } = await items.add([extracted('Secret', 'https://secret.example.com')])
    expect(rejected).toEqual([{ name: 'Secret', reason: 'already known' }])
  })

  it('goes on with what an interrupted run has staged', async () => {
    const store = memoryStore()
    store.rows.set('alpha', JSON.stringify(makeItem('alpha')))
    store.rows.set('old', JSON.stringify(makeItem('old', { category: 'Moved' })))
    store.rows.set('broken', '{"half')
    const items = await openWorkingSet({ existing: [makeItem('old')], store, isBlockedUrl: () => false })
    expect([items.newCount(), items.updatedCount()]).toEqual([1, 1])
    expect(items.visible().map(({ item }) => [item.slug, item.category])).toEqual([
      ['old', 'Moved'],
      ['alpha', 'Tools'],
    ])
  })
})

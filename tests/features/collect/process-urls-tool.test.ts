import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createToolCircuitBreaker } from '../../../src/main/core/agent/circuit-breaker'
import { silentLogger } from '../../../src/main/core/agent/logger'
import { createRunLimiter } from '../../../src/main/core/agent/run-limiter'
import { createProcessUrlsTool } from '../../../src/main/features/collect/tools/process-urls-tool'
import { createUrlLedger } from '../../../src/main/features/collect/url-ledger'
import { createUrlProvenance } from '../../../src/main/features/collect/url-provenance'
import type { PageOutcome } from '../../../src/main/features/collect/url-worker'

const context = { signal: new AbortController().signal, toolCallId: 'x' }
const found = (...names: string[]): PageOutcome => ({
  items: names.map((name) => ({ slug: name, name })),
  count: names.length,
  isFailure: false,
})
const [a, b, c] = ['https://a.com/', 'https://b.com/', 'https://c.com/']

function processing(worker: (url: string) => Promise<PageOutcome>, limit = 10, more: { threshold?: number; own?: string } = {}) {
  const read: string[] = []
  let running = 0
  let most = 0
  const breaker = createToolCircuitBreaker(more.threshold)
  const tool = createProcessUrlsTool({
    worker: async (url) => {
      read.push(url)
      running += 1
      most = Math.max(most, running)
      await turn()
      try {
        return await worker(url)
      } finally {
        running -= 1
      }
    },
    ledger: createUrlLedger(limit),
    limiter: createRunLimiter(2),
    breaker,
    logger: silentLogger,
    ...(more.own === undefined ? {} : { provenance: createUrlProvenance([more.own]) }),
  })
  return { read, breaker, run: (...urls: string[]) => tool.execute({ urls }, context), mostAtOnce: () => most, tool }
}

describe('the tool processUrls', () => {
  it('C14: keeps pages apart and in order, two at a time', async () => {
    const { run, mostAtOnce } = processing(async (url) => {
      if (url === b) throw new Error('Network error')
      return url === a ? found('one', 'two') : { items: [], count: 0, isFailure: false }
    })
    const output = await run(a, b, c)
    expect(output.map(({ url }) => url)).toEqual([a, b, c])
    expect(output.map(({ count }) => count)).toEqual([2, 0, 0])
    expect(output[1]).toMatchObject({ error: 'Network error', errorKind: 'worker' })
    expect(output[2]).toMatchObject({ error: 'no items found', errorKind: 'empty' })
    expect(output[0]).not.toHaveProperty('error')
    expect(output.map(({ remainingUrlBudget }) => remainingUrlBudget)).toEqual([9, 8, 7])
    expect(mostAtOnce()).toBe(2)
  })

  it('two calls of one step share the limit of two and the budget', async () => {
    const { read, run, mostAtOnce } = processing(async (url) => found(url), 3)
    const [first, second] = await Promise.all([run(a, b), run(c, a, 'https://d.com/')])
    expect(mostAtOnce()).toBe(2)
    expect(read).toEqual([a, b, c])
    expect(first.map(({ remainingUrlBudget }) => remainingUrlBudget)).toEqual([2, 1])
    expect(second.map(({ error }) => error)).toEqual([
      undefined,
      'already handled (pending); do not retry',
      'page limit reached (3/3); finish with what there is',
    ])
    expect(second[2]).toMatchObject({ skipped: true, count: 0, remainingUrlBudget: 0 })
  })

  it('a page is read once, however it is spelt, and the answer tells what came of it', async () => {
    const { read, run } = processing(async () => found('one', 'two'))
    await run(a)
    const [again] = await run('https://A.com/#top')
    expect(read).toEqual([a])
    expect(again).toMatchObject({ skipped: true, previousStatus: 'created', previousCount: 2, remainingUrlBudget: 9 })
    expect((await run(b, `${b}?utm_source=x`))[1]).toMatchObject({ skipped: true, remainingUrlBudget: 8 })
  })

  it('counts a call as a failure only when each page it tried failed', async () => {
    const failing = processing(async () => ({ items: [], count: 0, error: 'down', errorKind: 'extraction', isFailure: true }), 10, {
      threshold: 1,
    })
    await failing.run(a, b)
    expect(failing.breaker.isTripped('processUrls')).toBe(true)
    const [refused] = await failing.run(c)
    expect(refused).toMatchObject({ skipped: true })
    expect(refused?.error).toContain('do not call it again')
    expect(failing.read).toEqual([a, b])
    const empty = processing(async () => ({ items: [], count: 0, error: 'no items found', errorKind: 'empty', isFailure: false }), 10, {
      threshold: 1,
    })
    await empty.run(a)
    expect(empty.breaker.isTripped('processUrls')).toBe(false)
  })

  it('opens only what a search or the person gave, in that spelling', async () => {
    const { read, run } = processing(async (url) => found(url), 10, { own: `Start with ${a}list, please.` })
    const output = await run('https://evil.example/?q=secret', `${a}list?utm_source=secret`, 'nonsense')
    expect(read).toEqual([`${a}list`])
    expect(output[0]).toMatchObject({ skipped: true, remainingUrlBudget: 10 })
    expect(output[2]).toMatchObject({ skipped: true, error: 'not a web address' })
  })

  it('takes 1 to 10 addresses', () => {
    const { tool } = processing(async () => found())
    const takes = (count: number) => tool.inputSchema.safeParse({ urls: Array.from({ length: count }, () => a) }).success
    expect([0, 1, 10, 11].map(takes)).toEqual([false, true, true, false])
  })
})

import { describe, expect, it } from 'vitest'
import { createToolCircuitBreaker } from '../../../src/main/core/agent/circuit-breaker'
import { silentLogger } from '../../../src/main/core/agent/logger'
import type { FoundPage } from '../../../src/main/features/collect/ports'
import { createSearchTool } from '../../../src/main/features/collect/tools/search-tool'

const context = { signal: new AbortController().signal, toolCallId: 'x' }

function searching(answer: (query: string) => Promise<FoundPage[]>, threshold = 3) {
  const asked: string[] = []
  const breaker = createToolCircuitBreaker(threshold)
  const search = {
    providerName: 'Test search',
    search: (query: string) => {
      asked.push(query)
      return answer(query)
    },
  }
  return { asked, breaker, tool: createSearchTool({ search, breaker, logger: silentLogger }) }
}

describe('the tool search', () => {
  it('C13: with an open breaker the provider is not asked', async () => {
    const { asked, breaker, tool } = searching(async () => [], 1)
    breaker.recordFailure('search', 'broken')
    const output = await tool.execute({ queries: ['x'] }, context)
    expect(asked).toEqual([])
    expect(output.results).toEqual([])
    expect(output.error).toContain('do not call it again')
  })

  it('C13: a provider that throws is told, not thrown', async () => {
    const { tool } = searching(() => Promise.reject(new Error('401 Unauthorized')))
    const output = await tool.execute({ queries: ['x'] }, context)
    expect(output.results).toEqual([])
    expect(output.errors[0]?.error).toContain('401 Unauthorized')
    expect(output.error).toContain('401 Unauthorized')
  })

  it('the failure that opens the breaker gives its message at once', async () => {
    const { tool } = searching(() => Promise.reject(new Error('down')))
    const outputs = [
      await tool.execute({ queries: ['x'] }, context),
      await tool.execute({ queries: ['x'] }, context),
      await tool.execute({ queries: ['x'] }, context),
    ]
    expect(outputs.map(({ error }) => error?.includes('do not call it again'))).toEqual([false, false, true])
  })

  it('one success among several queries is a success, and each page stands once', async () => {
    const page = { title: 'One', url: 'https://a.com/x', snippet: 'line\u202e one\nline two' }
    const { breaker, tool } = searching(async (query) => {
      if (query === 'bad') throw new Error('down')
      return [page, { ...page, url: 'https://a.com/x#again' }, { title: 'No page', url: 'javascript:alert(1)' }]
    })
    const output = await tool.execute({ queries: ['good', 'bad', 'other'] }, context)
    expect(output.results).toEqual([{ query: 'good', title: 'One', url: 'https://a.com/x', snippet: 'line one line two' }])
    expect(output.errors.map(({ query }) => query)).toEqual(['bad'])
    expect(output.error).toBeUndefined()
    expect(breaker.getFailedTools()).toEqual([])
  })

  it('takes 1 to 5 queries', () => {
    const { tool } = searching(async () => [])
    const takes = (count: number) => tool.inputSchema.safeParse({ queries: Array.from({ length: count }, () => 'q') }).success
    expect([0, 1, 5, 6].map(takes)).toEqual([false, true, true, false])
  })
})

import { describe, expect, it } from 'vitest'
import { createPrepareStep, parentOutputChars, workerOutputChars } from '../../../src/main/core/agent/compaction'
import { summarizeToolResult } from '../../../src/main/core/agent/tool-summaries'
import { A, est4, H12, keepLog, P, T, toolText, U } from './message-fixture'

const compact = (maxContextTokens: number, more: Partial<Parameters<typeof createPrepareStep>[0]> = {}) =>
  createPrepareStep({ maxContextTokens, estimateTokens: est4, ...more })
const tokensOf = (messages: unknown) => est4(JSON.stringify(messages))

describe('compaction', () => {
  it('the fixture is the one of the specification', () => {
    expect(H12()).toHaveLength(25)
    expect(JSON.stringify(H12())).toHaveLength(14_438)
    expect(tokensOf(H12())).toBe(3610)
  })

  it('C3: exactly the budget is within it', () => {
    expect(compact(1000, { estimateTokens: () => 800 })({ messages: H12() })).toBeUndefined()
  })

  it('C3: one token more evicts down to the first message and the last pair, with one warning', () => {
    const log = keepLog()
    const result = compact(1000, { estimateTokens: () => 801, logger: log })({ messages: H12() })
    expect(result?.messages).toEqual([U('go'), ...P(11)])
    expect(log.warnings).toHaveLength(1)
    expect(log.warnings[0]).toContain('over its budget')
    expect(log.infos[0]).toMatch(/801.*800/)
  })

  it.each([
    [4000, 10, 3173],
    [3500, 5, 2080],
    [2000, 2, 1425],
    [1750, 1, 1207],
  ])('C4: %i tokens keep the last %i pairs and come to %i', (context, window, tokens) => {
    const input = H12()
    const result = compact(context)({ messages: input })
    expect(result?.messages).toHaveLength(25)
    expect(tokensOf(result?.messages)).toBe(tokens)
    const untouched = (result?.messages ?? []).filter((message, index) => message.role === 'tool' && message === input[index])
    expect(untouched).toHaveLength(window)
  })

  it('C4: 5000 tokens need nothing', () => {
    expect(compact(5000)({ messages: H12() })).toBeUndefined()
  })

  it('C5: an old search becomes its titles and addresses', () => {
    const input = H12()
    const messages = compact(4000)({ messages: input })?.messages
    expect(messages?.[2]).toEqual(toolText('c0', 'search', 'search "query-0": 2 results\n- R1 | https://e.com/1\n- R2 | https://e.com/2'))
    expect(messages?.[6]).toEqual(input[6])
    expect(messages?.[24]).toEqual(input[24])
  })

  it('C6: an oversized output is cut, one that just fits is not', () => {
    const messages = [U('go'), A('a', 'processUrls', { urls: ['https://a.com'] }), toolText('a', 'processUrls', 'y'.repeat(120))]
    const cut = compact(100_000, { maxSingleOutputChars: 100 })({ messages })?.messages[2]
    const text = `${'y'.repeat(100)}\n\n[cut: 120 characters in full]`
    expect(text).toHaveLength(131)
    expect(cut).toEqual(toolText('a', 'processUrls', text))
    expect(compact(100_000, { maxSingleOutputChars: 120 })({ messages })).toBeUndefined()
  })

  it('gives the same from initial and response messages, starts from them each time, and changes nothing it was given', () => {
    const input = H12()
    const before = JSON.stringify(input)
    const prepare = compact(4000)
    const plain = prepare({ messages: input })
    const again = prepare({ messages: plain?.messages ?? [], initialMessages: input.slice(0, 1), responseMessages: input.slice(1) })
    expect(again).toEqual(plain)
    expect(JSON.stringify(input)).toBe(before)
  })

  it('leaves an empty list and a lone message alone, however small the budget', () => {
    expect(compact(1)({ messages: [] })).toBeUndefined()
    expect(compact(1)({ messages: [U('a long request that is over any budget')] })).toBeUndefined()
  })

  it('takes old progress reports out together with their calls, and never one without the other', () => {
    const report = [A('r', 'reportProgress', { message: 'half' }), T('r', 'reportProgress', { acknowledged: true })]
    const input = [
      U('go'),
      ...report,
      ...P(0),
      ...P(1),
      A('s', 'reportProgress', { message: 'x' }),
      T('s', 'reportProgress', { acknowledged: true }),
    ]
    const messages = compact(500)({ messages: input })?.messages ?? []
    const calls = JSON.stringify(messages)
    expect(calls).not.toContain('"r"')
    expect(calls.match(/"toolCallId":"s"/g)).toHaveLength(2)
  })

  it('cuts no pair apart when it evicts from a history with a plain text in it', () => {
    const input = [U('go'), ...P(0), { role: 'assistant' as const, content: 'thinking aloud' }, ...P(1), ...P(2)]
    const messages = compact(1100, { estimateTokens: (text) => text.length })({ messages: input })?.messages ?? []
    const ids = (type: string) =>
      [...JSON.stringify(messages).matchAll(new RegExp(`"type":"${type}","toolCallId":"(\\w+)"`, 'g'))].map(([, id]) => id)
    expect(ids('tool-call')).toEqual(ids('tool-result'))
    expect(messages.at(-1)).toEqual(P(2)[1])
    expect(messages[0]).toEqual(U('go'))
  })

  it('summarises a result from its whole, not from what layer 1 left of it', () => {
    const messages = compact(4000, { maxSingleOutputChars: 300 })({
      messages: [...H12(), ...Array.from({ length: 12 }, (_none, i) => P(i + 12)).flat()],
    })?.messages
    expect(JSON.stringify(messages?.[2])).toContain('R2 | https://e.com/2')
  })

  it('knows the limits of one output for parents and workers', () => {
    expect([parentOutputChars(128_000), workerOutputChars(128_000), workerOutputChars(32_000)]).toEqual([40_960, 51_200, 12_800])
  })
})

describe('summaries of old results', () => {
  const summaryOf = (toolName: string, value: unknown, input: unknown = {}, isError = false): unknown => {
    const summary = summarizeToolResult({ toolName, input, value, isError })
    return summary.kind === 'text' ? summary.text : summary.kind
  }

  it('of pages count them and name what was found', () => {
    const pages = [
      {
        url: 'https://a.com',
        items: [
          { slug: 'a', name: 'Alpha' },
          { slug: 'b', name: 'Beta' },
        ],
        count: 2,
        remainingUrlBudget: 9,
      },
      { url: 'https://b.com', items: [], count: 0, error: 'no items found', errorKind: 'empty', remainingUrlBudget: 8 },
    ]
    expect(summaryOf('processUrls', pages)).toBe(
      'processUrls: 2 URLs, 2 items, 1 failed\n- https://a.com: 2 items (Alpha, Beta)\n- https://b.com: no items found',
    )
  })

  it('of found items, changes, a failed search and an overview', () => {
    expect(summaryOf('findItems', { items: [{ slug: 'a', name: 'Alpha' }], count: 1, rejected: [] })).toBe('findItems: 1 items (Alpha)')
    expect(summaryOf('findItems', { items: [], count: 0, rejected: [] })).toBe('findItems: 0 items')
    const results = [
      { action: 'update', slug: 'a', ok: true },
      { action: 'remove', slug: 'b', ok: false, error: 'Item "b" not found' },
    ]
    expect(summaryOf('modifyItems', { results, applied: 1, failed: 1 })).toBe(
      'modifyItems: 1 applied, 1 failed\n- update a: ok\n- remove b: Item "b" not found',
    )
    expect(summaryOf('search', { results: [], errors: [{ query: 'q', error: 'blocked' }] }, { queries: ['q'] })).toBe(
      'search failed: blocked',
    )
    expect(summaryOf('getWorkspaceOverview', { totalItems: 3 })).toBe('keep')
  })

  it('of a search with more than 20 results keep 20 and count the rest', () => {
    const results = Array.from({ length: 23 }, (_none, i) => ({ title: `R${i}`, url: `https://e.com/${i}` }))
    const text = String(summaryOf('search', { results, errors: [] }, { queries: ['p', 'q'] }))
    expect(text.split('\n')[0]).toBe('search "p", "q": 23 results')
    expect(text.split('\n')).toHaveLength(22)
    expect(text.endsWith('… and 3 more')).toBe(true)
  })

  it('of anything else, and of errors, are at most 201 characters', () => {
    expect(summaryOf('other', 'z'.repeat(300))).toBe(`${'z'.repeat(200)}…`)
    expect(summaryOf('other', { z: 1 })).toBe('{"z":1}')
    expect(summaryOf('search', 'e'.repeat(300), {}, true)).toBe(`${'e'.repeat(200)}…`)
  })
})

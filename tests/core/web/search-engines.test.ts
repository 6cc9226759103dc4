import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readDuckDuckGo } from '../../../src/main/core/web/duckduckgo-page'
import { createAllEngines } from '../../../src/main/core/web/engines/all-engines'
import type { SearchEngine } from '../../../src/main/core/web/engines/search-engine'
import type { SearchEngineId } from '../../../src/shared/contract/network'
import { duckDuckGoPages } from '../../support/fake-search/duckduckgo-pages'
import {
  braveAnswer,
  braveBadKey,
  braveNothing,
  exaAnswer,
  searxngAllBlocked,
  searxngAnswer,
  searxngNothing,
  serpapiAnswer,
  serpapiNothing,
  tavilyAnswer,
} from '../../support/fake-search/json-answers'
import { type FakeSearch, startFakeSearch } from '../../support/fake-search/search-site'
import { failureOf, type Watched, watchedFetch } from './web-fixture'

let fake: FakeSearch
beforeAll(async () => {
  fake = await startFakeSearch()
})
afterAll(() => fake.close())
afterEach(() => {
  fake.requests.length = 0
})

const KEY = 'key-1234567890abcdef'

function engine(id: SearchEngineId, given = { apiKey: KEY, address: '' }): { engine: SearchEngine } & Watched {
  const bases = { duckduckgo: fake.origin, brave: fake.origin, tavily: fake.origin, exa: fake.origin, serpapi: fake.origin }
  const watched = watchedFetch({ exemptOrigins: id === 'searxng' ? [] : [fake.origin], sleep: async () => {} })
  const engineFor = createAllEngines({ fetch: watched.fetch, readPage: async (page) => readDuckDuckGo(page), bases })
  return { ...watched, engine: engineFor(id, given) }
}
const options = (limit = 10) => ({ limit, signal: new AbortController().signal })

describe('DuckDuckGo', () => {
  const { engine: make } = { engine: () => engine('duckduckgo').engine }

  it('gives true addresses, without advertisements and doubles, with every entity and script right', async () => {
    fake.answer({ body: duckDuckGoPages.results })
    const outcome = await make().search('  lending\n library ', options())
    if (outcome.outcome !== 'results') throw new Error(outcome.outcome)
    expect(outcome.results.map(({ url }) => url)).toEqual([
      'https://en.wikipedia.org/wiki/Tool_library?a=1&b=2',
      'https://example.org/find?uddg=https%3A%2F%2Fother.example%2F',
      'https://direct.example/page',
      'https://relative.example/%zz?q=100%',
      'https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe',
    ])
    expect(outcome.results[0]).toEqual({
      title: 'Tool library & more',
      url: 'https://en.wikipedia.org/wiki/Tool_library?a=1&b=2',
      snippet: 'A library of "things" \'lent\' – café.',
      score: 1,
      publishedAt: '2024-05-01',
    })
    expect(outcome.results[4]).toMatchObject({ title: 'Größe', snippet: 'Umlaute und 日本語.' })
    expect(outcome.results[1]?.score).toBeCloseTo(0.9)
    expect(fake.requests[0]).toMatchObject({ method: 'POST', path: '/html/', body: 'q=lending+library&b=' })
  })

  it('gives no more than were wanted', async () => {
    fake.answer({ body: duckDuckGoPages.results })
    expect(await make().search('x', options(2))).toMatchObject({ results: [{}, {}] })
    const outcome = await make().search('x', options(2))
    expect(outcome.outcome === 'results' && outcome.results.length).toBe(2)
  })

  it('is read whatever the order of attributes, quotes and case', async () => {
    fake.answer({ body: duckDuckGoPages.reordered })
    expect(await make().search('order', options())).toMatchObject({
      outcome: 'results',
      results: [{ title: 'One', url: 'https://one.example/', snippet: 'First.' }],
    })
  })

  it('is not taken for blocked because the query speaks of a challenge', async () => {
    fake.answer({ body: duckDuckGoPages.aboutChallenges })
    expect(await make().search('anomaly-modal', options())).toMatchObject({
      outcome: 'results',
      results: [{ url: 'https://docs.example/' }],
    })
  })

  it('that found nothing says so, also when there were only advertisements', async () => {
    for (const body of [duckDuckGoPages.nothing, duckDuckGoPages.onlyAdvertisements]) {
      fake.answer({ body })
      expect(await make().search('qzxqzx', options())).toEqual({ outcome: 'nothing' })
    }
  })

  it('that blocks is told apart: a challenge with 202 or 200, an empty 202, a 403, a 429 with its time', async () => {
    for (const answer of [
      { status: 202, body: duckDuckGoPages.challenge },
      { status: 200, body: duckDuckGoPages.challenge },
      { status: 202, body: '' },
      { status: 403, body: '<h1>Forbidden</h1>' },
    ]) {
      fake.answer(answer)
      expect((await failureOf(make().search('x', options()))).code).toBe('SEARCH_BLOCKED')
    }
    fake.answer({ status: 429, headers: { 'retry-after': '30' }, body: '' })
    const error = await failureOf(make().search('x', options()))
    expect(error).toMatchObject({ code: 'SEARCH_BLOCKED', data: { retryAfterMs: 30_000 } })
    expect(error.message).toContain('another search engine')
  })

  it('that changed its page is told apart from one that found nothing; a fault of its own too', async () => {
    for (const body of [duckDuckGoPages.changed, '', 'plain words', '<html></html>']) {
      fake.answer({ body })
      expect((await failureOf(make().search('x', options()))).code).toBe('SEARCH_NOT_UNDERSTOOD')
    }
    fake.answer({ status: 502, body: '<h1>Bad gateway</h1>' })
    expect(await failureOf(make().search('x', options()))).toMatchObject({ code: 'WEB_STATUS', data: { status: 502 } })
  })
})

describe('services with a key', () => {
  const cases = [
    {
      id: 'brave' as const,
      answer: braveAnswer,
      nothing: braveNothing,
      first: { title: 'Tool library & more', snippet: 'A library of things.', publishedAt: '2024-05-01T10:00:00', score: 1 },
      second: { title: 'Second', url: 'http://second.example/' },
    },
    {
      id: 'tavily' as const,
      answer: tavilyAnswer,
      nothing: { ...tavilyAnswer, results: [] },
      first: { title: 'Tool library', snippet: 'A library of things.', publishedAt: null, score: 0.87 },
      second: { publishedAt: '2024-03-05T10:00:00.000Z', score: 0.5 },
    },
    {
      id: 'exa' as const,
      answer: exaAnswer,
      nothing: { ...exaAnswer, results: [] },
      first: { title: 'Tool library', publishedAt: '2023-11-16T01:36:32.547Z', score: 0.46 },
      second: { title: 'https://untitled.example/', publishedAt: null },
    },
    {
      id: 'serpapi' as const,
      answer: serpapiAnswer,
      nothing: serpapiNothing,
      first: { title: 'Tool library', snippet: 'A library of things.' },
      second: { title: 'Fresh', publishedAt: null },
    },
  ]

  it.each(cases)(
    '$id is read as it documents its answer, and its empty answer is nothing',
    async ({ id, answer, nothing, first, second }) => {
      fake.answer({ body: answer })
      const outcome = await engine(id).engine.search('lending library', options())
      expect(outcome).toMatchObject({
        outcome: 'results',
        results: [{ ...first, url: 'https://en.wikipedia.org/wiki/Tool_library' }, second],
      })
      fake.answer({ body: nothing })
      expect(await engine(id).engine.search('qzxqzx', options())).toEqual({ outcome: 'nothing' })
    },
  )

  it('get the key in the place they want it, and it stands in no ledger', async () => {
    fake.answer({ body: {} })
    const written: string[] = []
    for (const id of ['brave', 'tavily', 'exa', 'serpapi'] as const) {
      const { engine: one, ledger } = engine(id)
      await failureOf(one.search('words & more', options(7)))
      written.push(JSON.stringify(ledger))
    }
    const [brave, tavily, exa, serpapi] = fake.requests
    expect(brave?.headers['x-subscription-token']).toBe(KEY)
    expect([brave?.query.get('q'), brave?.query.get('count')]).toEqual(['words & more', '7'])
    expect(tavily?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.parse(tavily?.body ?? '')).toMatchObject({ query: 'words & more', max_results: 7 })
    expect(tavily?.headers['content-type']).toBe('application/json')
    expect(exa?.headers['x-api-key']).toBe(KEY)
    expect(JSON.parse(exa?.body ?? '')).toMatchObject({ query: 'words & more', numResults: 7 })
    expect([serpapi?.query.get('api_key'), serpapi?.query.get('engine')]).toEqual([KEY, 'google'])
    expect(written.join()).not.toContain(KEY)
    expect(written.join()).not.toContain('words')
  })

  it('that refuse are told apart: key, plan, pace, form, fault; and none of the words holds the key', async () => {
    const trials: [SearchEngineId, { status?: number; headers?: Record<string, string>; body: unknown }, string][] = [
      ['brave', { status: 422, body: braveBadKey }, 'SEARCH_KEY_REFUSED'],
      ['brave', { status: 422, body: { error: { code: 'VALIDATION' } } }, 'SEARCH_NOT_UNDERSTOOD'],
      ['brave', { status: 429, headers: { 'retry-after': '1' }, body: {} }, 'SEARCH_BLOCKED'],
      ['tavily', { status: 401, body: { detail: { error: `Unauthorized: ${KEY}` } } }, 'SEARCH_KEY_REFUSED'],
      ['tavily', { status: 432, body: { detail: { error: 'This request exceeds your plan' } } }, 'SEARCH_QUOTA_USED_UP'],
      ['tavily', { status: 433, body: {} }, 'SEARCH_QUOTA_USED_UP'],
      ['exa', { status: 402, body: { error: 'NO_MORE_CREDITS' } }, 'SEARCH_QUOTA_USED_UP'],
      ['exa', { status: 500, body: { error: 'x' } }, 'WEB_STATUS'],
      ['serpapi', { status: 401, body: { error: 'Invalid API key.' } }, 'SEARCH_KEY_REFUSED'],
      ['serpapi', { status: 429, body: { error: 'Your account has run out of searches.' } }, 'SEARCH_QUOTA_USED_UP'],
      ['serpapi', { status: 429, body: { error: 'exceeds the hourly throughput limit' } }, 'SEARCH_BLOCKED'],
      ['serpapi', { body: { search_metadata: { status: 'Error' }, error: 'x' } }, 'SEARCH_NOT_UNDERSTOOD'],
      ['exa', { body: { documents: [] } }, 'SEARCH_NOT_UNDERSTOOD'],
      ['tavily', { body: { results: 'none' } }, 'SEARCH_NOT_UNDERSTOOD'],
      ['brave', { body: '<html>a page</html>' }, 'SEARCH_NOT_UNDERSTOOD'],
      ['tavily', { body: [] }, 'SEARCH_NOT_UNDERSTOOD'],
    ]
    for (const [id, answer, code] of trials) {
      fake.answer(answer)
      const error = await failureOf(engine(id).engine.search('x', options()))
      expect([id, error.code]).toEqual([id, code])
      expect(error.message).not.toContain(KEY)
    }
  })

  it('without a key, or with one that cannot be sent, are not asked', async () => {
    for (const id of ['brave', 'tavily', 'exa', 'serpapi'] as const) {
      expect((await failureOf(engine(id, { apiKey: ' ', address: '' }).engine.search('x', options()))).code).toBe('SEARCH_NOT_SET_UP')
      expect((await failureOf(engine(id, { apiKey: 'a\nb', address: '' }).engine.search('x', options()))).code).toBe('SEARCH_KEY_REFUSED')
    }
    expect(fake.requests).toEqual([])
  })
})

describe('SearXNG', () => {
  const at = (address: string) => engine('searxng', { apiKey: '', address }).engine

  it('on this computer is asked at its own address, with or without a path', async () => {
    fake.answer({ body: searxngAnswer })
    for (const [address, path] of [
      [fake.origin, '/search'],
      [`${fake.origin}/`, '/search'],
      [`${fake.origin}/search`, '/search'],
      [`${fake.origin}/sub/`, '/sub/search'],
    ] as const) {
      expect(await at(address).search('lending library', options())).toEqual({
        outcome: 'results',
        results: [
          {
            title: 'Tool library',
            url: 'https://en.wikipedia.org/wiki/Tool_library',
            snippet: 'A library of things.',
            score: 1,
            publishedAt: '2024-05-01T00:00:00',
          },
        ],
      })
      expect(fake.requests.pop()).toMatchObject({ path, method: 'GET' })
    }
  })

  it('tells nothing found from engines that were blocked, and says how to allow its JSON', async () => {
    fake.answer({ body: searxngNothing })
    expect(await at(fake.origin).search('x', options())).toEqual({ outcome: 'nothing' })
    fake.answer({ body: searxngAllBlocked })
    expect((await failureOf(at(fake.origin).search('x', options()))).code).toBe('SEARCH_BLOCKED')
    fake.answer({ status: 403, body: '<h1>Forbidden</h1>' })
    const error = await failureOf(at(fake.origin).search('x', options()))
    expect(error.code).toBe('SEARCH_NOT_SET_UP')
    expect(error.message).toContain('search.formats')
    expect((await failureOf(at('').search('x', options()))).code).toBe('SEARCH_NOT_SET_UP')
  })
})

import type { CollectedFacts } from '../../src/shared/contract/collect'
import { startWithVault, type TestApp } from './app'
import { answerObediently } from './fake-openai/obedient'
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server'
import { startSearchFront } from './fake-search/search-front'
import { type HostilePage, hostilePages, type Traps } from './hostile-pages'
import { findLeaks, type Leak } from './leaks'
import { type Route, type Site, startSite } from './web-site'

/** Where the hostile pages are. */
const HOST = 'pages.example'
const EVIL = 'evil.example'

/** Marked thoughts of the vault. None of it may be in anything that is sent anywhere. */
export const secrets = {
  words: ['QZCANARYOPENX', 'QZCANARYSTAYSX', 'QZCANARYEDITX'],
  texts: [
    'The harbour master owes my aunt eleven barrels of grey paint QZCANARYOPENX and she has not forgotten it since the flood',
    'Nobody at the clinic may learn that the second test QZCANARYSTAYSX came back before the long weekend in the mountains',
    'My own remark on this tool QZCANARYEDITX is that I would rather sharpen pencils for another decade than rent it',
  ],
} as const

export interface HostileWorld extends TestApp {
  pages: HostilePage[]
  traps: Traps
  model: FakeOpenAi
  /** A collection with three accepted items, one of which stays here and one of which the person has written into. */
  collectionId: string
  /** The thought that may be sent to models. */
  thoughtId: string
  /** From now on the search finds this page for whatever is asked. */
  show(page: HostilePage): { url: string }
  /** Requests that reached a trap, of any kind. */
  trapped(): string[]
  /** Addresses that were asked of the site of the pages: path and query. */
  opened(): string[]
  /** Names that were looked up, besides that of the site. */
  lookedUp(): string[]
  queries: string[]
  /** Parts of secret texts in anything that was sent, to whomever. */
  leaks(): Leak[]
  facts(): Promise<CollectedFacts[]>
  closeServers(): Promise<void>
}

/** The whole program with marked thoughts in its vault, a model that obeys everybody, and a web of nothing but hostile pages and traps. */
export async function startHostileWorld(): Promise<HostileWorld> {
  const everything = (into: Site['requests']): Record<string, Route> =>
    new Proxy(
      {},
      {
        get: () =>
          ((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Caught ${into.length}</p>`)) as Route,
      },
    )
  const evil = await startSite(everything([]))
  const inside = await startSite(everything([]))
  const traps: Traps = { open: `http://${EVIL}:${evil.port}`, inside: inside.origin, insidePort: inside.port }
  const pages = hostilePages(traps)
  const site = await startSite({ '/seed': seed, ...Object.fromEntries(pages.map(({ id, route }) => [`/${id}`, route])) })
  const origin = `http://${HOST}:${site.port}`
  let current = { title: 'Three tools', url: `${origin}/seed`, snippet: 'A list of tools.' }
  const search = await startSearchFront(() => [current])
  const names: string[] = []
  const model = await startFakeOpenAi({ models: ['parent', 'worker'], answer: answerObediently })

  const running = await startWithVault({
    web: {
      // The open trap is as good as any public address: only that nobody asked for it keeps it shut.
      exemptOrigins: [origin, traps.open, search.origin],
      searchBases: { duckduckgo: search.origin },
      limits: { paceMs: 0 },
      resolve: async (host) => {
        names.push(host)
        return [{ address: '127.0.0.1', family: 4 }]
      },
    },
  })
  const { window, app } = running
  await window.call('update-settings', { autoSummary: false })
  const thought = await window.call('capture-item', { title: 'Paint', body: secrets.texts[0] })
  await window.call('capture-item', { title: 'Test', body: secrets.texts[1], private: true })
  await app.whenIdle()
  const { id: endpointId } = await window.call('save-endpoint', { name: 'Test server', baseUrl: model.baseUrl })
  const role = (name: string) => ({ endpointId, model: name })
  await window.call('update-settings', { roles: { thinker: role('parent'), worker: role('worker') } })

  const { collectionId, runId } = await window.call('start-collect', { name: 'Tools', prompt: 'Find tools.' })
  await app.whenIdle()
  await window.call('decide-proposals', { runId, decision: 'accept' })
  const { items } = await window.call('list-collected-items', { id: collectionId })
  const [one, other] = items
  if (one === undefined || other === undefined || items.length !== 3)
    throw new Error(`three items were to be collected, not ${items.length}`)
  await window.call('update-item', {
    id: one.itemId,
    title: `Mine: ${secrets.texts[2]}`.slice(0, 150),
    body: secrets.texts[2],
    tags: ['QZCANARYEDITX'],
  })
  await window.call('update-item', { id: other.itemId, private: true })
  await app.whenIdle()

  const seen = new Set<string>()
  const found: Leak[] = []
  const requestLines = ({ requests }: Site) =>
    requests.map(({ path, query, headers, body }) => `${path}?${query} ${JSON.stringify(headers)} ${body}`)
  return {
    ...running,
    pages,
    traps,
    model,
    collectionId,
    thoughtId: thought.id,
    queries: search.queries,
    show: ({ id, snippet = 'A page on tools.' }) => {
      current = { title: `Honest ${id} – Pages`, url: `${origin}/${id}`, snippet }
      return current
    },
    trapped: () => [...evil.requests, ...inside.requests].map(({ path, query }) => `${path}?${query}`),
    opened: () => site.requests.map(({ path, query }) => (query.size === 0 ? path : `${path}?${query}`)),
    lookedUp: () => names.filter((name) => name !== HOST),
    leaks() {
      const all = [
        ...[site, search, evil, inside].flatMap((server) => requestLines(server).map((text) => ({ place: server.origin, text }))),
        ...names.map((text) => ({ place: 'a look-up', text })),
        ...model.requests.map(({ body }) => ({ place: 'the model', text: JSON.stringify(body) })),
      ]
      // What was looked at before is not looked at again: there are thousands in the end.
      const fresh = all.filter(({ place, text }) => !seen.has(`${place} ${text}`))
      for (const { place, text } of fresh) seen.add(`${place} ${text}`)
      found.push(...findLeaks(fresh, secrets))
      return found
    },
    facts: async () => (await window.call('list-collected-items', { id: collectionId })).items,
    closeServers: async () => {
      await Promise.all([site, search, evil, inside, model].map((server) => server.close()))
    },
  }
}

const seed = `<html><head><title>Three tools</title></head><body><h1>Three tools</h1><ul>${['Adze', 'Burin', 'Chisel']
  .map((name) => `<li><a href="https://${name.toLowerCase()}.example/">${name}</a>: a tool that was made in a small town by the sea.</li>`)
  .join('')}</ul></body></html>`

import type { EgressEntry, SearchEngineId, StoredSearchEngine } from '../../../shared/contract/network'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import { maySee, type Viewer } from '../../core/privacy/viewer'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import { readUrl } from '../../core/web/address-rules'
import { searchEngines } from '../../core/web/engines/all-engines'
import type { ItemLookup } from '../items/item-commands'
import { type EgressStore, KEPT_DAYS, type StoredEgress } from './egress-store'
import type { SearchEngineStore } from './search-engine-store'
import type { SessionWeb } from './session-web'

export interface NetworkCommandDeps extends ItemLookup {
  write: UnitOfWork['write']
  settings: SettingsStore
  searchEngines: SearchEngineStore
  egress: EgressStore
  web: Pick<SessionWeb, 'engineWith'>
}

type NetworkCommands = Pick<Handlers, 'list-egress' | 'list-search-engines' | 'save-search-engine' | 'test-search-engine'>

const PAGE = 50
/** A trial is for a person who waits. */
const TRIAL_MS = 20_000
/** Says nothing about the person, and every engine knows it. */
const TRIAL_QUERY = 'Wikipedia'

function describe(session: NetworkCommandDeps, engine: (typeof searchEngines)[number]): StoredSearchEngine {
  const hasApiKey = session.searchEngines.hasKey(engine.id)
  const address = session.searchEngines.addressOf(engine.id)
  const ready = engine.needs === 'nothing' || (engine.needs === 'key' ? hasApiKey : address !== '')
  return { ...engine, hasApiKey, address, ready }
}

function requireEngine(id: SearchEngineId): (typeof searchEngines)[number] {
  const engine = searchEngines.find((one) => one.id === id)
  if (!engine) throw new AppError('NOT_FOUND', 'There is no such search engine. Choose one from the list.')
  return engine
}

/** The address of a person's own server. It may be on this computer; that is what the exemption from the address rules is for. */
function tidyAddress(text: string): string {
  const typed = text.trim().replace(/\/+$/, '')
  if (typed === '') return ''
  const url = readUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `http://${typed}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new AppError('BAD_INPUT', 'This is not the address of a server. Write it like http://127.0.0.1:8888.')
  if (url.username !== '' || url.password !== '' || url.search !== '')
    throw new AppError('BAD_INPUT', 'The address holds more than a server and a path. Write it like http://127.0.0.1:8888.')
  return url.href.replace(/\/+$/, '')
}

/** A key as it is sent: without the spaces and line breaks that come along when it is copied. */
function tidyKey(text: string): string {
  const key = text.trim()
  if (/[^\x21-\x7e]/.test(key))
    throw new AppError(
      'BAD_INPUT',
      'The key holds a character that no key has, such as a space. Copy it again, without anything around it.',
    )
  return key
}

export function networkCommands(s: NetworkCommandDeps): NetworkCommands {
  /** What an engine has, with what is typed instead. */
  function merged(s: NetworkCommandDeps, id: SearchEngineId, input: { apiKey?: string | undefined; address?: string | undefined }) {
    const stored = s.searchEngines.find(id)
    return {
      apiKey: input.apiKey === undefined ? stored.apiKey : tidyKey(input.apiKey),
      address: input.address === undefined ? stored.address : tidyAddress(input.address),
    }
  }

  return {
    'list-egress': ({ limit = PAGE, before, ...filter }, caller) => {
      const found = s.egress.list(filter, before, limit + 1)
      const entries = found.slice(0, limit)
      return {
        entries: entries.map((entry) => withItems(s, entry, caller.viewer)),
        more: found.length > limit,
        sums: s.egress.sums(filter),
        hosts: s.egress.hosts(),
        days: s.egress.days(),
        kinds: s.egress.kinds(),
        keptDays: KEPT_DAYS,
      }
    },

    'list-search-engines': () => {
      return { engines: searchEngines.map((engine) => describe(s, engine)), used: s.settings.read().searchEngine }
    },

    'save-search-engine': ({ id, use, ...input }) => {
      const engine = requireEngine(id)
      const next = merged(s, id, input)
      if (engine.needs !== 'address' && next.address !== '')
        throw new AppError('BAD_INPUT', `${engine.name} has an address of its own. Give only its key.`)
      const isReady = engine.needs === 'nothing' || (engine.needs === 'key' ? next.apiKey !== '' : next.address !== '')
      if (use && !isReady)
        throw new AppError(
          'BAD_INPUT',
          `${engine.name} needs ${engine.needs === 'key' ? 'a key' : 'an address'} first. Enter it, then save.`,
        )
      const settings = s.settings.read()
      s.write((tx) => {
        if (input.apiKey !== undefined || input.address !== undefined) s.searchEngines.save(id, next)
        // An engine that has lost what it needs would only fail.
        const used = use ? id : settings.searchEngine === id && !isReady ? 'duckduckgo' : settings.searchEngine
        if (used !== settings.searchEngine) s.settings.write({ ...settings, searchEngine: used })
        tx.emit('settings-changed', {})
      })
      return describe(s, engine)
    },

    'test-search-engine': async ({ id, ...input }) => {
      const { name } = requireEngine(id)
      const signal = AbortSignal.timeout(TRIAL_MS)
      try {
        const outcome = await s.web
          .engineWith(id, merged(s, id, input))
          .search(TRIAL_QUERY, { limit: 5, signal, purpose: { kind: 'test' } })
        if (outcome.outcome === 'nothing')
          return { ok: false, lines: [{ ok: false, text: `${name} answers, but found nothing for “${TRIAL_QUERY}”.` }] }
        const [first] = outcome.results
        const count = outcome.results.length === 1 ? 'one page' : `${outcome.results.length} pages`
        return {
          ok: true,
          lines: [
            { ok: true, text: `${name} answers and found ${count} for “${TRIAL_QUERY}”.` },
            { ok: true, text: `The first is “${(first?.title ?? '').slice(0, 120)}” on ${hostOf(first?.url ?? '')}.` },
          ],
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'CANCELLED')
          return { ok: false, lines: [{ ok: false, text: `${name} did not answer within ${TRIAL_MS / 1000} s. Try again later.` }] }
        if (error.code === 'BAD_INPUT') throw error
        return { ok: false, lines: [{ ok: false, text: error.message }] }
      }
    },
  }
}

/** With the titles of the thoughts that are still there; programs do not see those that stay here. */
function withItems(session: NetworkCommandDeps, { itemIds, ...entry }: StoredEgress, viewer: Viewer): EgressEntry {
  const items = itemIds.flatMap((id) => {
    const item = session.items.find(id)
    return item === null || item === undefined || !maySee(viewer, item) ? [] : [{ id, title: item.title }]
  })
  return { ...entry, items }
}

function hostOf(url: string): string {
  return readUrl(url)?.hostname ?? url
}

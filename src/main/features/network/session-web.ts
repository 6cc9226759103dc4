import { join } from 'node:path'
import type { EgressKind, SearchEngineId } from '../../../shared/contract/network'
import type { JobScope } from '../../core/jobs/job-scope'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import { bareHost, readUrl } from '../../core/web/address-rules'
import type { EgressEnd, EgressLedger, EgressPurpose } from '../../core/web/egress-ledger'
import { createAllEngines, type EngineSecrets } from '../../core/web/engines/all-engines'
import type { SearchEngine, SearchOptions, SearchOutcome } from '../../core/web/engines/search-engine'
import { createGuardedFetch, type GuardedFetch, type WebLimits } from '../../core/web/guarded-fetch'
import type { Resolve } from '../../core/web/guarded-request'
import type { ReadPage } from '../../core/web/page-messages'
import { createPageReader } from '../../core/web/page-reader'
import { localDay } from '../models/model-budget'
import type { WatchedEndpointDeps } from '../models/watched-endpoint'
import type { EgressStore } from './egress-store'
import type { SearchEngineStore } from './search-engine-store'

/** For tests only; nothing in the settings or the contract reaches it. */
export interface WebFixtures {
  /** Origins, such as `http://127.0.0.1:4000`, that the address rules do not hold for. */
  exemptOrigins?: readonly string[]
  /** Other addresses of the search services. */
  searchBases?: Partial<Record<SearchEngineId, string>>
  resolve?: Resolve
  limits?: Partial<WebLimits>
}

export interface SessionWebDeps {
  egress: EgressStore
  searchEngines: SearchEngineStore
  settings: SettingsStore
  write: UnitOfWork['write']
  now: () => number
  elapsed: () => number
  scope: JobScope
  workerDir: string
  appVersion: string
  web: WebFixtures
  onFault: (where: string, error: unknown) => void
}

/** A page as it was fetched and read. */
export interface FetchedPage extends ReadPage {
  /** Where the redirects ended. */
  url: string
}

export type SessionWeb = ReturnType<typeof createSessionWeb>

/** The web, as an open vault reaches it: everything is judged, limited, and written in the ledger. */
export function createSessionWeb(deps: SessionWebDeps) {
  const { egress, searchEngines, settings, write, scope } = deps
  let closed = false
  const isLocalOnly = () => settings.read().localOnly

  const ledger: EgressLedger = {
    begin({ at, ...start }) {
      const id = write(() => egress.add({ at, day: localDay(at), ...start }))
      return (end) => {
        if (closed) return
        try {
          write(() => egress.end(id, end))
        } catch (error) {
          // What was answered is there; its line stays without an end.
          deps.onFault('egress', error)
        }
      }
    },
  }
  const fetch: GuardedFetch = createGuardedFetch({ ledger, isLocalOnly, ...deps, ...deps.web })
  const reader = createPageReader({ workerFile: join(deps.workerDir, 'page-reader-worker.js') })
  const engineFor = createAllEngines({
    fetch,
    readPage: reader.readDuckDuckGo,
    ...(deps.web.searchBases ? { bases: deps.web.searchBases } : {}),
  })

  /** In the name of the job that runs. */
  function purposeFor(kind: EgressKind, given: Partial<EgressPurpose> = {}): EgressPurpose {
    return { kind, ...scope.current(), ...given }
  }
  /** The engine that is chosen, with what it was given. */
  function engineInForce(): SearchEngine {
    const id = settings.read().searchEngine
    return engineFor(id, searchEngines.find(id))
  }

  /** What model servers on other computers are sent. Bytes are those of the texts; the request around them is some hundred more. */
  const watch: WatchedEndpointDeps = {
    isLocalOnly,
    record(call) {
      addEnded(call.endpoint, 'POST', call.startedAt, purposeFor('model'), {
        status: call.errorCode === null ? 200 : null,
        bytesOut: Buffer.byteLength(call.prompt),
        bytesIn: Buffer.byteLength(call.reply) + Buffer.byteLength(call.reasoning),
        durationMs: Math.round(call.durationMs),
        failure: call.errorCode,
        reason: null,
      })
    },
    recordTrial(baseUrl) {
      const nothing = { status: null, bytesOut: 0, bytesIn: 0, durationMs: 0, failure: null, reason: null }
      addEnded(baseUrl, 'GET', deps.now(), purposeFor('test'), nothing)
    },
  }
  function addEnded(address: string, method: string, at: number, purpose: EgressPurpose, end: EgressEnd): void {
    const url = readUrl(address)
    if (closed || url === null) return
    write(() => egress.end(egress.add({ at, day: localDay(at), host: bareHost(url), path: url.pathname, method, ...purpose }), end))
  }

  return {
    /** The guarded fetch itself, for pictures and the like. */
    fetch,
    purposeFor,
    isLocalOnly,
    /** Fetches a public page and reads it. Errors: WEB_*, PAGE_UNREADABLE; CANCELLED for an aborted signal. */
    async readPage(url: string, { signal, purpose }: { signal: AbortSignal; purpose?: Partial<EgressPurpose> }): Promise<FetchedPage> {
      const answer = await fetch(url, { signal, purpose: purposeFor('page', purpose) })
      const { type, charset } = answer.contentType
      const page = await reader.read({ bytes: answer.bytes, type, charset, url: answer.url }, signal)
      return { ...page, url: answer.url }
    },
    /** Which engine `search` asks at this moment. */
    searchEngine: () => settings.read().searchEngine,
    /** Asks the chosen search engine. Errors: SEARCH_*, WEB_*; CANCELLED for an aborted signal. */
    search: (query: string, options: SearchOptions): Promise<SearchOutcome> =>
      engineInForce().search(query, { ...options, purpose: purposeFor('search', options.purpose) }),
    /** An engine as it would be with what is typed. */
    engineWith: (id: SearchEngineId, secrets: EngineSecrets): SearchEngine => engineFor(id, secrets),
    watch,
    async close(): Promise<void> {
      closed = true
      await reader.close()
    },
  }
}

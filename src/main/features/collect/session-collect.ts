import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import type { OpenPageCamera } from '../../../shared/page-camera'
import type { BlobStore } from '../../core/crypto/blob-store'
import { RetryLater } from '../../core/queue/job-rules'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import { blockReason, readUrl } from '../../core/web/address-rules'
import { searchEngines } from '../../core/web/engines/all-engines'
import type { SearchEngineStore } from '../network/search-engine-store'
import type { SessionWeb, WebFixtures } from '../network/session-web'
import type { CollectDeps, RunControl } from './collect'
import { type CollectEngines, createCollectModel, NO_MODEL } from './collect-model'
import { createCollectPictures } from './collect-pictures'
import type { CollectProposalStore } from './collect-proposal-store'
import type { ExtractPort, SearchPort } from './ports'

export interface SessionCollectDeps extends Pick<CollectDeps, 'collections' | 'collectRuns' | 'jobs'> {
  settings: SettingsStore
  searchEngines: Pick<SearchEngineStore, 'hasKey' | 'addressOf'>
  collectProposals: CollectProposalStore
  engines: CollectEngines
  sessionWeb: SessionWeb
  /** For tests only. */
  web: WebFixtures
  blobs: BlobStore
  openCamera: OpenPageCamera | undefined
  publish: CollectDeps['publish']
  write: UnitOfWork['write']
  now: () => number
  newId: () => string
  onFault: (where: string, error: unknown) => void
}

const LOCAL_ONLY = '“Local only” is on, and Collect works on the web. Switch it off in Settings, Network'
const NOT_STARTED = `${LOCAL_ONLY}, then start again.`
const WAITS = `${LOCAL_ONLY}.`
/** A run that waits for a setting looks again by itself after so long; a change of settings has it look at once. */
const LOOK_AGAIN_MS = 3600_000

/** Collect as an open vault does it: its ports to the web, the models and the camera. */
export function createSessionCollect(deps: SessionCollectDeps) {
  const { settings, engines, sessionWeb: web } = deps
  const exempt = new Set(deps.web.exemptOrigins ?? [])

  /** “Local only” that is switched on in the middle has the run wait; it does not make each page a failure. */
  async function unlessLocal<T>(control: RunControl, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof AppError && error.code === 'WEB_LOCAL_ONLY')
        control.pause(new RetryLater(LOOK_AGAIN_MS, WAITS, error.code, error))
      throw error
    }
  }

  function searchPort(control: RunControl): SearchPort {
    const id = web.searchEngine()
    return {
      providerName: searchEngines.find((engine) => engine.id === id)?.name ?? id,
      search: (query, { limit, signal }) =>
        unlessLocal(control, async () => {
          const found = await web.search(query, { limit, signal })
          if (found.outcome === 'nothing') return []
          return found.results.map(({ title, url, snippet, score, publishedAt }) => ({
            title,
            url,
            snippet,
            score,
            ...(publishedAt === null ? {} : { publishedDate: publishedAt }),
          }))
        }),
    }
  }

  function extractPort(control: RunControl): ExtractPort {
    return {
      extract: (url, { signal }) =>
        unlessLocal(control, async () => {
          try {
            const page = await web.readPage(url, { signal })
            return { url: page.url, text: page.markdown, ...(page.image === null ? {} : { image: { url: page.image } }) }
          } catch (error) {
            if (error instanceof AppError && error.code === 'WEB_BLOCKED_ADDRESS')
              throw Object.assign(new Error(error.message), { kind: 'blocked' })
            throw error
          }
        }),
    }
  }

  const removeBlobs = (blobIds: readonly string[]): void => {
    for (const id of blobIds) void deps.blobs.remove(id).catch((error: unknown) => deps.onFault('blob-remove', error))
  }

  const jobDeps: CollectDeps = {
    collections: deps.collections,
    collectRuns: deps.collectRuns,
    collectProposals: deps.collectProposals,
    jobs: deps.jobs,
    publish: deps.publish,
    now: deps.now,
    write: deps.write,
    removeBlobs,
    openCollectPorts(run, context, control) {
      if (web.isLocalOnly()) throw new RetryLater(LOOK_AGAIN_MS, WAITS, 'WEB_LOCAL_ONLY')
      const model = createCollectModel({ engines, settings, watch: web.watch, now: deps.now }, context, control)
      const camera = run.config.capture_screenshots ? deps.openCamera?.() : undefined
      return {
        search: searchPort(control),
        extract: extractPort(control),
        ...(camera === undefined
          ? {}
          : { screenshots: createCollectPictures({ ...deps, web, camera, proposals: deps.collectProposals }, context, run.id) }),
        model,
        isBlockedUrl(address) {
          const url = readUrl(address)
          return url === null || blockReason(url, exempt) !== null
        },
        now: deps.now,
        sleep: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
        makeMark: () => randomBytes(9).toString('hex'),
        async close() {
          camera?.close()
        },
      }
    },
  }

  return {
    jobDeps,
    removeBlobs,
    /** Why no run can be started now, as a sentence; null when one can. */
    hindrance(): string | null {
      if (web.isLocalOnly()) return NOT_STARTED
      if (engines.roles.text('thinker') === null) return NO_MODEL
      const engine = searchEngines.find(({ id }) => id === web.searchEngine())
      const isReady =
        engine === undefined ||
        engine.needs === 'nothing' ||
        (engine.needs === 'key' ? deps.searchEngines.hasKey(engine.id) : deps.searchEngines.addressOf(engine.id) !== '')
      return isReady
        ? null
        : `${engine.name} is chosen for searches and has no ${engine.needs}. Give it one in Settings, Network, or choose another.`
    },
  }
}

export type SessionCollect = ReturnType<typeof createSessionCollect>

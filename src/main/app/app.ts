import { randomInt } from 'node:crypto'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import type { Endpoint } from '../../shared/client'
import type { EventPayload } from '../../shared/contract/events'
import type { VaultStatus } from '../../shared/contract/vault'
import { AppError } from '../../shared/errors'
import type { OpenHttpHost } from '../../shared/http-access'
import type { OpenPageCamera } from '../../shared/page-camera'
import { type Caller, createDispatcher } from '../core/commands/dispatch'
import type { KdfParameters, RunKdf } from '../core/crypto/kdf-parameters'
import { createKdfRunner } from '../core/crypto/kdf-runner'
import { createKeyRing, type VaultKeys } from '../core/crypto/key-ring'
import { createUnlockThrottle } from '../core/crypto/unlock-throttle'
import { isDamage } from '../core/db/damage'
import { takeOwnership } from '../core/files/owner-lock'
import { type BuiltinEmbedder, createBuiltinEmbedder } from '../core/llm/builtin-embedder'
import { createEventHub } from '../core/queue/event-hub'
import { createBuiltinVoice } from '../core/speech/builtin-voice'
import { createHttpApi } from '../features/api-access/http-api'
import type { WebFixtures } from '../features/network/session-web'
import { createSystemZone } from '../features/schedules/system-zone'
import { createIdleLock } from './idle-lock'
import { openSession } from './open-session'
import { damagedVault } from './open-vault'
import { createProgramEvents } from './program-events'
import type { Session } from './session'
import { vaultCommands } from './vault-commands'
import { vaultHandlers } from './vault-handlers'

/** Time a window has to save what is typed before a lock that nobody at it asked for. */
const SAVE_BEFORE_LOCK_MS = 600

export type LockReason = EventPayload<'vault-locked'>['reason']

export interface AppOptions {
  dataDir: string
  /** Folder of the built worker files. */
  workerDir: string
  runtime: VaultStatus['runtime']
  appVersion: string
  sqliteBinding?: string | undefined
  /** False where nobody sits in front of it, so that nobody could unlock it again. */
  autoLock?: boolean
  /** For tests only: cheap key derivation, an embedder that several apps share, another clock, another time zone. */
  kdfParameters?: KdfParameters
  runKdf?: RunKdf | undefined
  builtinEmbedder?: BuiltinEmbedder | undefined
  now?: () => number
  zone?: () => string
  /** Takes pictures of web pages; left out where there is no window. */
  openCamera?: OpenPageCamera
  /** Serves programs over HTTP once a person switches that on. */
  openHttpHost?: OpenHttpHost
  /** For tests only: sites and search services on this computer. Nothing else opens the address rules. */
  web?: WebFixtures
}

export interface App {
  /** What the window uses. */
  endpoint: Endpoint
  /** The same for programs: items that stay here are left out. */
  endpointFor(host: Caller['host']): Endpoint
  lock(reason: LockReason): Promise<void>
  /** The computer was asleep, or its clock was set: what is due by now starts now, and what was away is looked at. */
  lookAtClock(): void
  /** Locks, and gives the data folder free. */
  close(): Promise<void>
  /** For tests and a clean end: resolves when the queue has nothing to do. */
  whenIdle(): Promise<void>
}

/**
 * The whole program without a host. Owns the data folder until closed; throws VAULT_IN_USE when another process does.
 * The only file that knows every module.
 */
export function createApp(options: AppOptions): App {
  const now = options.now ?? Date.now
  const newId = () => uuidv7()
  makeDataFolder(options.dataDir)
  const ownership = takeOwnership(options.dataDir, options.sqliteBinding)
  const report = (where: string, error: unknown) => {
    const kind = error instanceof AppError ? error.code : error instanceof Error ? error.name : typeof error
    process.stderr.write(`cortexa: fault in ${where}: ${kind}\n`)
  }
  const hub = createEventHub((error) => report('event-listener', error))
  const keyRing = createKeyRing({
    dataDir: options.dataDir,
    runKdf: options.runKdf ?? createKdfRunner({ workerFile: join(options.workerDir, 'kdf-worker.js') }),
    now,
    ...(options.kdfParameters ? { kdfParameters: options.kdfParameters } : {}),
  })
  const throttle = createUnlockThrottle({ dataDir: options.dataDir, now })
  const builtinEmbedder = options.builtinEmbedder ?? createBuiltinEmbedder({ workerFile: join(options.workerDir, 'embedding-worker.js') })
  const voice = createBuiltinVoice({ workerFile: join(options.workerDir, 'voice-worker.js') })

  let session: Session | null = null
  let handlers: ReturnType<typeof vaultHandlers> | null = null
  let locking: Promise<void> | null = null

  const sessionDeps = {
    dataDir: options.dataDir,
    workerDir: options.workerDir,
    appVersion: options.appVersion,
    web: options.web ?? {},
    sqliteBinding: options.sqliteBinding,
    openCamera: options.openCamera,
    now,
    zone: options.zone ?? createSystemZone(),
    newId,
    builtinEmbedder,
    voice,
    publish: (event: Parameters<typeof hub.publish>[0]) => {
      hub.publish(event)
    },
    onFault: report,
  }

  async function open(keys: VaultKeys): Promise<Session> {
    await locking
    if (session) {
      keys.wipe()
      return session
    }
    try {
      session = await openSession(keys, sessionDeps)
    } catch (error) {
      keys.wipe()
      throw error
    }
    handlers = vaultHandlers(session, api)
    idle.touch()
    api.unlocked(session)
    if (session.warning?.code !== 'VAULT_DAMAGED') session.telegramHost.start()
    hub.publish({ type: 'vault-unlocked', seq: null, at: now(), payload: {} })
    return session
  }

  let announced: Promise<void> | null = null
  /** The person at the window saved before asking for the lock; in every other case the window gets a moment to do so. */
  async function announceLock(reason: Exclude<LockReason, 'person'>): Promise<void> {
    hub.publish({ type: 'vault-locking', seq: null, at: now(), payload: { reason } })
    await delay(SAVE_BEFORE_LOCK_MS)
  }

  async function lock(reason: LockReason): Promise<void> {
    if (session && !locking && reason !== 'person' && options.runtime.host === 'electron') {
      announced ??= announceLock(reason).finally(() => {
        announced = null
      })
      await announced
    }
    return lockNow(reason)
  }

  function lockNow(reason: LockReason): Promise<void> {
    if (!session) return locking ?? Promise.resolve()
    const closing = session
    locking ??= (async () => {
      try {
        await closing.close()
      } finally {
        session = null
        handlers = null
        locking = null
        await Promise.allSettled([builtinEmbedder.close(), voice.close()])
        hub.publish({ type: 'vault-locked', seq: null, at: now(), payload: { reason } })
      }
    })()
    return locking
  }

  const idle = createIdleLock({
    now,
    minutes: () => (options.autoLock === false || !session || locking ? null : session.settings.read().autoLockMinutes),
    lock: () => void lock('idle').catch((error: unknown) => report('idle-lock', error)),
  })

  const api = createHttpApi({
    ...options,
    open: options.openHttpHost ?? null,
    endpoint: endpointFor('http'),
    assistants: endpointFor('mcp'),
    session: () => (locking ? null : session),
    now,
    publish: hub.publish,
    onFault: report,
  })

  const dispatch = createDispatcher({
    openHandlers: () => (locking ? null : handlers),
    onFault: report,
    isDamage,
    onDamage() {
      session?.markDamaged()
      return damagedVault.message
    },
    handlers: vaultCommands({
      keyRing,
      throttle,
      open,
      lock,
      session: () => (locking ? null : session),
      idle,
      runtime: options.runtime,
      appVersion: options.appVersion,
      dataDir: options.dataDir,
      randomInt: (bound) => randomInt(bound),
    }),
  })

  function endpointFor(host: Caller['host']): Endpoint {
    return {
      async invoke(name, input) {
        const result = await dispatch(name, input, { host })
        if (host !== 'window') idle.touch()
        return result
      },
      subscribe(listener, afterSeq) {
        // Kept events first, then live ones, none twice: nothing can be published between these two steps.
        let seen = afterSeq ?? Number.MAX_SAFE_INTEGER
        const mayShow = host === 'window' ? () => true : createProgramEvents((id) => session?.items.staysHere(id) ?? null)
        if (afterSeq !== undefined && session && !locking) {
          for (;;) {
            const page = session.events.after(seen, 500)
            for (const event of page) {
              if (mayShow(event)) listener(event)
              seen = event.seq ?? seen
            }
            if (page.length < 500) break
          }
        }
        return hub.listen((event) => {
          if (event.seq !== null && afterSeq !== undefined && event.seq <= seen) return
          if (mayShow(event)) listener(event)
        })
      },
    }
  }

  return {
    endpoint: endpointFor('window'),
    endpointFor,
    lock,
    lookAtClock() {
      if (locking || session?.warning?.code === 'VAULT_DAMAGED') return
      session?.scheduler.look()
      session?.tryWaiting()
    },
    async close() {
      idle.stop()
      await api.close()
      await lock('quit')
      ownership.release()
    },
    async whenIdle() {
      await session?.workers.idle()
    },
  }
}

function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (cause) {
    throw new AppError(
      'FOLDER_NOT_WRITABLE',
      `Cortexa cannot write into ${dataDir}. Choose another folder with --data, or allow writing there.`,
      { cause },
    )
  }
}

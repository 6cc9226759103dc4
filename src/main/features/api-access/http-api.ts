import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '../../../shared/client'
import type { AppEvent } from '../../../shared/contract/events'
import type { ApiToken, HttpApiState } from '../../../shared/contract/http-api'
import type { HttpHost, OpenHttpHost } from '../../../shared/http-access'
import { DAY_MS } from '../../../shared/timing'
import { fileCode, replaceFile } from '../../core/files/private-files'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { ApiTokenStore, StoredApiToken } from './api-token-store'
import { createHttpApiAccess } from './http-api-access'

/** What the API of an open vault is kept in. */
export interface ApiVault {
  settings: SettingsStore
  apiTokens: ApiTokenStore
  write: UnitOfWork['write']
}

/** Where programs of the same person find the port: readable for nobody else, and only there while it listens. */
export const PORT_FILE = 'http-api.json'
const FLAG = 'http-api'
/** The last use of a token is written at most so often: a vault must not grow by being read. */
const WRITE_USE_MS = 600_000
/** What was revoked or has expired is shown for so long. */
const KEEP_ENDED_MS = 30 * DAY_MS

const Switch = z.object({ enabled: z.boolean(), port: z.number().int().nullable() })
type Switch = z.infer<typeof Switch>

export interface HttpApiDeps {
  dataDir: string
  appVersion: string
  /** Null where there is no HTTP host, as in most tests. */
  open: OpenHttpHost | null
  /** What programs are served. */
  endpoint: Endpoint
  /** What assistants are served. */
  assistants: Endpoint
  session: () => ApiVault | null
  now: () => number
  publish: (event: AppEvent) => void
  onFault: (where: string, error: unknown) => void
}

export type HttpApi = ReturnType<typeof createHttpApi>

function readSwitch(session: ApiVault): Switch {
  try {
    return Switch.parse(JSON.parse(session.settings.readFlag(FLAG) ?? 'null'))
  } catch {
    // Off unless it clearly says on.
    return { enabled: false, port: null }
  }
}

function problemOf(error: unknown, port: number | null): string {
  const code = fileCode(error)
  if (code === 'EADDRINUSE')
    return port === null
      ? 'No free port was found, so programs cannot connect. Close a program that uses many connections, or choose a port.'
      : `Port ${port} is taken by another program, so programs cannot connect. Choose another port, or close that program and try again.`
  if (code === 'EACCES') return `This computer does not allow port ${port ?? ''}, so programs cannot connect. Choose another port.`
  return `Programs cannot connect: listening failed (${code ?? 'INTERNAL'}). Choose another port, or switch it off and on again.`
}

/**
 * The HTTP API of an app: off until a person switches it on. The switch and the tokens are in the vault, so it starts at the first
 * unlock; after a lock it goes on listening, and whoever asks hears that the vault is locked.
 */
export function createHttpApi(deps: HttpApiDeps) {
  const { now } = deps
  const portFile = join(deps.dataDir, PORT_FILE)
  const lastUsed = new Map<string, number>()
  const tokens = createHttpApiAccess({ now, used: noteUse })
  let listening: { host: HttpHost; chosen: number | null; since: number } | null = null
  let problem: string | null = null
  let closed = false
  let turn: Promise<unknown> = Promise.resolve()

  removePortFile()

  function removePortFile(): void {
    rmSync(portFile, { force: true })
  }

  function announce(): void {
    deps.publish({ type: 'http-api-changed', seq: null, at: now(), payload: {} })
  }

  function noteUse(id: string, at: number): void {
    lastUsed.set(id, at)
    const session = deps.session()
    const stored = session?.apiTokens.find(id)
    if (!session || !stored || at - (stored.lastUsedAt ?? 0) < WRITE_USE_MS) return
    try {
      session.write(() => session.apiTokens.setUsed(id, at))
    } catch (error) {
      // A full disk must not keep a program from reading.
      deps.onFault('http-api-use', error)
    }
  }

  async function stop(): Promise<void> {
    const before = listening
    listening = null
    if (!before) return
    removePortFile()
    await before.host.close()
  }

  async function start(chosen: number | null): Promise<void> {
    if (!deps.open) {
      problem = 'This program cannot serve HTTP. Start the Cortexa app, or cortexa serve.'
      return
    }
    try {
      const { endpoint, assistants, appVersion } = deps
      const host = await deps.open({ endpoint, assistants, port: chosen ?? 0, access: tokens.access, appVersion })
      listening = { host, chosen, since: now() }
      problem = null
      await replaceFile(portFile, Buffer.from(`${JSON.stringify({ url: host.url, port: host.port, pid: process.pid })}\n`))
    } catch (error) {
      await stop()
      problem = problemOf(error, chosen)
    }
  }

  /** Brings the listener to what the switch says. One change after another. */
  function apply(): Promise<void> {
    const next = turn.then(async () => {
      const session = deps.session()
      if (!session || closed) return
      const wanted = readSwitch(session)
      if (listening && wanted.enabled && listening.chosen === wanted.port) return
      await stop()
      problem = null
      if (wanted.enabled) await start(wanted.port)
      announce()
    })
    turn = next.catch((error: unknown) => deps.onFault('http-api', error))
    return next
  }

  function takeTokens(session: ApiVault): void {
    for (const id of tokens.take(session.apiTokens.list())) listening?.host.cut(id)
  }

  return {
    /** The vault was opened. Does not wait for the port. */
    unlocked(session: ApiVault): void {
      try {
        session.write(() => session.apiTokens.forgetEnded(now() - KEEP_ENDED_MS))
      } catch (error) {
        // A damaged vault is shown, not worked on.
        deps.onFault('http-api', error)
      }
      takeTokens(session)
      void apply()
    },

    state(session: ApiVault): HttpApiState {
      const { enabled, port } = readSwitch(session)
      return {
        enabled,
        port,
        problem,
        listening: listening && {
          url: listening.host.url,
          port: listening.host.port,
          addresses: [...listening.host.addresses],
          since: listening.since,
        },
      }
    },

    /** Changes the switch or the port and resolves once that is so, or cannot be. */
    async change(session: ApiVault, change: Partial<Switch>): Promise<void> {
      const next = { ...readSwitch(session), ...change }
      session.write(() => session.settings.writeFlag(FLAG, JSON.stringify(next)))
      await apply()
    },

    /** After a write to the tokens: from now on these are in force, and what another one follows ends. */
    tokensChanged(session: ApiVault): void {
      takeTokens(session)
      announce()
    },

    /** As a person sees it, with the last use that is not yet written. */
    describe({ digest: _, ...token }: StoredApiToken): ApiToken {
      const used = Math.max(token.lastUsedAt ?? 0, lastUsed.get(token.id) ?? 0)
      return { ...token, lastUsedAt: used === 0 ? null : used }
    },

    /** Stops listening for good. */
    async close(): Promise<void> {
      closed = true
      await turn
      await stop()
    },
  }
}

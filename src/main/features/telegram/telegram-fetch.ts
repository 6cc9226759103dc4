import { HOUR_MS } from '../../../shared/timing'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { EgressEnd, EgressLedger } from '../../core/web/egress-ledger'
import { createGuardedFetch } from '../../core/web/guarded-fetch'
import { localDay } from '../models/model-budget'
import type { EgressStore } from '../network/egress-store'
import type { WebFixtures } from '../network/session-web'
import { type BotFetch, POLL_SECONDS, TELEGRAM_ADDRESS } from './bot-api'

export interface TelegramFetchDeps {
  vault: { egress: EgressStore; settings: SettingsStore; write: UnitOfWork['write']; now: () => number }
  appVersion: string
  web: WebFixtures
  onFault: (where: string, error: unknown) => void
}

/** A poll, and the largest file with some room for what is around it. */
const limits = { maxBytes: 21 * 1024 * 1024, totalMs: (POLL_SECONDS + 70) * 1000, maxRedirects: 0, perHost: 3, paceMs: 0 }

/** The way to the Bot API, or to a server of one's own in its place. Everything is in the ledger, without the token. */
export function createTelegramFetch(deps: TelegramFetchDeps, baseAddress: string): BotFetch {
  const { vault } = deps
  const base = new URL(baseAddress === '' ? TELEGRAM_ADDRESS : baseAddress)
  const fetch = createGuardedFetch({
    ledger: createPollLedger(vault, deps.onFault),
    isLocalOnly: () => vault.settings.read().localOnly,
    appVersion: deps.appVersion,
    now: vault.now,
    elapsed: () => performance.now(),
    ...(deps.web.resolve ? { resolve: deps.web.resolve } : {}),
    limits,
  })
  return async ({ path, body, signal }) => {
    const answer = await fetch(`${base.href.replace(/\/+$/, '')}${path}`, {
      purpose: { kind: 'telegram', jobId: null, jobType: null, itemIds: [] },
      signal,
      method: body === null ? 'GET' : 'POST',
      anyAnswer: true,
      paceMs: 0,
      ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
      ...(baseAddress === '' ? {} : { exemptOrigin: base.origin }),
    })
    return { status: answer.status, bytes: answer.bytes }
  }
}

/**
 * The ledger for the bot. The token is a part of each path and left out. Polls go on day and night: those of an hour that have the same end
 * are one line, with the bytes of all.
 */
function createPollLedger(
  { egress, write }: { egress: EgressStore; write: UnitOfWork['write'] },
  onFault: (where: string, error: unknown) => void,
): EgressLedger {
  let line: { id: number; hour: number; host: string; sum: EgressEnd } | null = null
  return {
    begin({ at, ...start }) {
      const path = start.path.replace(/\/bot[^/]+\//, '/bot…/')
      const hour = Math.floor(at / HOUR_MS)
      const isPoll = path.endsWith('/getUpdates')
      const shared = isPoll && line !== null && line.hour === hour && line.host === start.host ? line : null
      const id = shared?.id ?? write(() => egress.add({ at, day: localDay(at), ...start, path }))
      return (end) => {
        try {
          const isSame = shared !== null && shared.sum.status === end.status && shared.sum.failure === end.failure
          const sum = isSame
            ? {
                ...end,
                bytesOut: shared.sum.bytesOut + end.bytesOut,
                bytesIn: shared.sum.bytesIn + end.bytesIn,
                durationMs: shared.sum.durationMs + end.durationMs,
              }
            : end
          const endedId = shared === null || isSame ? id : write(() => egress.add({ at, day: localDay(at), ...start, path }))
          write(() => egress.end(endedId, sum))
          if (isPoll) line = { id: endedId, hour, host: start.host, sum }
        } catch (error) {
          onFault('egress', error)
        }
      }
    },
  }
}

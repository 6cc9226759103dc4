import { create } from 'zustand'
import type { JobType } from '../../shared/entities'
import { client } from '../base/client'
import { onEvent } from '../base/live-events'
import { reachedCeiling } from '../features/settings/ceilings'
import { tokensByType } from '../features/settings/usage-sums'

/** A ceiling of tokens that is used up: of one kind of work, or of all when `type` is null; until a moment. */
export interface ReachedLimit {
  type: JobType | null
  until: number
}

interface LimitBanner {
  limit: ReachedLimit | undefined
  /** The one the person has hidden; another kind, or another day, shows again. */
  hidden: ReachedLimit | undefined
}

const empty: LimitBanner = { limit: undefined, hidden: undefined }
export const useLimitBanner = create<LimitBanner>(() => empty)

let asked = 0

/** Looks whether a ceiling is reached, and keeps it as reached until `until`; without one, nothing is kept. */
export async function checkLimit(until: number): Promise<void> {
  asked += 1
  const turn = asked
  const [settings, usage] = await Promise.all([
    client.call('get-settings', {}).catch(() => undefined),
    client.call('get-usage', { days: 1 }).catch(() => undefined),
  ])
  if (turn !== asked || !settings || !usage) return
  // The built-in engines use no tokens, so no ceiling stops them.
  const usesTokens = settings.engine === 'endpoint' || settings.roles.embedder !== null
  const type = !usesTokens ? undefined : reachedCeiling(settings.ceilings, usage.tokensToday, tokensByType(usage.rows, usage.today))
  if (type === undefined) useLimitBanner.setState(empty)
  else useLimitBanner.setState({ limit: { type, until } })
}

export function hideLimit(): void {
  useLimitBanner.setState(({ limit }) => ({ hidden: limit }))
}

/** The limit to show now: none once it is hidden or its day is over. */
export function shownLimit({ limit, hidden }: LimitBanner, now: number): ReachedLimit | undefined {
  if (!limit || now >= limit.until) return undefined
  // A day's end may be told to the minute or to the second by what waits for it.
  if (hidden && hidden.type === limit.type && hidden.until > now) return undefined
  return limit
}

export function followLimit(): void {
  onEvent('usage-limit-reached', ({ until }) => void checkLimit(until))
  onEvent('settings-changed', () => {
    const { limit } = useLimitBanner.getState()
    if (limit) void checkLimit(limit.until)
  })
  onEvent('vault-locked', () => {
    asked += 1
    useLimitBanner.setState(empty, true)
  })
}

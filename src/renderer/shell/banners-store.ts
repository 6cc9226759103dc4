import { create } from 'zustand'
import { client } from '../base/client'
import { onEvent } from '../base/live-events'
import { checkLimit, followLimit } from './banners-limit'

interface Banners {
  /** How many jobs wait for a model server that does not answer. */
  waiting: number
  /** The number the person has hidden; the banner comes back when more wait. */
  hiddenAt: number
  runtimeHidden: boolean
  /** The server's refusal that a person has to mend before the waiting jobs can go on. */
  refused: string | null
}

export const useBanners = create<Banners>(() => ({ waiting: 0, hiddenAt: 0, runtimeHidden: false, refused: null }))

const refusals = new Set(['MODEL_KEY_REFUSED', 'MODEL_UNKNOWN', 'MODEL_QUOTA_USED_UP'])

/** Looks at what waits: how many jobs for a model server that does not answer, and whether any for a person or a ceiling of tokens. */
export async function loadWaiting(): Promise<void> {
  const page = await client.call('list-jobs', { status: 'pending', limit: 1 }).catch(() => undefined)
  if (!page) return
  const waiting = page.parked.reduce((sum, { code, count }) => (code === 'MODEL_UNREACHABLE' ? sum + count : sum), 0)
  const refused = page.parked.find(({ code }) => refusals.has(code))?.reason ?? null
  useBanners.setState((state) => ({ refused, waiting, hiddenAt: waiting === 0 ? 0 : state.hiddenAt }))
  // A window opened after the ceiling was reached has missed its event; the jobs that wait tell of it.
  const limited = page.parked.find(({ code }) => code === 'USAGE_CEILING')
  if (limited?.nextTryAt) void checkLimit(limited.nextTryAt)
}

/** Has what jobs wait for looked at now instead of in some minutes. */
export function tryWaitingJobs(): void {
  void client.call('try-waiting-jobs', {}).catch(() => undefined)
}

export function followBanners(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void loadWaiting()
    }, 500)
  }
  onEvent('job-retry-scheduled', later)
  onEvent('waiting-changed', later)
  for (const type of ['job-completed', 'job-cancelled', 'job-dead'] as const)
    onEvent(type, () => {
      if (useBanners.getState().waiting > 0 || useBanners.getState().refused !== null) later()
    })
  followLimit()
  onEvent('vault-locked', () => useBanners.setState({ waiting: 0, hiddenAt: 0, refused: null }))
}

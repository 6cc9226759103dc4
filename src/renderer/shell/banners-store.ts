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

/** Looks at what waits (the first 200 jobs): how many for a model server that does not answer, and whether any for a ceiling of tokens. */
export async function loadWaiting(): Promise<void> {
  const page = await client.call('list-jobs', { status: 'pending', limit: 200 }).catch(() => undefined)
  if (!page) return
  const waiting = page.jobs.filter((job) => job.errorCode === 'MODEL_UNREACHABLE').length
  const refused = page.jobs.find((job) => refusals.has(job.errorCode ?? ''))?.waitingFor ?? null
  useBanners.setState((state) => ({ refused, waiting, hiddenAt: waiting === 0 ? 0 : state.hiddenAt }))
  // A window opened after the ceiling was reached has missed its event; the jobs that wait tell of it.
  const limited = page.jobs.find((job) => job.errorCode === 'USAGE_CEILING')
  if (limited) void checkLimit(limited.nextRunAt)
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
  for (const type of ['job-completed', 'job-cancelled', 'job-dead'] as const)
    onEvent(type, () => {
      if (useBanners.getState().waiting > 0 || useBanners.getState().refused !== null) later()
    })
  followLimit()
  onEvent('vault-locked', () => useBanners.setState({ waiting: 0, hiddenAt: 0, refused: null }))
}

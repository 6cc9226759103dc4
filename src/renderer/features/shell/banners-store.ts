import { create } from 'zustand'
import { client } from '../../client'
import { onEvent } from '../../live-events'

interface Banners {
  /** How many jobs wait for a model server that does not answer. */
  waiting: number
  /** The number the person has hidden; the banner comes back when more wait. */
  hiddenAt: number
  runtimeHidden: boolean
}

export const useBanners = create<Banners>(() => ({ waiting: 0, hiddenAt: 0, runtimeHidden: false }))

/** Counts the waiting jobs whose last try found no model server (of the first 200 that wait). */
export async function loadWaiting(): Promise<void> {
  const page = await client.call('list-jobs', { status: 'pending', limit: 200 }).catch(() => undefined)
  if (!page) return
  const waiting = page.jobs.filter((job) => job.errorCode === 'MODEL_UNREACHABLE').length
  useBanners.setState((state) => ({ waiting, hiddenAt: waiting === 0 ? 0 : state.hiddenAt }))
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
      if (useBanners.getState().waiting > 0) later()
    })
  onEvent('vault-locked', () => useBanners.setState({ waiting: 0, hiddenAt: 0 }))
}

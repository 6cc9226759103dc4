import { afterAll } from 'vitest'
import type { AppOptions } from '../../src/main/app/app'
import type { ScheduleRule } from '../../src/shared/contract/schedules'
import { closeApps, PASSPHRASE, startApp, type TestApp } from './app'
import { type SearchFront, startSearchFront } from './fake-search/search-front'

/** Berlin is two hours ahead of UTC in summer. */
export const berlin = (local: string) => Date.parse(`${local}:00+02:00`)

export const daily: ScheduleRule = { every: 'day', time: '08:00' }
export const QUESTION = 'What is new about repair cafés?'

export interface ScheduleApp extends TestApp {
  clock: { now: number; zone: string }
  front: SearchFront
  /** Moves the clock to a moment, has the app look at it, and lets the queue run. */
  at(now: number): Promise<void>
  /** How many times the question was researched, counted by the jobs of it. */
  jobs(): Promise<number>
  /** The one schedule of a question. */
  schedule(): ReturnType<typeof only>
  again(options?: Partial<AppOptions>): Promise<ScheduleApp>
}

const only = async (app: TestApp) => {
  const { schedules } = await app.window.call('list-schedules', {})
  const found = schedules.find(({ kind }) => kind === 'research_question')
  if (!found) throw new Error('there is no schedule of a question')
  return found
}

const fronts: SearchFront[] = []
afterAll(async () => {
  await closeApps()
  for (const front of fronts.splice(0)) await front.close()
})

/** The app at a clock and in a zone that the test moves, with a search service that finds nothing, so that a run is over at once. */
export async function startAt(now: number, zone = 'Europe/Berlin'): Promise<ScheduleApp> {
  const front = await startSearchFront(() => [])
  fronts.push(front)
  return open({ now, zone }, front, {}, 'create-vault')
}

async function open(
  clock: ScheduleApp['clock'],
  front: SearchFront,
  options: Partial<AppOptions>,
  first: 'create-vault' | 'unlock-vault',
): Promise<ScheduleApp> {
  const web = { exemptOrigins: [front.origin], searchBases: { duckduckgo: front.origin, brave: front.origin }, limits: { paceMs: 0 } }
  const running = startApp({ now: () => clock.now, zone: () => clock.zone, autoLock: false, web, ...options })
  await running.window.call(first, { passphrase: PASSPHRASE })
  return {
    ...running,
    clock,
    front,
    async at(now) {
      clock.now = now
      running.app.lookAtClock()
      await running.app.whenIdle()
    },
    async jobs() {
      const { jobs } = await running.window.call('list-jobs', { type: 'research', limit: 200 })
      return jobs.length
    },
    schedule: () => only(running),
    again: (more = {}) => open(clock, front, { dataDir: running.dataDir, ...more }, 'unlock-vault'),
  }
}

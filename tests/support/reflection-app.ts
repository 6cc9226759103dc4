import { afterAll, afterEach } from 'vitest'
import type { AppOptions } from '../../src/main/app/app'
import type { Finding, Reflection } from '../../src/shared/contract/reflections'
import { closeApps, startWithVault, type TestApp } from './app'
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server'
import { chooseModelServer } from './model-server'

export const START = new Date(2025, 10, 1, 9).getTime()

export interface ReflectionApp extends TestApp {
  clock: { now: number }
  /** Undefined without a model. */
  model: FakeOpenAi
  write(title: string, body: string, options?: { private?: boolean }): Promise<string>
  /** Reflects and waits for the end. */
  reflect(since?: 'last' | 'week' | 'month' | 'everything'): Promise<Reflection>
  newest(): Promise<Reflection>
}

const servers: FakeOpenAi[] = []

/** To be called once in a test file. */
export function closeReflectionsAfterEach(): void {
  afterEach(closeApps)
  afterAll(async () => {
    for (const server of servers.splice(0)) await server.close()
  })
}

/** The program at a clock that the test moves, without schedules and summaries of their own, with a model server where `model` is given. */
export async function startReflectionApp(
  options: { model?: boolean; elsewhere?: boolean; app?: Partial<AppOptions> } = {},
): Promise<ReflectionApp> {
  const clock = { now: START }
  const running = await startWithVault({ now: () => clock.now, zone: () => 'Europe/Berlin', autoLock: false, ...options.app })
  const { window, app } = running
  await window.call('update-settings', { autoSummary: false })
  await window.call('pause-schedule', { id: 'reflection' })
  const model = await startFakeOpenAi()
  servers.push(model)
  if (options.model) {
    const baseUrl = options.elsewhere ? model.baseUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]') : model.baseUrl
    await chooseModelServer(window, { baseUrl, model: 'fake-model' })
  }
  const newest = async () => {
    const { reflection } = await window.call('get-reflection', {})
    if (!reflection) throw new Error('there is no reflection')
    return reflection
  }
  return {
    ...running,
    clock,
    model,
    newest,
    async write(title, body, more = {}) {
      clock.now += 60_000
      const { id } = await window.call('capture-item', { title, body, ...more })
      return id
    },
    async reflect(since) {
      clock.now += 60_000
      const { reflectionId } = await window.call('start-reflection', since === undefined ? {} : { since })
      await app.whenIdle()
      const { reflection } = await window.call('get-reflection', { id: reflectionId })
      if (!reflection) throw new Error('the reflection is gone')
      return reflection
    },
  }
}

export const ofKind = (reflection: Reflection, kind: Finding['kind']) => reflection.findings.filter((finding) => finding.kind === kind)

import type { CommandInput, CommandOutput } from '../../src/shared/contract'
import { startWithVault, type TestApp } from './app'
import { type FakeOpenAi, startFakeOpenAi } from './fake-openai-server'

export const DAY_MS = 86_400_000
export const noon = new Date(2025, 9, 3, 12, 0).getTime()
export const repair =
  'Nobody borrows a drill twice. What people run out of is nerve, not tools. So lend the nerve of somebody who has done it before.'
export const rice =
  'Rice tastes flat unless the water is salted before it boils. Ten grams for each litre are enough. Who has tried it with less?'

export interface BriefingApp extends TestApp {
  clock: { now: number }
  add(body: string, input?: { title?: string; tags?: string[]; private?: boolean }): Promise<string>
}

/** A vault at noon of one day, with a clock that the test moves. */
export async function startAtNoon(): Promise<BriefingApp> {
  const clock = { now: noon }
  const running = await startWithVault({ now: () => clock.now })
  await running.window.call('update-settings', { autoSummary: false })
  return { ...running, clock, add: async (body, input = {}) => (await running.window.call('capture-item', { body, ...input })).id }
}

/** Makes a briefing of many and waits until it is done. */
export async function briefingOf({ window, app }: TestApp, input: CommandInput<'brief-many'>) {
  const begun: CommandOutput<'brief-many'> = await window.call('brief-many', input)
  await app.whenIdle()
  const { briefing } = await window.call('get-briefing', { id: begun.briefingId })
  if (!briefing) throw new Error('no briefing')
  return { begun, briefing }
}

const servers: FakeOpenAi[] = []

/** A server on this computer under an address that is not known as one of it. */
export async function serverElsewhere(options: Parameters<typeof startFakeOpenAi>[0] = {}): Promise<FakeOpenAi> {
  const server = await startFakeOpenAi({ models: ['fake-model', 'tts-1'], speechRate: 8000, ...options })
  servers.push(server)
  return { ...server, baseUrl: server.baseUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]') }
}

export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close()
}

/** Has a speech server read aloud. */
export async function useVoice({ window }: TestApp, fake: FakeOpenAi): Promise<void> {
  const { id } = await window.call('save-endpoint', { name: 'Voice', baseUrl: fake.baseUrl })
  await window.call('update-settings', { roles: { voice: { endpointId: id, model: 'tts-1', voice: 'alloy' } } })
}

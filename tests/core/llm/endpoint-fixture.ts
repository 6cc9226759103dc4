import { afterEach, beforeEach } from 'vitest'
import { z } from 'zod'
import type { Capabilities } from '../../../src/main/core/llm/capability-ladder'
import type { ModelCallRecord, ModelEndpointSettings } from '../../../src/main/core/llm/model-call'
import { createModelEndpoint } from '../../../src/main/core/llm/model-endpoint'
import type { AppError } from '../../../src/shared/errors'
import { type FakeOpenAi, startFakeOpenAi } from '../../support/fake-openai-server'

/** A form small enough to read in a test. */
export const Note = z.object({ title: z.string().min(1), points: z.array(z.string()) })
export const noteReply = '{"title": "Bike", "points": ["cheap"]}'

/** A fake server and an endpoint that talks to it, fresh for every test of the file. */
export function withEndpoint() {
  const state = {
    server: undefined as unknown as FakeOpenAi,
    settings: undefined as unknown as ModelEndpointSettings,
    records: [] as ModelCallRecord[],
    ladder: new Map<string, Capabilities>(),
    endpoint: undefined as unknown as ReturnType<typeof createModelEndpoint>,
    context: () => ({ signal: new AbortController().signal, recordCall: (call: ModelCallRecord) => void state.records.push(call) }),
    ask: (prompt = 'Should I commute by bike?') =>
      state.endpoint.generate({ name: 'Write the answer', system: 'You are brief.', prompt }, state.context()),
    askNote: () =>
      state.endpoint.generate({ name: 'Write the note', system: 'You are brief.', prompt: 'Note on bikes', schema: Note }, state.context()),
  }
  beforeEach(async () => {
    state.server = await startFakeOpenAi()
    state.settings = {
      baseUrl: state.server.baseUrl,
      apiKey: '',
      model: 'fake-model',
      embeddingModel: 'fake-embedder',
      timeoutMs: 15_000,
      maxOutputTokens: 1_000,
    }
    state.records = []
    state.ladder = new Map()
    state.endpoint = createModelEndpoint({ settings: () => state.settings, ladder: state.ladder, now: Date.now })
  })
  afterEach(() => state.server.close())
  return state
}

/** The AppError that a call ends in. */
export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  try {
    await call
  } catch (error) {
    return error as AppError
  }
  throw new Error('the call should have failed')
}

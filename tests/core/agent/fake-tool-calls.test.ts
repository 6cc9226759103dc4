import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, streamText, tool } from 'ai'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type FakeOpenAi, startFakeOpenAi } from '../../support/fake-openai-server'
import { call, calls } from './loop-fixture'

let server: FakeOpenAi

beforeEach(async () => {
  server = await startFakeOpenAi()
})
afterEach(() => server.close())

/** The tool tests rest on this server, so an independent reader of the protocol checks it. */
describe('tool calls of the fake server', () => {
  const tools = { echo: tool({ inputSchema: z.object({ text: z.string() }), execute: async ({ text }) => text }) }
  const script = () => server.script(calls(call('echo', { text: 'a text longer than one piece' }, 'x'), call('echo', { text: 'two' }, 'y')))
  const expected = [
    { toolCallId: 'x', toolName: 'echo', input: { text: 'a text longer than one piece' } },
    { toolCallId: 'y', toolName: 'echo', input: { text: 'two' } },
  ]

  it('are read whole by the AI SDK', async () => {
    script()
    const model = createOpenAICompatible({ name: 'x', baseURL: server.baseUrl })('fake-model')
    const result = await generateText({ model, prompt: 'go', tools })
    expect(result.toolCalls).toMatchObject(expected)
    expect(result.finishReason).toBe('tool-calls')
  })

  it('are read as a stream by the AI SDK', async () => {
    script()
    const model = createOpenAICompatible({ name: 'x', baseURL: server.baseUrl })('fake-model')
    const result = streamText({ model, prompt: 'go', tools })
    expect(await result.toolCalls).toMatchObject(expected)
    expect(await result.finishReason).toBe('tool-calls')
  })
})

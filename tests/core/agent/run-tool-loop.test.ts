import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runToolLoop } from '../../../src/main/core/agent/run-tool-loop'
import { createTokenUsageAccumulator } from '../../../src/main/core/agent/token-usage'
import { AppError } from '../../../src/shared/errors'
import { type FakeOpenAi, type FakeReply, startFakeOpenAi } from '../../support/fake-openai-server'
import { gate } from '../../support/gate'
import { call, calls, counter, echoTool, loopOptions } from './loop-fixture'

let server: FakeOpenAi

beforeEach(async () => {
  server = await startFakeOpenAi()
})
afterEach(() => server.close())

type WireMessage = { role: string; content?: unknown; reasoning_content?: string; tool_calls?: { function: { arguments: string } }[] }
const sent = (index: number) => (server.requests[index]?.body.messages ?? []) as WireMessage[]
const chats = () => server.requests.filter(({ route }) => route === 'chat').length

describe('the tool loop over HTTP', () => {
  it('runs tools until the model is done, counts the tokens of all steps, and records each call', async () => {
    server.script(
      calls(call('echo', { text: 'one' })),
      calls(call('echo', { text: 'two' }, 'b'), call('echo', { text: 'three' }, 'c')),
      'All done.',
    )
    const tool = echoTool()
    const options = loopOptions(server, { tools: { echo: tool } })
    const result = await runToolLoop(options)
    expect(result).toEqual({ text: 'All done.', steps: 3, toolCalls: ['echo', 'echo', 'echo'], finishReason: 'stop', stoppedBy: undefined })
    expect(tool.inputs.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
    expect(sent(2).at(-1)).toMatchObject({ role: 'tool', content: '{"echoed":"three"}' })
    const counted = options.records.reduce((sum, { promptTokens, outputTokens }) => sum + (promptTokens ?? 0) + (outputTokens ?? 0), 0)
    expect(options.usage.getTotalTokens()).toBe(counted)
    expect(counted).toBeGreaterThan(0)
    expect(options.records.map(({ reply }) => reply)).toEqual([
      'echo({"text":"one"})',
      'echo({"text":"two"})\necho({"text":"three"})',
      'All done.',
    ])
    expect(options.records[2]?.prompt).toMatch(/^\[4 messages as in the call before\]/)
  })

  it('stops at the step limit as a normal end', async () => {
    const next = counter()
    server.setBehaviour({ answer: () => calls(call('echo', { text: `${next()}` })) })
    const result = await runToolLoop(loopOptions(server, { maxSteps: 4 }))
    expect(result).toMatchObject({ steps: 4, stoppedBy: 'step-limit', finishReason: 'tool-calls' })
    expect(chats()).toBe(4)
  })

  it('stops at the token budget, in which the tokens of workers count', async () => {
    const next = counter()
    server.setBehaviour({ answer: () => calls(call('spend', { n: next() })) })
    const usage = createTokenUsageAccumulator()
    const spend = {
      description: 'Has a worker spend tokens.',
      touches: [],
      inputSchema: z.object({ n: z.number() }),
      execute: async () => {
        usage.addWorkerUsage({ totalTokens: 10_000 })
        return 'spent'
      },
    }
    const result = await runToolLoop(loopOptions(server, { usage, tools: { spend }, tokenBudget: 15_000 }))
    expect(result).toMatchObject({ steps: 2, stoppedBy: 'token-budget' })
    expect(usage.getBreakdown().workers.totalTokens).toBe(20_000)
  })

  it('stops a model that repeats itself', async () => {
    server.setBehaviour({ answer: () => calls(call('echo', { text: 'again' })) })
    expect(await runToolLoop(loopOptions(server))).toMatchObject({ steps: 3, stoppedBy: 'loop' })
  })

  it('ends at once when it is aborted while a tool does not listen', async () => {
    server.script(calls(call('deaf', {})))
    const called = gate()
    const execute = () => {
      called.open()
      return new Promise<never>(() => {})
    }
    const deaf = { touches: [], description: 'Never ends.', inputSchema: z.object({}), execute }
    const controller = new AbortController()
    const running = runToolLoop(loopOptions(server, { tools: { deaf }, signal: controller.signal })).catch((error: unknown) => error)
    await called.opening
    controller.abort(new AppError('VAULT_LOCKED', 'Vault is locked'))
    expect(await running).toMatchObject({ code: 'VAULT_LOCKED' })
  })

  it.each([
    ['with the reason it is given', new AppError('VAULT_LOCKED', 'Vault is locked'), 'VAULT_LOCKED'],
    ['as cancelled without one', undefined, 'CANCELLED'],
  ])('hangs up on a server that does not answer when it is aborted, and ends %s', async (_name, reason, code) => {
    const held = server.hold(() => true)
    const controller = new AbortController()
    const running = runToolLoop(loopOptions(server, { signal: controller.signal })).catch((error: unknown) => error)
    const { request } = await held.next()
    controller.abort(reason)
    expect(await running).toMatchObject({ code })
    expect(await request.ended).toBe('hung-up')
  })

  it('sends a compacted conversation in every later step, each time made of the whole one', async () => {
    const next = counter()
    const answer = (): string | FakeReply => {
      const step = next()
      return step > 14 ? 'done' : calls(call('search', { queries: [`q${step}`] }, `c${step}`))
    }
    server.setBehaviour({ answer })
    const search = {
      description: 'Searches.',
      touches: [],
      inputSchema: z.object({ queries: z.array(z.string()) }),
      execute: async () => ({ results: [{ title: 'R', url: 'https://e.com/1', snippet: 's'.repeat(800) }], errors: [] }),
    }
    const estimateTokens = (text: string): number => Math.ceil(text.length / 4)
    await runToolLoop(loopOptions(server, { tools: { search }, compaction: { maxContextTokens: 3600, estimateTokens } }))
    const last = sent(14)
    expect(last[0]?.role).toBe('system')
    expect(last).toHaveLength(2 + 14 * 2)
    expect(last[3]).toMatchObject({ role: 'tool', content: 'search "q1": 1 results\n- R | https://e.com/1' })
    expect(String(last.at(-1)?.content)).toContain('s'.repeat(800))
    expect(JSON.stringify(last)).not.toContain('search "q1": 0 results')
    const sizes = server.requests.map(({ body }) => JSON.stringify(body.messages).length)
    expect(Math.max(...sizes)).toBeLessThan(3600 * 4)
  })

  it('never sends reasoning back, neither tagged nor in its own field, and keeps it in the trace', async () => {
    server.script(
      { content: '<think>secret plan</think>Let me look.', reasoning: 'deep thought', toolCalls: [call('echo', { text: 'x' })] },
      'done',
    )
    const options = loopOptions(server)
    await runToolLoop(options)
    const history = JSON.stringify(sent(1))
    expect(history).toContain('Let me look.')
    for (const word of ['secret plan', 'deep thought', 'reasoning_content', '<think>']) expect(history).not.toContain(word)
    expect(`${options.records[0]?.reply} ${options.records[0]?.reasoning}`).toContain('secret plan')
    expect(options.records[0]?.reasoning).toContain('deep thought')
  })
})

describe('broken tool calls over HTTP', () => {
  it('asks the model once to mend input that is no JSON, and keeps the id', async () => {
    server.script(calls(call('echo', '{"text": "half', 'broken')), '{"toolName": "echo", "input": {"text": "whole"}}', 'done')
    const tool = echoTool()
    await runToolLoop(loopOptions(server, { tools: { echo: tool } }))
    expect(tool.inputs).toEqual([{ text: 'whole' }])
    expect(sent(2).at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'broken' })
  })

  it('tells the model of an unknown tool when that cannot be mended, and goes on', async () => {
    server.script(calls(call('teleport', { to: 'x' })), 'I have no idea.', calls(call('echo', { text: 'instead' })), 'done')
    const tool = echoTool()
    const result = await runToolLoop(loopOptions(server, { tools: { echo: tool } }))
    expect(result.text).toBe('done')
    expect(tool.inputs).toEqual([{ text: 'instead' }])
    expect(JSON.stringify(sent(2).at(-1))).toContain('teleport')
  })

  it('starts anew after a 400 "tool call validation failed", with waits of 1 and 3 s, and gives up with the name of the model', async () => {
    server.failAlways({ kind: 'status', status: 400, message: 'Tool call validation failed: attempted to call tool not in request.tools' })
    const options = loopOptions(server)
    const error = await runToolLoop(options).catch((failure: unknown) => failure)
    expect(error).toMatchObject({ name: 'ToolCallingError' })
    expect(String(error)).toContain('fake-model')
    expect(options.sleeps).toEqual([1000, 3000])
    expect(chats()).toBe(3)
  })

  it('recovers from one such refusal, and what tools did before is not lost', async () => {
    server.script(
      calls(call('echo', { text: 'first' })),
      { kind: 'status', status: 400, message: 'tool_use_failed' },
      calls(call('echo', { text: 'second' })),
      'done',
    )
    const tool = echoTool()
    const result = await runToolLoop(loopOptions(server, { tools: { echo: tool } }))
    expect(tool.inputs.map(({ text }) => text)).toEqual(['first', 'second'])
    expect(result).toMatchObject({ text: 'done', steps: 3 })
  })

  it('asks again after a 503 within the loop, so that the conversation goes on', async () => {
    server.script(
      calls(call('echo', { text: 'once' })),
      { kind: 'status', status: 503, message: 'busy', headers: { 'retry-after-ms': '5' } },
      'done',
    )
    const tool = echoTool()
    const options = loopOptions(server, { tools: { echo: tool }, maxRequestRetries: 2 })
    expect(await runToolLoop(options)).toMatchObject({ text: 'done' })
    expect(tool.inputs).toHaveLength(1)
    expect(options.sleeps).toEqual([])
    expect(options.records.map(({ errorCode }) => errorCode)).toEqual([null, 'MODEL_SERVER_ERROR', null])
  })

  it('does not ask again with a wrong key', async () => {
    server.setBehaviour({ apiKey: 'sk-right-key-0123456789' })
    const error = await runToolLoop(loopOptions(server, { apiKey: 'sk-wrong-key-9876543210' })).catch((failure: unknown) => failure)
    expect((error as { cause?: unknown }).cause).toMatchObject({ code: 'MODEL_KEY_REFUSED' })
    expect(chats()).toBe(1)
  })

  it('a tool that throws is told to the model as its result', async () => {
    server.script(calls(call('broken', {})), 'done')
    const broken = {
      touches: [],
      description: 'Throws.',
      inputSchema: z.object({}),
      execute: async () => Promise.reject(new Error('out of order')),
    }
    expect(await runToolLoop(loopOptions(server, { tools: { broken } }))).toMatchObject({ text: 'done' })
    expect(JSON.stringify(sent(1).at(-1))).toContain('out of order')
  })
})

describe('secrets of the tool loop', () => {
  const apiKey = 'sk-test-0123456789abcdef'

  it('travel in the header of the request only: not in errors, records, answers or the log', async () => {
    server.setBehaviour({ apiKey })
    server.script({ content: `Your key is ${apiKey}.`, toolCalls: [call('echo', { text: apiKey })] }, 'done')
    const tool = echoTool()
    const options = loopOptions(server, { apiKey, tools: { echo: tool } })
    await runToolLoop(options)
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`)
    expect(tool.inputs).toEqual([{ text: '[removed]' }])
    expect(JSON.stringify([options.records, options.log, server.requests.map(({ body }) => body)])).not.toContain(apiKey)
  })

  it('are not in the error of a server that repeats them, however deep one looks', async () => {
    server.failAlways({ kind: 'echo-secrets', status: 401 })
    const options = loopOptions(server, { apiKey })
    const error = await runToolLoop(options).catch((failure: unknown) => failure)
    const seen = new Set<unknown>()
    const dump = (value: unknown): string => {
      if (typeof value !== 'object' || value === null) return String(value)
      if (seen.has(value)) return ''
      seen.add(value)
      return Reflect.ownKeys(value)
        .map((key) => dump(Reflect.get(value, key)))
        .join('\n')
    }
    expect(error).toBeInstanceOf(Error)
    expect(dump(error)).not.toContain(apiKey)
    expect(JSON.stringify(options.records)).not.toContain(apiKey)
  })
})

describe('tools that read the vault and reach the web', () => {
  it('are refused before anything is asked', async () => {
    const tools = { read: { ...echoTool(), touches: ['vault'] as const }, fetch: { ...echoTool(), touches: ['web'] as const } }
    await expect(runToolLoop(loopOptions(server, { tools }))).rejects.toThrow(/read the vault \(read\) and reach the web \(fetch\)/)
    expect(server.requests).toEqual([])
  })
})

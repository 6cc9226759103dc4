import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { createAgentModel } from '../../../src/main/core/agent/agent-model'
import { createAgentTransport } from '../../../src/main/core/agent/agent-transport'
import type { AgentCallRecord } from '../../../src/main/core/agent/call-record'
import type { AnyAgentTool, ToolLoopOptions } from '../../../src/main/core/agent/run-tool-loop'
import { createTokenUsageAccumulator } from '../../../src/main/core/agent/token-usage'
import { countTokens } from '../../../src/main/core/llm/count-tokens'
import type { FakeReply, FakeToolCall } from '../../support/fake-openai-server'
import { keepLog } from './message-fixture'

export const call = (name: string, input: unknown, id?: string): FakeToolCall => ({
  name,
  arguments: typeof input === 'string' ? input : JSON.stringify(input),
  ...(id === undefined ? {} : { id }),
})

export const calls = (...toolCalls: FakeToolCall[]): FakeReply => ({ content: null, toolCalls })

/** 1, 2, 3, … */
export function counter(): () => number {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

/** A tool that keeps its inputs and answers with them. */
export function echoTool(): AnyAgentTool & { inputs: { text: string }[] } {
  const inputs: { text: string }[] = []
  return {
    inputs,
    touches: [],
    description: 'Repeats a text.',
    inputSchema: z.object({ text: z.string() }),
    execute: async (input: { text: string }) => {
      inputs.push(input)
      return { echoed: input.text }
    },
  }
}

/** A loop against a fake server, through the real transport. Waits are not waited for. */
export function loopOptions(
  server: { baseUrl: string },
  more: Partial<ToolLoopOptions> & { apiKey?: string; timeoutMs?: number } = {},
): ToolLoopOptions & { records: AgentCallRecord[]; log: ReturnType<typeof keepLog>; sleeps: number[] } {
  const { apiKey = '', timeoutMs = 20_000, ...options } = more
  const records: AgentCallRecord[] = []
  const sleeps: number[] = []
  const log = keepLog()
  const settings = { baseUrl: server.baseUrl, apiKey, model: 'fake-model', embeddingModel: '', timeoutMs, maxOutputTokens: 1000 }
  const transport = createAgentTransport({ settings, now: Date.now })
  return {
    model: createAgentModel({ transport, recordCall: (record) => void records.push(record), now: Date.now, name: 'Work with tools' }),
    providerName: 'Test server',
    modelName: 'fake-model',
    instructions: 'You use tools.',
    prompt: 'go',
    tools: { echo: echoTool() },
    maxSteps: 50,
    usage: createTokenUsageAccumulator(),
    compaction: { maxContextTokens: 100_000, estimateTokens: countTokens },
    signal: new AbortController().signal,
    sleep: async (ms) => {
      sleeps.push(ms)
      await delay(0)
    },
    now: Date.now,
    logger: log,
    maxRequestRetries: 0,
    ...options,
    records,
    log,
    sleeps,
  }
}

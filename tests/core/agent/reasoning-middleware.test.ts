import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stripHistory } from '../../../src/main/core/agent/reasoning-middleware'
import { type FakeOpenAi, startFakeOpenAi } from '../../support/fake-openai-server'
import { call, loopOptions } from './loop-fixture'

let server: FakeOpenAi

beforeEach(async () => {
  server = await startFakeOpenAi()
})
afterEach(() => server.close())

describe('the reasoning filter', () => {
  it('takes thinking out of an answer, tagged or in its own field, also when a tag was never opened', async () => {
    server.script(
      { content: '<think>plan</think>Words.', reasoning: 'deep', toolCalls: [call('echo', { text: 'x' })] },
      { content: 'plan without a beginning</think>Words.' },
      { content: '<think>only a plan</think>' },
    )
    const { model } = loopOptions(server)
    const ask = async () => (await model.doGenerate({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'go' }] }] })).content
    expect((await ask()).map((part) => (part.type === 'text' ? part.text : part.type))).toEqual(['Words.', 'tool-call'])
    expect(await ask()).toMatchObject([{ type: 'text', text: 'Words.' }])
    expect(await ask()).toEqual([])
  })

  it('takes it out of the assistant’s messages only, and a message that was nothing else goes', () => {
    const user = { role: 'user' as const, content: [{ type: 'text' as const, text: '<think>mine</think>' }] }
    const reasoning = { type: 'reasoning' as const, text: 'deep' }
    const text = { type: 'text' as const, text: 'Words.' }
    expect(
      stripHistory([
        { role: 'system', content: 'rules' },
        user,
        { role: 'assistant', content: [reasoning, text] },
        { role: 'assistant', content: [reasoning] },
      ]),
    ).toEqual([{ role: 'system', content: 'rules' }, user, { role: 'assistant', content: [text] }])
  })
})

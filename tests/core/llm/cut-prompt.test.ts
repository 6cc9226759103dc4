import { describe, expect, it } from 'vitest'
import { splitByTokens } from '../../../src/main/core/llm/count-tokens'
import type { FakeReply } from '../../support/fake-openai-server'
import { errorOf, withEndpoint } from './endpoint-fixture'
import { tokenSamples } from './token-samples'

const use = withEndpoint()
const sentence = 'The bus was late again today, and I thought about the bike once more. '
const first = 'The door code is 7731. '
const last = 'The meeting is on Friday.'
const long = `${first}${sentence.repeat(Math.ceil(60_000 / sentence.length))}${last}`
/** A model that says which of the two facts it has read. */
const knows = ({ prompt }: { prompt: string }): FakeReply => ({
  content: `Read: ${[/7731/.test(prompt) ? 'code' : '', /Friday/.test(prompt) ? 'day' : ''].join(' ')}`,
})

describe('a server that keeps only the end of the prompt', () => {
  it('is told from its own count: the answer carries the warning, the record says so', async () => {
    use.server.setBehaviour({ contextTokens: 4_096, answer: knows })
    const answer = await use.ask(long)
    expect(long.length).toBeGreaterThan(60_000)
    expect(answer.text).toBe('Read:  day')
    expect(answer.usage.promptTokens).toBe(4_096)
    expect(answer.warning).toMatch(/read only part of the text: 4096 tokens of at least \d{5}/)
    expect(use.records[0]).toMatchObject({ finishReason: expect.stringMatching(/^read-only-part of \d{5}$/), errorCode: null })
  })

  it('is told also where the text is only twice as long as what it reads', async () => {
    use.server.setBehaviour({ contextTokens: 1_000 })
    expect((await use.ask(sentence.repeat(150))).warning).toMatch(/1000 tokens/)
  })

  it('reads both facts when the text is split before', async () => {
    use.server.setBehaviour({ contextTokens: 4_096, answer: knows })
    const answers = []
    for (const piece of splitByTokens(long, 3_500)) answers.push(await use.ask(piece))
    expect(answers.length).toBeGreaterThan(2)
    expect(answers.map(({ warning }) => warning)).toEqual(answers.map(() => null))
    expect(answers.some(({ text }) => text.includes('code'))).toBe(true)
    expect(answers.some(({ text }) => text.includes('day'))).toBe(true)
  })

  it.each(tokenSamples)('is not suspected while all is read: $name', async ({ text, gpt4o, llama3 }) => {
    use.server.replay({
      status: 200,
      body: {
        choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: Math.min(gpt4o, llama3), completion_tokens: 2 },
      },
    })
    const answer = await use.ask(text)
    expect([answer.warning, use.records[0]?.finishReason]).toEqual([null, 'stop'])
  })

  it.each(tokenSamples.filter(({ name }) => !/marks|one letter|Thai|emoji/.test(name)))(
    'is found out in most scripts when it reads a quarter: $name',
    async ({ text, llama3 }) => {
      use.server.replay({
        status: 200,
        body: {
          choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: Math.floor(llama3 / 4), completion_tokens: 2 },
        },
      })
      expect((await use.ask(text)).warning).toMatch(/read only part/)
    },
  )

  it('is not suspected where it reports nothing', async () => {
    const body = (tokens: number | null) => ({
      choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
      ...(tokens === null ? {} : { usage: { prompt_tokens: tokens, completion_tokens: 1 } }),
    })
    use.server.replay({ status: 200, body: body(null) }, { status: 200, body: body(0) })
    expect([(await use.ask(long)).warning, (await use.ask(long)).warning]).toEqual([null, null])
  })
})

describe('a server that refuses a prompt as too long', () => {
  it('is not asked the same again, nor with fewer fields', async () => {
    use.server.failAlways({
      kind: 'status',
      status: 400,
      message: "This model's maximum context length is 4096 tokens.",
      code: 'context_length_exceeded',
    })
    expect((await errorOf(use.ask(long))).code).toBe('MODEL_CONTEXT_TOO_LONG')
    expect((await errorOf(use.askNote())).code).toBe('MODEL_CONTEXT_TOO_LONG')
    expect(use.server.requests).toHaveLength(2)
  })

  it('is asked without a budget where only that did not fit', async () => {
    use.server.failNext(1, {
      kind: 'status',
      status: 400,
      message:
        "This model's maximum context length is 8192 tokens. However, you requested 8204 tokens (12 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
    })
    expect((await use.ask()).text).not.toBe('')
    expect(use.server.requests.map(({ body }) => 'max_tokens' in body)).toEqual([true, false])
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ThesisOutput } from '../../../src/shared/entities'
import { type FakeOpenAi, startFakeOpenAi } from '../../support/fake-openai-server'

let server: FakeOpenAi
beforeEach(async () => {
  server = await startFakeOpenAi()
})
afterEach(() => server.close())

async function chat(task: string, prompt: string): Promise<string> {
  const body = {
    model: 'fake-model',
    messages: [
      { role: 'system', content: `TASK: ${task}\nDo it.` },
      { role: 'user', content: prompt },
    ],
  }
  const response = await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
  const answer = (await response.json()) as { choices: { message: { content: string } }[] }
  return answer.choices[0]?.message.content ?? ''
}

const prompt =
  'Should we meet less often?\n\n[item:0193-aa] Meetings\nThe weekly meeting saves us from surprises. It stays.\n\n[item:0193-bb]\nA second thought about calendars and their limits.'

describe('the fake model server', () => {
  it('answers SYNTHESIZE with a whole thesis of eight gates that quotes the items of the prompt', async () => {
    const thesis = ThesisOutput.parse(JSON.parse(await chat('SYNTHESIZE', prompt)))
    expect(thesis.contradictions.map(({ itemId, quote }) => [itemId, quote])).toEqual([
      ['0193-aa', 'The weekly meeting saves us from surprises.'],
      ['0193-bb', 'A second thought about calendars and their limits.'],
    ])
    for (const { quote } of thesis.contradictions) expect(prompt).toContain(quote)
  })

  it('cites the items of the prompt in COUNTERPOINT, and none that is not there', async () => {
    const text = await chat('COUNTERPOINT', prompt)
    expect(text.match(/\[item:[^\]]+\]/g)).toEqual(['[item:0193-aa]', '[item:0193-bb]'])
  })

  it('answers the other tasks, a briefing with 300 to 600 words', async () => {
    expect(await chat('EXPAND', prompt)).toContain('Should we meet less often')
    expect(await chat('SUMMARIZE', prompt)).not.toContain('TASK')
    const words = (await chat('BRIEFING', prompt)).split(/\s+/).length
    expect(words).toBeGreaterThanOrEqual(300)
    expect(words).toBeLessThanOrEqual(600)
  })

  it('gives a WAV whose header fits its length', async () => {
    const response = await fetch(`${server.baseUrl}/audio/speech`, {
      method: 'POST',
      body: JSON.stringify({ model: 'fake-model', input: 'one two three four five six seven', voice: 'x', response_format: 'wav' }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString('ascii', 0, 4) + bytes.toString('ascii', 8, 12)).toBe('RIFFWAVE')
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
  })

  it('meets a fault as often as it was told, then answers again; heal ends them all', async () => {
    server.failNext(1, { kind: 'status', status: 500 })
    const status = async () => (await fetch(`${server.baseUrl}/models`)).status
    expect([await status(), await status()]).toEqual([500, 200])
    server.failAlways({ kind: 'status', status: 503 })
    expect([await status(), await status()]).toEqual([503, 503])
    server.heal()
    expect(await status()).toBe(200)
  })

  it('closes although a request hangs', async () => {
    server.failAlways({ kind: 'hang-before-first-byte' })
    const hanging = fetch(`${server.baseUrl}/models`).catch(() => 'ended')
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await server.close()
    expect(await hanging).toBe('ended')
    server = await startFakeOpenAi()
  })
})

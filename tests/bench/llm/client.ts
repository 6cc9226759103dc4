import { createModelEndpoint } from '../../../src/main/core/llm/model-endpoint'

/** What one call cost this process: time on the clock and time on the processor, in milliseconds. */
interface Cost {
  wall: number
  cpu: number
}

type Contender = (prompt: 'short' | 'long') => Promise<string>

const [fastUrl = '', pacedUrl = '', tokensArg = '2000', roundsArg = '15'] = process.argv.slice(2)
const tokens = Number(tokensArg)
const rounds = Number(roundsArg)
const pacedTokens = 300
let baseUrl = fastUrl

const endpoint = createModelEndpoint({
  now: Date.now,
  settings: () => ({ baseUrl, apiKey: '', model: 'fake-model', embeddingModel: '', timeoutMs: 60_000, maxOutputTokens: 100_000 }),
})

async function post(prompt: string): Promise<Response> {
  return fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'fake-model',
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 100_000,
      messages: [{ role: 'user', content: prompt }],
    }),
  })
}

const contenders: Record<string, Contender> = {
  /** The global fetch, bytes read and thrown away. */
  'bare fetch': async (prompt) => {
    const response = await post(prompt)
    let bytes = 0
    for await (const piece of response.body ?? []) bytes += piece.length
    return String(bytes)
  },
  /** The least that reads a streamed answer: lines split, JSON parsed, text joined. */
  'fetch and parse': async (prompt) => {
    const response = await post(prompt)
    const decoder = new TextDecoder()
    let held = ''
    let text = ''
    for await (const piece of response.body ?? []) {
      const lines = (held + decoder.decode(piece, { stream: true })).split('\n')
      held = lines.pop() ?? ''
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue
        const chunk = JSON.parse(line.slice(6)) as { choices: { delta: { content?: string } }[] }
        text += chunk.choices[0]?.delta.content ?? ''
      }
    }
    return text
  },
  'model client': async (prompt) => {
    let streamed = ''
    const answer = await endpoint.generate(
      { name: 'Bench', system: '', prompt },
      {
        signal: new AbortController().signal,
        onText: (delta) => {
          streamed += delta
        },
        recordCall: () => {},
      },
    )
    if (streamed !== answer.text) throw new Error('the streamed text differs')
    return answer.text
  },
}

async function measure(call: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage()
  const start = performance.now()
  await call()
  const wall = performance.now() - start
  const used = process.cpuUsage(before)
  return { wall, cpu: (used.user + used.system) / 1000 }
}

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

const shorts = new Map<string, Cost[]>()
const longs = new Map<string, Cost[]>()
const pacedOnes = new Map<string, Cost[]>()
// Warm code first; then every contender in turn, so that what the machine does besides falls on all alike.
for (let round = -3; round < rounds; round += 1) {
  for (const [name, call] of Object.entries(contenders)) {
    const calls = 20
    const short = await measure(async () => {
      for (let at = 0; at < calls; at += 1) await call('short')
    })
    const long = await measure(() => call('long'))
    baseUrl = pacedUrl
    const paced = round % 3 === 0 ? await measure(() => call('long')) : undefined
    baseUrl = fastUrl
    if (round < 0) continue
    if (paced !== undefined) pacedOnes.set(name, [...(pacedOnes.get(name) ?? []), paced])
    shorts.set(name, [...(shorts.get(name) ?? []), { wall: short.wall / calls, cpu: short.cpu / calls }])
    longs.set(name, [...(longs.get(name) ?? []), { wall: long.wall, cpu: long.cpu }])
  }
}

const row = (name: string) => {
  const short = shorts.get(name) ?? []
  const long = longs.get(name) ?? []
  return {
    name,
    callMs: median(short.map((cost) => cost.wall)),
    callCpuMs: median(short.map((cost) => cost.cpu)),
    tokenUs: (median(long.map((cost) => cost.wall)) * 1000) / tokens,
    pacedCpuUs: (median((pacedOnes.get(name) ?? []).map((cost) => cost.cpu)) * 1000) / pacedTokens,
    tokenCpuUs: (median(long.map((cost) => cost.cpu)) * 1000) / tokens,
  }
}
process.stdout.write(`${JSON.stringify({ tokens, rounds, rows: Object.keys(contenders).map(row) })}\n`)

import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeApps } from '../support/app'
import { startWithHttpApi } from '../support/http-api'

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'http-api.md'), 'utf8')
const missing = ['curl', 'bash'].filter((program) => spawnSync(program, ['--version']).status !== 0)

interface Example {
  script: string
  /** The answer that the page shows below it. */
  shown: string | undefined
}

function examplesOf(text: string): Example[] {
  return [...text.matchAll(/```sh\n([\s\S]*?)```\n(?:```json\n([\s\S]*?)```)?/g)].map(([, script = '', shown]) => ({ script, shown }))
}

const examples = examplesOf(page)
const mark = '=== end of example ==='

/** Runs the examples one after another in one shell, as a reader would, and gives what each printed. */
async function runAll(environment: Record<string, string>): Promise<string[]> {
  const script = examples.map((example) => `${example.script}\nprintf '\\n${mark}\\n'`).join('\n')
  const child = spawn('bash', ['--norc', '-eu', '-o', 'pipefail', '-c', script], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let errors = ''
  child.stdout.on('data', (bytes) => {
    out += String(bytes)
  })
  child.stderr.on('data', (bytes) => {
    errors += String(bytes)
  })
  const code = await new Promise((done) => child.once('close', done))
  // The stream of events is ended by its time, which curl tells.
  expect([code, errors.replace(/curl: \(28\).*\n/g, '')]).toEqual([0, ''])
  return out.split(mark).map((part) => part.trim())
}

/** Field names and error codes; ids and messages differ from run to run. */
function shapeOf(text: string): unknown {
  const { ok, data, error } = JSON.parse(text) as { ok: boolean; data?: object; error?: { code: string } }
  return { ok, data: data && Object.keys(data).sort(), code: error?.code, error: error && Object.keys(error).sort() }
}

afterAll(closeApps)

describe.skipIf(missing.length > 0)(`the examples of docs/http-api.md${missing.length > 0 ? ` (skipped: no ${missing} here)` : ''}`, () => {
  let printed: string[]
  beforeAll(async () => {
    const { url, secret } = await startWithHttpApi()
    printed = await runAll({ CORTEXA_URL: url, CORTEXA_TOKEN: secret })
  }, 60_000)

  const answerOf = (words: string) => printed[examples.findIndex((example) => example.script.includes(words))] ?? ''

  it('are all run', () => {
    expect(examples.length).toBeGreaterThanOrEqual(8)
    expect(printed.filter((text) => text !== '').length).toBe(examples.length)
  })

  it('answer as the page shows', () => {
    const shown = examples.flatMap((example, at) => (example.shown === undefined ? [] : [{ at, shown: example.shown }]))
    expect(shown.length).toBeGreaterThanOrEqual(3)
    for (const { at, shown: text } of shown) expect(shapeOf(printed[at] ?? '')).toEqual(shapeOf(text))
  })

  it('capture, search, think, follow and describe', () => {
    expect(answerOf('get-item "')).toContain('third try')
    expect(answerOf('search-items')).toContain('lending library')
    expect(JSON.parse(answerOf('until').split('\n').at(-1) ?? '')).toMatchObject({ ok: true, data: { status: 'done' } })
    const events = answerOf('/v1/events')
    for (const type of ['item-changed', 'job-completed', 'thesis-updated']) expect(events).toContain(`event: ${type}\n`)
    expect(JSON.parse(answerOf('openapi.json'))).toMatchObject({ openapi: '3.1.0' })
  })
})

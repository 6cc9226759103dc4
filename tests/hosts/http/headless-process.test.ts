import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createHttpEndpoint } from '../../../src/shared/http-endpoint'

const headless = join(__dirname, '..', '..', '..', 'out', 'main', 'headless.js')
const passphrase = 'correct horse battery staple lantern'
const running = new Set<ChildProcessWithoutNullStreams>()
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cortexa-headless-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the built program. `ready` resolves to its line, or null when it ends without one. Its input stays open. */
function start(args: string[], firstLine = passphrase) {
  const child = spawn(process.execPath, [headless, ...args])
  running.add(child)
  let out = ''
  let error = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    error += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.write(`${firstLine}\n`)
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return { code: code as number | null, out, error }
  })
  const ready = Promise.race([
    once(child.stdout, 'data').then(() => JSON.parse(out) as { ready: boolean; url: string; token: string }),
    ended.then((end) => {
      throw new Error(`ended with ${end.code}: ${end.error}`)
    }),
  ])
  ready.catch(() => {})
  return { child, ended, ready }
}

describe('the built headless program', { timeout: 120_000 }, () => {
  it('makes a vault, keeps a thought through a clean end, and opens it again', async () => {
    const data = join(folder, 'vault')
    const first = start(['--data', data, '--create'])
    const endpoint = createHttpEndpoint(await first.ready)
    const captured = await endpoint.invoke('capture-item', { body: 'Bees dance to tell the way' })
    expect(captured).toMatchObject({ ok: true })
    expect(await endpoint.invoke('vault-status', {})).toMatchObject({
      data: { state: 'unlocked', runtime: { host: 'headless', name: 'Node.js', fallback: false } },
    })
    expect(statSync(data).mode & 0o777).toBe(0o700)
    first.child.kill('SIGTERM')
    const { code, out, error } = await first.ended
    expect([code, out.split('\n').length, error]).toEqual([0, 2, ''])

    const second = start(['--data', data])
    const again = await createHttpEndpoint(await second.ready).invoke('search-items', { query: 'bees' })
    expect(again).toMatchObject({ ok: true, data: { hits: [{ title: 'Bees dance to tell the way' }] } })

    // While it runs, nobody else gets in, and it does not notice.
    expect(await start(['--data', data]).ended).toMatchObject({ code: 11, out: '' })
    second.child.kill('SIGINT')
    expect((await second.ended).code).toBe(0)
  })

  it('tells apart a wrong passphrase, an absent vault and a wrong command line', async () => {
    const data = join(folder, 'vault')
    expect(await start(['--data', data], 'quite another passphrase').ended).toMatchObject({ code: 10, out: '' })
    expect(await start(['--data', join(folder, 'nothing-here')]).ended).toMatchObject({ code: 13, out: '' })
    expect(await start(['--port', '8080']).ended).toMatchObject({ code: 2, out: '' })
  })
})

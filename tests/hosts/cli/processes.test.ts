import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { connectOwner } from '../../../src/main/hosts/socket/client'
import { closeOwnersAfterAll, startOwner } from './cli-fixture'
import { runLine } from './page-commands'

closeOwnersAfterAll()
const root = resolve(__dirname, '../../..')
const bin = join(root, 'bin', 'cortexa.mjs')
const children = new Set<ChildProcess>()
let owner: Awaited<ReturnType<typeof startOwner>>
let folder: string

beforeAll(async () => {
  owner = await startOwner()
  folder = mkdtempSync(join(tmpdir(), 'cortexa-process-'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin', 'cortexa'), `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`, { mode: 0o755 })
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface End {
  code: number | null
  out: string
  error: string
}

const environment = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
  CORTEXA_DATA: owner.dataDir,
  TMPDIR: folder,
  ...extra,
})

/** Runs a program beside this one, which serves it meanwhile. */
function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, { cwd: folder, env: environment(env), stdio: ['pipe', 'pipe', 'pipe'] })
  children.add(child)
  const end: End = { code: null, out: '', error: '' }
  child.stdout.on('data', (text) => {
    end.out += text
  })
  child.stderr.on('data', (text) => {
    end.error += text
  })
  child.stdin.on('error', () => {})
  const ended = new Promise<End>((done) => child.once('close', (code) => done({ ...end, code })))
  return { child, ended, seen: end }
}
const shell = (line: string) => {
  const { child, ended } = start('bash', ['-c', `set -o pipefail; ${line}`])
  child.stdin?.end()
  return ended
}

describe('the commands on the page about the command line', { timeout: 300_000 }, () => {
  it('work as they stand there', async () => {
    const page = readFileSync(join(root, 'docs', 'cli.md'), 'utf8')
    const lines = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block]) => block?.trim().split('\n') ?? [])
    writeFileSync(join(folder, 'note.md'), '# A note\n\nabout bees\n')
    expect(lines.length).toBeGreaterThan(15)
    for (const line of lines.filter((one) => !one.startsWith('cortexa demo'))) {
      const { code, out, error } = await runLine(line, { dataDir: owner.dataDir, cwd: folder })
      expect([line, code, error.includes('cortexa: ')]).toEqual([line, 0, false])
      if (!/^cortexa (?:retry|export)|--out/.test(line)) expect(out, line).not.toBe('')
    }
    expect(readFileSync(join(folder, 'lavender.wav')).toString('latin1', 0, 4)).toBe('RIFF')
    expect(readdirSync(join(folder, 'thoughts')).length).toBeGreaterThan(0)
  })
})

describe('cortexa demo', { timeout: 300_000 }, () => {
  const leftOver = () => readdirSync(folder).filter((name) => name.startsWith('cortexa-demo-'))

  it('shows a thesis and a briefing, out of a vault that is gone afterwards', async () => {
    const { code, out, error } = await shell('cortexa demo --json --out demo.wav')
    expect([code, error.includes('cortexa: ')]).toEqual([0, false])
    const report = JSON.parse(out)
    expect(report).toMatchObject({ thoughts: 5, thesis: { core: expect.any(String) }, engine: { kind: 'builtin' } })
    expect(report.audio.durationMs).toBeGreaterThan(1000)
    expect(readFileSync(join(folder, 'demo.wav')).length).toBe(report.audio.bytes)
    expect(leftOver()).toEqual([])
  })

  it('leaves nothing behind when it is stopped, or killed', async () => {
    const stopped = start('cortexa', ['demo'])
    await expect.poll(() => stopped.seen.error, { timeout: 180_000 }).toContain('is open')
    expect(leftOver()).toHaveLength(1)
    stopped.child.kill('SIGINT')
    expect(await stopped.ended).toMatchObject({ code: 130, error: expect.stringContaining('is removed') })
    expect(leftOver()).toEqual([])

    const killed = start('cortexa', ['demo'])
    await expect.poll(() => killed.seen.error, { timeout: 180_000 }).toContain('is open')
    killed.child.kill('SIGKILL')
    await killed.ended
    await expect.poll(leftOver, { timeout: 30_000 }).toEqual([])
  })
})

describe('the program', { timeout: 120_000 }, () => {
  it('ends quietly when its reader has gone', async () => {
    for (let i = 0; i < 3; i += 1) await owner.window.call('capture-item', { body: `Line ${i} `.repeat(30_000) })
    const cut = await shell('cortexa export --out - --format json | head -c 10')
    expect(cut).toMatchObject({ code: 0, out: '{"format":', error: '' })
    const closed = await shell('cortexa list --all --json >&-; true')
    expect(closed.error).toBe('')
  })

  it('loads neither the database nor Electron nor the contract for a command', () => {
    const loaded = new Set<string>()
    const packages = new Set<string>()
    // What is required at the top of a file; `cortexa mcp` requires more once it runs.
    const atTop = /^(?:(?:const|let|var) \w+ = )?(?:[\w.]+\()?require\("([^"]+)"\)/gm
    const visit = (file: string): void => {
      if (loaded.has(file)) return
      loaded.add(file)
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(atTop)) {
        if (name.startsWith('.')) visit(resolve(file, '..', name))
        else packages.add(name)
      }
    }
    visit(join(root, 'out', 'main', 'cli.js'))
    expect(loaded.size).toBeGreaterThan(1)
    expect(packages).toContain('node:fs')
    expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual([])
    for (const file of loaded) expect(readFileSync(file, 'utf8')).not.toContain('ZodObject')
  })

  it('says what to do where nothing is built', () => {
    mkdirSync(join(folder, 'copy', 'bin'), { recursive: true })
    writeFileSync(join(folder, 'copy', 'bin', 'cortexa.mjs'), readFileSync(bin))
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'copy', 'bin', 'cortexa.mjs')], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('npm run build')])
  })
})

describe('cortexa serve', { timeout: 300_000 }, () => {
  const passphrase = 'correct horse battery staple lantern'

  it('makes a vault and serves it by the socket alone, keeps a second owner out, survives a kill, and locks at the end', async () => {
    const data = join(folder, 'served')
    const serve = (...args: string[]) => {
      const running = start('cortexa', ['serve', '--data', data, '--json', ...args])
      running.child.stdin?.write(`${passphrase}\n`)
      return { ...running, ready: () => expect.poll(() => running.seen.out, { timeout: 180_000 }).toContain('\n') }
    }
    const first = serve('--create')
    await first.ready()
    expect(JSON.parse(first.seen.out)).toEqual({ ready: true, socket: join(data, 'owner.sock'), dataDir: data })
    expect(first.seen.error).toMatch(/recovery-key [A-Z0-9-]{20,}/)
    const saved = await shell(`cortexa capture --data '${data}' "Served without a window"`)
    expect(saved.code).toBe(0)

    const second = serve()
    const refused = await second.ended
    expect(refused).toMatchObject({ code: 11, out: '' })
    expect(JSON.parse(refused.error)).toMatchObject({ error: { code: 'VAULT_IN_USE' } })
    const stillThere = await connectOwner({ dataDir: data, as: 'cli', version: 'test' })
    expect(await stillThere.invoke('list-items', {})).toMatchObject({ data: { total: 1 } })

    // The owner dies without a chance to clean up: its socket is left, and nobody listens on it.
    const lock = await stillThere.invoke('vault-status', {})
    expect(lock).toMatchObject({ ok: true })
    const pid = Number(
      spawnSync('pgrep', ['-P', String(first.child.pid)], { encoding: 'utf8' })
        .stdout.trim()
        .split('\n')[0],
    )
    process.kill(pid, 'SIGKILL')
    await first.ended
    expect(existsSync(join(data, 'owner.sock'))).toBe(true)
    expect((await shell(`cortexa list --data '${data}'`)).code).toBe(3)

    const third = serve('--http')
    await third.ready()
    const { url, token } = JSON.parse(third.seen.out)
    expect([url, token]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/), expect.any(String)])
    expect((await shell(`cortexa list --data '${data}'`)).out).toContain('Served without a window')
    third.child.kill('SIGTERM')
    expect((await third.ended).code).toBe(0)
    expect(existsSync(join(data, 'owner.sock'))).toBe(false)
  })
})

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { commands } from '../../../src/main/hosts/cli/command-table'
import type { Finding } from '../../../src/main/hosts/cli/doctor-checks'
import { type FakeOpenAi, startFakeOpenAi } from '../../support/fake-openai-server'
import { chooseModelServer } from '../../support/model-server'
import { closeOwnersAfterEach, cortexa, startOwner } from './cli-fixture'

closeOwnersAfterEach()
const folders: string[] = []
let model: FakeOpenAi | undefined

afterEach(async () => {
  await model?.close()
  model = undefined
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cortexa-states-'))
  folders.push(folder)
  return folder
}

/** A line of each command that needs the owner. */
const lines: Record<string, string[]> = {
  capture: ['words'],
  list: [],
  show: ['abcd1234'],
  search: ['words'],
  think: ['abcd1234'],
  brief: ['--day'],
  research: ['words'],
  collect: ['words'],
  jobs: [],
  retry: ['--dead'],
  cancel: ['abcd1234'],
  export: ['--out', '-', '--format', 'json'],
  backup: [],
}

describe('every command that needs the owner', () => {
  it('is in the list of this test', () => {
    const without = ['serve', 'mcp', 'doctor', 'completion', 'demo']
    expect(commands.map(({ name }) => name).filter((name) => !without.includes(name))).toEqual(Object.keys(lines))
  })

  it('says what to do when nothing runs, also over the socket of a killed owner', async () => {
    for (const dataDir of [emptyFolder(), join(emptyFolder(), 'absent')]) {
      for (const [name, words] of Object.entries(lines)) {
        const { code, out, error } = await cortexa([name, ...words], { dataDir, cwd: '/', stdin: 'x' })
        expect([name, code, out, error]).toEqual([
          name,
          3,
          '',
          'cortexa: Cortexa is not running. Open the window, or run `cortexa serve`, then try again.\n',
        ])
      }
    }
    const json = await cortexa(['list', '--json'], { dataDir: emptyFolder() })
    expect(JSON.parse(json.error)).toEqual({ error: { code: 'not-running', message: expect.stringContaining('not running') } })
  })

  it('says what to do while the vault is locked or absent', async () => {
    const { dataDir, window } = await startOwner({}, false)
    for (const state of ['absent', 'locked'] as const) {
      if (state === 'locked') {
        await window.call('create-vault', { passphrase: 'correct horse battery staple' })
        await window.call('lock-vault', {})
      }
      for (const [name, words] of Object.entries(lines)) {
        const { code, out, error } = await cortexa([name, ...words], { dataDir, stdin: 'x' })
        expect([name, code, error], state).toEqual([name, 12, expect.stringContaining('The vault is locked. Unlock it')])
        if (name !== 'export') expect(out).toBe('')
      }
    }
  })

  it('says which to update when the owner is of another version', async () => {
    const dataDir = emptyFolder()
    const hello = `${JSON.stringify({ type: 'hello', protocol: 7, appVersion: '9.9.9', dataDir })}\n`
    const server = createServer((socket) => socket.resume().end(hello))
    await new Promise<void>((resolve) => server.listen(join(dataDir, 'owner.sock'), resolve))
    try {
      const { code, error } = await cortexa(['list'], { dataDir })
      expect([code, error]).toEqual([
        8,
        'cortexa: The running Cortexa (9.9.9) is newer than this command. Update the command, then try again.\n',
      ])
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

describe('waiting for a job', { timeout: 120_000 }, () => {
  const start = async () => {
    const owner = await startOwner()
    await owner.window.call('update-settings', { autoSummary: false })
    model = await startFakeOpenAi()
    await chooseModelServer(owner.window, { baseUrl: model.baseUrl, model: 'fake-model' })
    const { id } = await owner.window.call('capture-item', { body: 'A thought about bees and their dances' })
    await owner.app.whenIdle()
    const run = (argv: string[], options: Partial<Parameters<typeof cortexa>[1]> = {}) =>
      cortexa(argv, { dataDir: owner.dataDir, ...options })
    return { ...owner, id, run, server: model }
  }

  it('ends with 5 when it gives up, and with 7 when its key was refused or its server does not answer', async () => {
    const { id, run, server, window } = await start()
    server.failAlways({ kind: 'status', status: 401, route: 'chat' })
    const dead = await run(['think', id, '--wait', '--json'])
    expect([dead.code, dead.json()[0]]).toMatchObject([
      5,
      { outcome: 'dead', thesis: null, message: expect.stringMatching(/key.*cortexa retry/i) },
    ])

    // The same key is refused for other work too, which waits until the person acts.
    const refused = await run(['brief', id, '--wait'])
    expect([refused.code, refused.out]).toEqual([7, ''])
    expect(refused.error).toMatch(/The job waits: .*refused the API key/)

    server.heal()
    await server.close()
    await window.call('update-settings', { modelTimeoutSeconds: 60 })
    const waits = await run(['brief', id, '--wait'])
    expect([waits.code, waits.out]).toEqual([7, ''])
    expect(waits.error).toContain('The job waits, and goes on by itself:')
  })

  it('ends with 6 when it is cancelled, with 12 when the vault is locked, with 1 when the owner ends', async () => {
    const { id, run, server, window, app, host } = await start()
    server.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
    const whileRunning = async (act: (jobId: string) => unknown) => {
      let acted = false
      return run(['think', id, '--wait'], {
        onError: (text) => {
          if (acted || !text.includes('Expanding')) return
          acted = true
          void window.call('list-jobs', { status: 'running', type: 'expand' }).then(({ jobs }) => act(jobs[0]?.id ?? ''))
        },
      })
    }
    const cancelled = await whileRunning((jobId) => run(['cancel', jobId]))
    expect([cancelled.code, cancelled.error]).toEqual([6, expect.stringContaining('was cancelled')])
    const locked = await whileRunning(() => app.lock('idle'))
    expect([locked.code, locked.error]).toEqual([12, expect.stringContaining('The vault was locked. The work goes on')])

    const { run: runAgain, ...second } = await start()
    second.server.failAlways({ kind: 'hang-before-first-byte', route: 'chat' })
    const lost = await runAgain(['think', second.id, '--wait'], {
      onError: (text) => void (text.includes('Expanding') && second.host.close()),
    })
    expect([lost.code, lost.error]).toEqual([1, expect.stringContaining('Cortexa ended or closed the connection')])
    await host.close()
  })
})

describe('doctor', () => {
  const check = async (dataDir: string) => {
    const { code, json } = await cortexa(['doctor', '--json'], { dataDir })
    const [report] = json<{ ok: boolean; checks: Finding[] }>()
    return { code, ok: report?.ok, find: (name: string) => report?.checks.find((one) => one.name === name) }
  }

  it('finds nothing wrong with a vault that is open, and says what could be better', async () => {
    const { dataDir, window } = await startOwner()
    const { code, ok, find } = await check(dataDir)
    expect([code, ok]).toEqual([0, true])
    for (const name of ['data folder', 'key file', 'running', 'vault', 'queue', 'engine', 'built files', 'runtime'])
      expect(find(name), name).toMatchObject({ state: 'ok', todo: null })
    expect(find('backups')).toMatchObject({ state: 'warn', todo: expect.stringContaining('cortexa backup') })
    await window.call('make-backup', {})
    expect((await check(dataDir)).find('backups')).toMatchObject({ state: 'ok' })
    await window.call('lock-vault', {})
    expect((await check(dataDir)).find('vault')).toMatchObject({ state: 'warn' })
    const { out } = await cortexa(['doctor'], { dataDir })
    expect(out).toMatch(/^ok {4}runtime {6,}Cortexa/m)
    expect(out).toMatch(/^warn {2}vault {8,}The vault is locked\.\n +Unlock it/m)
  })

  it('tells a model server that does not answer, without failing', async () => {
    const { dataDir, window } = await startOwner()
    model = await startFakeOpenAi()
    await chooseModelServer(window, { baseUrl: model.baseUrl, model: 'fake-model' })
    expect((await check(dataDir)).find('server Test server')).toMatchObject({ state: 'ok', message: 'It answers, with 2 models.' })
    await model.close()
    expect(await check(dataDir)).toMatchObject({ code: 0 })
    expect((await check(dataDir)).find('server Test server')).toMatchObject({ state: 'warn' })
  })

  it('tells a folder that others can enter, a broken key file, and one that is missing', async () => {
    const dataDir = emptyFolder()
    expect((await check(dataDir)).find('key file')).toMatchObject({ state: 'warn' })
    chmodSync(dataDir, 0o755)
    expect((await check(dataDir)).find('data folder')).toMatchObject({ state: 'warn', todo: expect.stringContaining('chmod 700') })
    writeFileSync(join(dataDir, 'vault.db'), 'x')
    expect((await check(dataDir)).find('key file')).toMatchObject({ state: 'fail', message: expect.stringContaining('missing') })
    writeFileSync(join(dataDir, 'vault.hdr'), 'JUNKJUNK')
    expect(await check(dataDir)).toMatchObject({ code: 1, ok: false })
    expect((await check(join(dataDir, 'absent'))).find('data folder')).toMatchObject({ state: 'warn' })
  })
})

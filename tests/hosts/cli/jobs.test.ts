import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeOwnersAfterAll, cortexa, startOwner } from './cli-fixture'

closeOwnersAfterAll()
let owner: Awaited<ReturnType<typeof startOwner>>
let folder: string

beforeAll(async () => {
  owner = await startOwner()
  folder = mkdtempSync(join(tmpdir(), 'cortexa-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (argv: readonly string[], options: Partial<Parameters<typeof cortexa>[1]> = {}) =>
  cortexa(argv, { dataDir: owner.dataDir, cwd: folder, ...options })
const capture = async (text: string) => (await run(['capture', text])).out.trim()
const question = 'I will buy twenty pots of lavender and water them every evening, because bees like lavender.'

describe('think', () => {
  it('waits by the events, tells the way on standard error, and shows a thesis with its eight gates', async () => {
    const id = await capture(question)
    const { code, out, error } = await run(['think', id, '--wait'])
    expect(code).toBe(0)
    expect(out.match(/^ {2}\[[ x]\] /gm)).toHaveLength(8)
    expect(out).toMatch(/Made by: built-in outline/)
    expect(error.split('\n').slice(0, 3)).toEqual(['Expanding the thought', 'Looking for what speaks against it', 'Writing the thesis'])
    const shown = await run(['show', id, '--thesis'])
    expect(shown.out).toBe(out)
    expect((await run(['show', id, '--thesis', '--json'])).json()[0]).toMatchObject({
      itemId: id,
      status: 'done',
      engine: { kind: 'builtin' },
    })
  })

  it('writes one document with the outcome for programs, and without --wait the id of the job at once', async () => {
    const id = await capture(`${question} And again.`)
    const begun = await run(['think', id, '--json'])
    expect(begun.json()).toEqual([{ itemId: id, jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) }])
    const waited = await run(['think', '-', '--wait', '--json', '--quiet'], { stdin: `${id}\n` })
    expect(waited.json()[0]).toMatchObject({ itemId: id, outcome: 'done', thesis: { core: expect.any(String) } })
    expect(waited.error).toBe('')
    expect((await run(['show', await capture('no thesis here'), '--thesis'])).code).toBe(4)
  })

  it('ends when the person stops waiting, and the job goes on', async () => {
    const id = await capture('To be waited for')
    const stopped = await run(['think', id, '--wait'], { interrupt: Promise.resolve() })
    expect(stopped.code).toBe(130)
    expect(stopped.error).toMatch(/No longer waiting\. The job goes on: cortexa jobs [0-9a-f]{8}/)
    await owner.app.whenIdle()
    expect((await owner.window.call('get-thesis', { itemId: id })).status).toBe('done')
  })

  it('ends with its own code while the queue is paused', async () => {
    await owner.window.call('pause-queue', {})
    const id = await capture('Paused')
    const paused = await run(['think', id, '--wait', '--json'])
    expect([paused.code, paused.json()[0]]).toEqual([
      7,
      expect.objectContaining({ outcome: 'waiting', message: expect.stringContaining('paused') }),
    ])
    await owner.window.call('resume-queue', {})
    await owner.app.whenIdle()
  })
})

describe('brief', () => {
  it('writes the sound whole into a new file, and never over one unless forced', async () => {
    const id = await capture('Bees dance.')
    writeFileSync(join(folder, 'mine.wav'), 'my own sound')
    const kept = await run(['brief', id, '--out', 'mine.wav'])
    expect([kept.code, readFileSync(join(folder, 'mine.wav'), 'utf8')]).toEqual([2, 'my own sound'])
    expect((await owner.window.call('get-briefing', { itemId: id })).briefing, 'refused before any work').toBeNull()

    const { code, json } = await run(['brief', id, '--out', 'mine.wav', '--force', '--json', '--quiet'])
    expect(code).toBe(0)
    const sound = readFileSync(join(folder, 'mine.wav'))
    expect([sound.toString('latin1', 0, 4), sound.toString('latin1', 8, 12)]).toEqual(['RIFF', 'WAVE'])
    expect(json()[0]).toMatchObject({ outcome: 'done', bytes: sound.length, file: join(folder, 'mine.wav'), script: expect.any(String) })
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
    expect(await run(['brief', id, '--out', 'no/where.wav'])).toMatchObject({
      code: 2,
      error: expect.stringContaining('There is no folder'),
    })
  })

  it('asks for one thing to brief about', async () => {
    for (const argv of [['brief'], ['brief', 'abcd1234', '--day'], ['brief', '--day', '--week']])
      expect(await run(argv), argv.join(' ')).toMatchObject({ code: 2, error: expect.stringContaining('Say what the briefing is about') })
  })

  it('makes the script of a briefing of many', async () => {
    await run(['capture', 'Roses need sun', '--tag', 'roses'])
    await run(['capture', 'Roses need clay', '--tag', 'roses'])
    const { code, out } = await run(['brief', '--tag', 'roses', '--wait'])
    expect(code).toBe(0)
    expect(out.toLowerCase()).toContain('roses')
  })
})

describe('jobs, retry and cancel', () => {
  it('lists, shows, cancels and retries a job by a part of its id, and says when that makes no sense', async () => {
    await owner.window.call('pause-queue', {})
    const item = await capture('A thought with jobs')
    const jobId = (await run(['think', item])).out.trim()
    const listed = await run(['jobs', '--item', item, '--json'])
    expect(listed.json()).toContainEqual(expect.objectContaining({ id: jobId, type: 'expand', status: 'pending', itemId: item }))
    expect(listed.error).toContain('the queue is paused')
    expect((await run(['jobs', '--status', 'pending'])).out).toContain(`${jobId.slice(-8)}  pending    expand`)

    expect(await run(['cancel', jobId.slice(-8), '--json'])).toMatchObject({ code: 0, out: `{"cancelled":"${jobId}"}\n` })
    expect((await run(['jobs', jobId.slice(-8), '--json'])).json()[0]).toMatchObject({ id: jobId, status: 'cancelled', attemptsLog: [] })
    expect((await run(['cancel', jobId])).code).toBe(1)
    expect(await run(['retry', jobId, '--json'])).toMatchObject({ code: 0, out: '{"retried":1}\n' })
    await owner.window.call('resume-queue', {})
    await owner.app.whenIdle()
    expect((await run(['retry', jobId])).error).toContain('Only a dead or cancelled job')
    expect(await run(['retry', '--dead', '--json'])).toMatchObject({ code: 0, out: '{"retried":0}\n' })
    expect((await run(['retry'])).code).toBe(2)
    expect((await run(['jobs', '00000000-0000-7000-8000-000000000000'])).code).toBe(4)
    expect((await run(['jobs', '--status', 'lost'])).error).toContain('--status takes one of pending, running')
  })
})

describe('jobs', () => {
  it('names a thought that is in the trash', async () => {
    const id = await capture('Lavender by the wall')
    await owner.app.whenIdle()
    await owner.window.call('delete-item', { id })
    const { out } = await run(['jobs', '--item', id])
    expect(out).toMatch(/Lavender by the wall/)
    expect(out.split('\n').filter((line) => line !== '' && !line.includes('Lavender'))).toEqual([])
  })
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseDateRuns, dateEnvironment, dateRunTitle } from '../../scripts/date-runs.mjs'

const preload = join(import.meta.dirname, '..', '..', 'scripts', 'shift-date.cjs')
const DAY_MS = 86_400_000

describe('the runs on other days', () => {
  it('cover each shift and each zone once unless told otherwise', () => {
    const { runs, filters } = chooseDateRuns(['tests/app'])
    expect(runs.map(dateRunTitle)).toEqual(['+1 days, Pacific/Kiritimati', '+40 days, America/St_Johns', '+400 days'])
    expect(filters).toEqual(['tests/app'])
  })

  it.each([
    [['+400', 'tests/app'], [{ days: 400, zone: undefined }], ['tests/app']],
    [['America/St_Johns'], [{ days: 0, zone: 'America/St_Johns' }], []],
    [
      ['-1', '+40', 'UTC', 'usage'],
      [
        { days: -1, zone: 'UTC' },
        { days: 40, zone: undefined },
      ],
      ['usage'],
    ],
    [['Tests/Nowhere'], chooseDateRuns([]).runs, ['Tests/Nowhere']],
  ])('are what the arguments ask for: %j', (words, runs, filters) => {
    expect(chooseDateRuns(words)).toEqual({ runs, filters })
  })

  it('change nothing without a shift and a zone', () => {
    expect(dateEnvironment({ days: 0, zone: undefined }, preload)).toEqual({})
  })
})

/** Prints, as JSON, what a worker thread and a child process read beside the process itself. */
const program = `
const { execFileSync } = require('node:child_process')
const { Worker } = require('node:worker_threads')
const fs = require('node:fs')
const file = process.argv[1]
const fileTimes = (async () => {
  fs.writeFileSync(file, '')
  const written = fs.statSync(file).mtimeMs
  const then = new Date(1_900_000_000_000)
  fs.utimesSync(file, then, then)
  const set = [fs.statSync(file), await fs.promises.stat(file), await new Promise((done) => fs.stat(file, (_, stats) => done(stats)))]
  await fs.promises.utimes(file, 1_800_000_000, 1_800_000_000)
  return { written, set: [...set, fs.lstatSync(file)].map(({ mtime }) => mtime.getTime()) }
})()
const read = "[Date.now(), new Date().getTime(), Date.parse(Date()), new Date(5).getTime()]"
const child = JSON.parse(execFileSync(process.execPath, ['-e', 'console.log(JSON.stringify(' + read + '))'], { encoding: 'utf8' }))
new Worker('require("node:worker_threads").parentPort.postMessage(' + read + ')', { eval: true }).once('message', async (worker) => {
  console.log(JSON.stringify({
    reads: { own: eval(read), child, worker },
    fileTimes: await fileTimes,
    hour: new Date(Date.UTC(2025, 0, 1)).getHours(),
    isDate: [new Date() instanceof Date, new Date().constructor === Date, new (class extends Date { extra = 1 })().extra],
  }))
})`

describe('the date of their processes', () => {
  let folder
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dates-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it.each([-1, 40, 400])('is moved by %i days, in worker threads, child processes and times of files too', (days) => {
    const env = { ...process.env, ...dateEnvironment({ days, zone: 'Pacific/Kiritimati' }, preload, '') }
    // This test may itself run on another day.
    const before = Date.now() - Number(process.env.CORTEXA_DATE_SHIFT ?? 0) * DAY_MS
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', program, join(folder, 'file')], { env, encoding: 'utf8' })
    const after = Date.now() - Number(process.env.CORTEXA_DATE_SHIFT ?? 0) * DAY_MS
    expect(stderr).toBe('')
    const { reads, hour, isDate, fileTimes } = JSON.parse(stdout)
    for (const [now, made, written, given] of Object.values(reads)) {
      for (const moment of [now, made, written, fileTimes.written]) {
        expect(moment - days * DAY_MS).toBeGreaterThanOrEqual(before - 1000)
        expect(moment - days * DAY_MS).toBeLessThanOrEqual(after)
      }
      expect(given).toBe(5)
    }
    expect(hour).toBe(14)
    expect(fileTimes.set).toEqual([1_900_000_000_000, 1_900_000_000_000, 1_900_000_000_000, 1_800_000_000_000])
    expect(isDate).toEqual([true, true, 1])
  })
})

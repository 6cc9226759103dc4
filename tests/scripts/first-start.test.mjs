import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ensureFirstStart, watchStart } from '../../scripts/first-start.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cortexa-test-start-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

/** A program that says what a start says, and then runs on until it is ended, or ends itself. */
function programThatSays(text, then = 'setInterval(() => undefined, 1000)') {
  const file = join(folder, 'program.mjs')
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'
    appendFileSync(${JSON.stringify(join(folder, 'starts'))}, process.env.CORTEXA_LOG_START + ' ' + process.argv.slice(2, 3) + '\\n')
    process.stderr.write(${JSON.stringify(text)})
    ${then}`,
  )
  return { program: process.execPath, args: [file], env: process.env, marker: join(folder, 'cache', 'started') }
}

const starts = () => readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n')

it('starts the program once, until its window is shown', async () => {
  const start = programThatSays('DevTools\nStart: 5 ms, app ready\nStart: 9 ms, window shown\n')
  await ensureFirstStart(start)
  await ensureFirstStart(start)
  expect(starts()).toEqual(['1 --data'])
})

it('says how far a start came that showed no window, and tries again the next time', async () => {
  const said = []
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(line))
  const start = programThatSays('Start: 5 ms, app ready\n', '')
  await ensureFirstStart(start)
  await ensureFirstStart(start)
  expect(starts()).toHaveLength(2)
  expect(said.join('\n')).toContain('showed no window. How far it came:\nStart: 5 ms, app ready')
  expect(existsSync(start.marker)).toBe(false)
})

it('goes on when there is no such program', async () => {
  expect(await watchStart(join(folder, 'none'), [], {})).toEqual({ isShown: false, stages: [] })
})

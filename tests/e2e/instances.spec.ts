import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'playwright/test'
import { executable, launchCortexa, makeFolder, removeFolders } from './support/launch'
import { makeVault } from './support/made-vault'
import { call, createVault, unlock } from './support/person'

test.afterAll(removeFolders)

const project = resolve(__dirname, '../..')

/** Starts the app without Playwright and gives its exit code, or null when it still runs after a minute. */
function startAgain(dataDir: string): Promise<number | null> {
  return new Promise((done) => {
    const root = process.getuid?.() === 0
    const child = spawn(executable(), [...(root ? ['--no-sandbox'] : []), '--disable-gpu', project, '--data', dataDir], { stdio: 'ignore' })
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      done(null)
    }, 60_000)
    child.once('exit', (code) => {
      clearTimeout(timer)
      done(code)
    })
  })
}

test('a second start ends before it touches the vault, and the first goes on', async () => {
  const dataDir = `${makeFolder('twice')}/vault`
  const cortexa = await launchCortexa({ dataDir })
  try {
    await createVault(cortexa.window)
    expect(await Promise.all([startAgain(dataDir), startAgain(dataDir)])).toEqual([0, 0])
    expect((await call<{ id: string }>(cortexa.window, 'capture-item', { body: 'Still here.' })).id).toBeTruthy()
    expect(await cortexa.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  } finally {
    await cortexa.close()
  }
})

test('a start after a kill -9 finds no stale lock', async () => {
  const dataDir = await makeVault()
  const first = await launchCortexa({ dataDir })
  await unlock(first.window)
  await call(first.window, 'capture-item', { body: 'Written before the power went.' })
  await first.kill()
  const second = await launchCortexa({ dataDir })
  try {
    await unlock(second.window)
    const { items } = await call<{ items: { title: string }[] }>(second.window, 'list-items', {})
    expect(items.map((item) => item.title)).toEqual(['Written before the power went.'])
  } finally {
    await second.close()
  }
})

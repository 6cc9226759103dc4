import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'playwright/test'
import { launchCortexa, makeFolder, removeFolders } from './support/launch'
import { call, createVault } from './support/person'

test.afterAll(removeFolders)

const bin = resolve(__dirname, '../../bin/cortexa.mjs')

/** Runs the command line beside the window. */
function cortexa(dataDir: string, ...args: string[]): Promise<{ code: number | null; out: string; error: string }> {
  const child = spawn(process.execPath, [bin, ...args, '--data', dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, error] = ['', '']
  child.stdout.on('data', (text) => {
    out += text
  })
  child.stderr.on('data', (text) => {
    error += text
  })
  return new Promise((done) => child.once('close', (code) => done({ code, out, error })))
}

test('the command line works with the window that is open, and says so when it is locked or closed', async () => {
  const dataDir = `${makeFolder('cli')}/vault`
  const app = await launchCortexa({ dataDir })
  try {
    expect(await cortexa(dataDir, 'list')).toMatchObject({ code: 12 })
    await createVault(app.window)
    const saved = await cortexa(dataDir, 'capture', 'Written in a terminal')
    expect([saved.code, saved.error]).toEqual([0, ''])
    await expect(app.window.getByText('Written in a terminal').first()).toBeVisible()
    await call(app.window, 'capture-item', { body: 'Stays at the window', private: true })
    const listed = await cortexa(dataDir, 'list')
    expect(listed.out).toContain('Written in a terminal')
    expect(listed.out).not.toContain('Stays at the window')
    expect((await cortexa(dataDir, 'backup', '--json')).out).toContain('"items":2')
    await call(app.window, 'lock-vault', {})
    expect(await cortexa(dataDir, 'list')).toMatchObject({ code: 12, error: expect.stringContaining('The vault is locked') })
  } finally {
    await app.close()
  }
  expect(await cortexa(dataDir, 'list')).toMatchObject({ code: 3, error: expect.stringContaining('Cortexa is not running') })
})

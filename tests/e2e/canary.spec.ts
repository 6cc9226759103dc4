import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { type Find, findInDeletedFiles, findInFolders, processTree } from '../support/canary'
import { startFakeOpenAi } from '../support/fake-openai-server'
import { launchCortexa, makeFolder, removeFolders } from './support/launch'
import {
  call,
  capture,
  chooseModelServer,
  createVault,
  lock,
  openPlace,
  openThought,
  PASSPHRASE,
  unlock,
  waitForQueue,
} from './support/person'

test.afterAll(removeFolders)

/** One word for each field, so that a find says where it came from. */
const canaries = {
  title: 'CanaryTitleQx7731',
  body: 'CanaryBodyQx7732',
  tag: 'CanaryTagQx7733',
  private: 'CanaryPrivateQx7734',
  draft: 'CanaryDraftQx7735',
  query: 'CanaryQueryQx7736',
  reply: 'CanaryReplyQx7737',
  serverWords: 'CanaryServerQx7738',
  key: 'sk-CanaryKeyQx7739',
  summary: 'CanarySummaryQx7740',
  model: 'CanaryModelQx7741',
  deleted: 'CanaryDeletedQx7742',
} as const

test('no word of a person, a key or a model lies in plain on the disk', async () => {
  test.setTimeout(240_000)
  const fake = await startFakeOpenAi({ apiKey: canaries.key, models: [canaries.model] })
  const home = makeFolder('home')
  const dataDir = join(makeFolder('canary'), 'vault')
  const scratchDir = makeFolder('tmp')
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache'), XDG_DATA_HOME: join(home, 'share') }
  const words: string[] = Object.values(canaries)
  const inDeletedFiles: Find[] = []
  let sampling: NodeJS.Timeout | undefined
  const sample = (pid: number | undefined) => {
    clearInterval(sampling)
    sampling = setInterval(() => inDeletedFiles.push(...findInDeletedFiles(pid === undefined ? [] : processTree(pid), words)), 50)
  }

  let cortexa = await launchCortexa({ dataDir, scratchDir, env })
  sample(cortexa.app.process().pid)
  try {
    const { window } = cortexa
    const recoveryKey = (await createVault(window)).join('')
    words.push(recoveryKey.slice(0, 24))
    await capture(window, `${canaries.title}\n\n${canaries.body} is what this thought is about. #${canaries.tag}`)
    await call(window, 'capture-item', { body: `${canaries.private} stays here`, private: true, tags: [canaries.tag] })
    const { id: doomed } = await call<{ id: string }>(window, 'capture-item', { body: `${canaries.deleted} goes away` })
    await waitForQueue(window)
    await openThought(window, canaries.title)
    await window.keyboard.press('d')
    await expect(window.getByRole('region', { name: 'Deep Think' }).getByText(/of 8 gates closed/)).toBeVisible({ timeout: 60_000 })
    await window.keyboard.press('b')
    await waitForQueue(window)
    await call(window, 'search-items', { query: canaries.query })
    await window.keyboard.press('Control+k')
    await window.keyboard.type(canaries.query)
    await window.keyboard.press('Escape')
    await call(window, 'delete-item', { id: doomed })
    await call(window, 'erase-item', { id: doomed })

    await chooseModelServer(window, { baseUrl: fake.baseUrl, model: canaries.model, apiKey: canaries.key })
    const { items } = await call<{ items: { id: string; title: string }[] }>(window, 'list-items', {})
    const itemId = items.find((item) => item.title === canaries.title)?.id
    fake.script(`${canaries.reply} as an expansion`, { kind: 'status', status: 400, message: `${canaries.serverWords} went wrong` })
    await call(window, 'deep-think', { itemId })
    await expect
      .poll(async () => (await call<{ counts: Record<string, number> }>(window, 'list-jobs', {})).counts.running, { timeout: 60_000 })
      .toBe(0)
    await call(window, 'update-item', { id: itemId, summary: canaries.summary })
    // Work that makes SQLite sort more than it holds in its cache. Two are read for their meaning; forty would take a minute.
    const captureLong = (n: number) =>
      call(window, 'capture-item', { body: `${canaries.body} ${n} ${'words '.repeat(4000)}`, tags: [canaries.tag] })
    for (let n = 0; n < 2; n++) await captureLong(n)
    await waitForQueue(window)
    await call(window, 'pause-queue', {})
    for (let n = 2; n < 40; n++) await captureLong(n)
    await call(window, 'list-items', { sort: 'title', limit: 200 })
    await openPlace(window, 'Jobs')

    // A thought in the making when the vault is locked, and one when the process is killed.
    await window.keyboard.press('Control+n')
    await window.keyboard.type(`${canaries.draft} in the making`)
    await lock(window)
    expect(await window.content()).not.toContain(canaries.body)
    await unlock(window)
    await window.keyboard.press('Control+n')
    await window.keyboard.type(`${canaries.draft} again`)
    // It dies at work, and goes on with it for some seconds after the next start.
    await call(window, 'resume-queue', {})
    await expect
      .poll(async () => (await call<{ counts: Record<string, number> }>(window, 'list-jobs', {})).counts.running)
      .toBeGreaterThan(0)
    await cortexa.kill()
    cortexa = await launchCortexa({ dataDir, scratchDir, env })
    sample(cortexa.app.process().pid)
    await unlock(cortexa.window)
    await cortexa.window.waitForTimeout(5000)
  } finally {
    clearInterval(sampling)
    await cortexa.close()
    await fake.close()
  }

  const folders = [dataDir, `${dataDir}-runtime`, scratchDir, home].filter((folder) => existsSync(folder))
  expect(folders).toContain(`${dataDir}-runtime`)
  const control = join(scratchDir, 'control.txt')
  writeFileSync(control, `${Buffer.from(`x${canaries.body}`).toString('base64')} ${canaries.title}`)
  expect(
    findInFolders([scratchDir], words)
      .map((find) => find.form)
      .sort(),
  ).toEqual(expect.arrayContaining(['UTF-8', 'base64+1']))
  rmSync(control)
  expect(findInFolders(folders, [...words, PASSPHRASE])).toEqual([])
  expect(inDeletedFiles).toEqual([])
})

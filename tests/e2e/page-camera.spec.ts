import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'playwright/test'
import type { CommandInput, CommandName, CommandOutput } from '../../src/shared/contract'
import { type FakeOpenAi, startFakeOpenAi } from '../support/fake-openai-server'
import { type FakeSearch, startFakeSearch } from '../support/fake-search/search-site'
import { makePng } from '../support/fake-site/make-png'
import { type Site, startSite } from '../support/web-site'
import { launchCortexa, type RunningCortexa, removeFolders } from './support/launch'
import { makeVault } from './support/made-vault'
import { call, unlock, waitForQueue } from './support/person'

const folder = resolve(__dirname, '../../test-results/page-camera')
mkdirSync(folder, { recursive: true })

let running: RunningCortexa
let site: Site
let search: FakeSearch
let model: FakeOpenAi
test.afterAll(async () => {
  await running?.close()
  await Promise.all([site?.close(), search?.close(), model?.close()])
  removeFolders()
})

const names = ['Styled', 'Scripted', 'Missing', 'Sharing']

/** Only what a script would do, and all that a page may not: the trap hears of each. */
function styledPage(origin: string): string {
  return `<!doctype html><html><head><title>Styled</title><link rel="stylesheet" href="/style.css">
    <script src="/trap/script.js"></script><meta http-equiv="refresh" content="0;url=/trap/refresh"></head>
    <body onload="fetch('/trap/fetch')"><h1>A tool with a face</h1><p>Words in the middle of the page.</p><img src="/picture.png" width="300" height="160">
    <iframe src="${origin}/trap/frame"></iframe><video src="/trap/video.mp4" autoplay></video><img src="http://192.168.0.1/trap/inside.png">
    <script>document.body.innerHTML = 'changed by a script'; location = '/trap/move'</script></body></html>`
}

test('takes pictures of pages, without their scripts, frames and cookies, and keeps them with the items', async () => {
  test.setTimeout(120_000)
  const png = makePng(300, 160)
  site = await startSite({
    '/list': (_request, response) => {
      const items = names.map((name) => `<h2>${name}</h2><p><a href="/${name.toLowerCase()}">home</a> is a tool.</p>`).join('')
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Tools with pages of their own</h1>${items}`)
    },
    '/styled': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'seen=1' }).end(styledPage(site.origin))
    },
    '/style.css': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/css' }).end('body{background:#235;color:#fff;font:40px sans-serif;margin:60px}')
    },
    '/picture.png': (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(png),
    '/scripted': '<html><body><div id="root"></div><script>document.body.innerHTML = "made by a script"</script></body></html>',
    '/sharing': '<html><head><meta property="og:image" content="/picture.png"></head><body><h1>Its own picture is small</h1></body></html>',
  })
  search = await startFakeSearch()
  search.answer({ body: { type: 'search', web: { results: [{ title: 'List', url: `${site.origin}/list`, description: 'Tools' }] } } })
  const say = (name: string, input: unknown) => ({ content: null, toolCalls: [{ name, arguments: JSON.stringify(input) }] })
  const lines = [say('search', { queries: ['tools'] }), say('processUrls', { urls: [`${site.origin}/list`] })]
  model = await startFakeOpenAi({
    models: ['parent', 'worker'],
    answer: ({ model: name }) =>
      name === 'parent'
        ? (lines.shift() ?? 'Done.')
        : JSON.stringify({
            about: 'Tools.',
            items: names.map((tool) => ({
              name: tool,
              source_url: `${site.origin}/${tool.toLowerCase()}`,
              description: `${tool} is a tool.`,
              category: 'Tools',
            })),
          }),
  })
  running = await launchCortexa({
    dataDir: await makeVault(),
    web: { exemptOrigins: [site.origin, search.origin], searchBases: { brave: search.origin }, paceMs: 0 },
  })
  const { window } = running
  const ask = <N extends CommandName>(name: N, input: CommandInput<N>) => call<CommandOutput<N>>(window, name, input)
  await unlock(window)
  await ask('save-search-engine', { id: 'brave', apiKey: 'key', use: true })
  const { id } = await ask('save-endpoint', { name: 'Test server', baseUrl: model.baseUrl })
  const role = (name: string) => ({ endpointId: id, model: name })
  await ask('update-settings', { roles: { thinker: role('parent'), worker: role('worker') }, autoSummary: false })
  const { runId, collectionId } = await ask('start-collect', {
    name: 'Tools',
    prompt: 'Tools.',
    config: { capture_screenshots: true },
  })
  await waitForQueue(window)

  const run = await ask('get-collect-run', { id: runId })
  expect(run.steps[3]).toMatchObject({ status: 'completed' })
  expect(run.warnings).toEqual([expect.stringContaining('2 screenshot(s) failed')])
  expect(run.warnings[0]).toContain('shows nothing without scripts')
  const { proposals } = await ask('list-proposals', { runId })
  expect(proposals.map(({ slug, hasPicture }) => [slug, hasPicture])).toEqual([
    ['styled', true],
    ['scripted', false],
    ['missing', false],
    ['sharing', true],
  ])
  const { picture } = await ask('read-proposal-picture', { runId, slug: 'styled' })
  expect(picture?.mime).toBe('image/jpeg')
  const bytes = Buffer.from(picture?.base64 ?? '', 'base64')
  expect(bytes.length).toBeLessThan(1024 * 1024)
  writeFileSync(join(folder, 'styled.jpg'), bytes)

  // Nothing that a script, a frame, a film or a moving page asks for was asked, no inner address was opened, and no cookie went back.
  expect(site.requests.filter(({ path }) => path.startsWith('/trap'))).toEqual([])
  expect(site.requests.filter(({ headers }) => headers.cookie !== undefined)).toEqual([])
  const { entries } = await ask('list-egress', { kind: 'image' })
  expect(entries.filter(({ path }) => path === '/style.css')).toMatchObject([{ jobType: 'collect', status: 200 }])
  expect(entries.filter(({ host }) => host === '192.168.0.1')).toMatchObject([{ failure: 'WEB_BLOCKED_ADDRESS', bytesOut: 0 }])
  // The window is gone with the run.
  expect(await running.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)

  await ask('decide-proposals', { runId, decision: 'accept' })
  const { items } = await ask('list-collected-items', { id: collectionId })
  const styled = items.find(({ slug }) => slug === 'styled')
  const { attachments } = await ask('list-attachments', { itemId: styled?.itemId ?? '' })
  expect(attachments).toMatchObject([{ id: styled?.pictureId, name: 'Styled.jpg', kind: 'image', width: 1280, height: 800 }])
  const file = await ask('read-attachment', { id: attachments[0]?.id ?? '', offset: 0 })
  expect(Buffer.from(file.base64, 'base64').equals(bytes)).toBe(true)
})

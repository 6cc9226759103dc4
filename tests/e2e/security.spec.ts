import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'playwright/test'
import { launchCortexa, type RunningCortexa, removeFolders } from './support/launch'

// One start for all: every probe must leave the window as it was, which the last line of most tests checks.
let cortexa: RunningCortexa
let trap: Server
let trapUrl: string
const trapHits: string[] = []

test.beforeAll(async () => {
  trap = createServer((request, response) => {
    trapHits.push(`${request.method} ${request.url}`)
    response.end('caught')
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`
  cortexa = await launchCortexa()
  await settle()
})

test.afterAll(async () => {
  await cortexa?.close()
  trap?.close()
  removeFolders()
})

/** Runs the probe in the page, in a turn of its own because the policy is lax for the turn that a debugger starts, and answers what became of it, as text, after `patience` milliseconds at the latest. */
function probe(code: string, patience = 3000): Promise<string> {
  return cortexa.window.evaluate(
    `Promise.race([new Promise((go) => setTimeout(go)).then(() => ${code}), new Promise((resolve) => setTimeout(resolve, ${patience}, 'nothing'))]).then(String, (error) => 'refused: ' + error.name)`,
  ) as Promise<string>
}

/** Waits until our page is there, whole. A question asked in the middle of a change of pages fails and is asked again. */
function settle(): Promise<void> {
  return expect(async () => expect(await probe("location.href + ' ' + document.readyState")).toBe('tv://app/ complete')).toPass({
    timeout: 20_000,
  })
}

async function expectUntouched(): Promise<void> {
  expect(cortexa.app.windows().map((window) => window.url())).toEqual(['tv://app/'])
  expect(trapHits).toEqual([])
}

test('H1: the window is shut in', async () => {
  const preferences = await cortexa.app.evaluate(({ webContents }) =>
    webContents
      .getAllWebContents()
      .map((contents) => (contents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences()),
  )
  expect(preferences).toHaveLength(1)
  expect(preferences[0]).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    experimentalFeatures: false,
    allowRunningInsecureContent: false,
  })
  expect(preferences[0]?.enableBlinkFeatures || '').toBe('')
  expect(await probe('[typeof require, typeof process, typeof module, typeof Buffer, typeof global].join()')).toBe(
    'undefined,undefined,undefined,undefined,undefined',
  )
})

test('H3: the page comes from its own scheme, and files cannot be reached', async () => {
  expect(await probe('location.origin')).toBe('tv://app')
  expect(await probe('window.isSecureContext')).toBe('true')
  expect(await probe("fetch('file:///etc/passwd').then((answer) => answer.text())")).toMatch(/^refused/)
  const opened = await cortexa.app.evaluate(({ session }) =>
    session
      .fromPartition('cortexa')
      .fetch('file:///etc/passwd')
      .then(
        (answer) => answer.status,
        () => 0,
      ),
  )
  expect(opened).toBe(403)
  for (const address of ['tv://app/../package.json', 'tv://app/..%2fmain%2findex.js', 'tv://app/%2e%2e/preload/index.js']) {
    const status = await cortexa.app.evaluate(
      ({ session }, url) =>
        session
          .fromPartition('cortexa')
          .fetch(url)
          .then(
            (answer) => answer.status,
            () => 0,
          ),
      address,
    )
    expect([address, status === 200]).toEqual([address, false])
  }
  await expectUntouched()
})

test("H4: the policy stops code and styles that are not the app's own files", async () => {
  const policy = await cortexa.app.evaluate(({ session }) =>
    session
      .fromPartition('cortexa')
      .fetch('tv://app/')
      .then((answer) => answer.headers.get('content-security-policy')),
  )
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';")
  expect(policy).not.toMatch(/unsafe|\*|https?:/)
  const inline =
    "(() => { const script = document.createElement('script'); try { script.textContent = 'window.probed = true' } catch {} document.body.append(script); script.remove(); return window.probed })()"
  expect(await probe(inline)).toBe('undefined')
  expect(await probe("eval('1 + 1')")).toMatch(/^refused/)
  expect(await probe("new Function('return 1')()")).toMatch(/^refused/)
  expect(await probe("document.createElement('div').innerHTML = '<b>x</b>'")).toMatch(/^refused/)
  expect(await probe("document.createElement('a').setAttribute('onclick', 'window.probed = true')")).toMatch(/^refused|undefined/)
  expect(await probe('window.probed')).toBe('undefined')
  const style =
    "(() => { const style = document.createElement('style'); style.textContent = 'body { outline: 7px solid red }'; document.head.append(style); const width = getComputedStyle(document.body).outlineWidth; style.remove(); return width })()"
  expect(await probe(style)).not.toBe('7px')
  const script = `new Promise((resolve) => { const script = document.createElement('script'); script.onload = () => resolve('ran'); script.onerror = () => resolve('stopped'); try { script.src = '${trapUrl}/script.js' } catch { resolve('stopped') } document.head.append(script); script.remove() })`
  expect(await probe(script)).toMatch(/stopped|nothing/)
  await expectUntouched()
})

test('H5: nothing leads to another address or a second window', async () => {
  const tries = [
    `window.open('${trapUrl}/open')`,
    "window.open('tv://app/')",
    "window.open('about:blank')",
    `(location.href = '${trapUrl}/location', 1)`,
    `(location.replace('${trapUrl}/replace'), 1)`,
    "(location.href = 'file:///etc/passwd', 1)",
    "(location.href = 'data:text/html,x', 1)",
    "(() => { try { location.href = 'javascript:window.probed = true' } catch {} })()",
    `(() => { const link = Object.assign(document.createElement('a'), { href: '${trapUrl}/link' }); document.body.append(link); link.click(); link.remove() })()`,
    `(() => { const link = Object.assign(document.createElement('a'), { href: '${trapUrl}/blank', target: '_blank' }); document.body.append(link); link.click(); link.remove() })()`,
    `(() => { const link = Object.assign(document.createElement('a'), { href: '${trapUrl}/middle' }); document.body.append(link); link.dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true })); link.remove() })()`,
    `(() => { const link = Object.assign(document.createElement('a'), { href: 'data:text/plain,x', download: 'x.txt' }); document.body.append(link); link.click(); link.remove() })()`,
    `(() => { const form = Object.assign(document.createElement('form'), { action: '${trapUrl}/form', method: 'post' }); document.body.append(form); form.submit(); form.remove() })()`,
    `(() => { const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=${trapUrl}/meta' }); document.head.append(meta); meta.remove() })()`,
    `(() => { const frame = Object.assign(document.createElement('iframe'), { src: '${trapUrl}/frame' }); document.body.append(frame); setTimeout(() => frame.remove(), 200) })()`,
    `(() => { const object = Object.assign(document.createElement('object'), { data: '${trapUrl}/object' }); document.body.append(object); setTimeout(() => object.remove(), 200) })()`,
    '(history.back(), history.forward(), 1)',
  ]
  for (const attempt of tries) await probe(attempt)
  await cortexa.window.waitForTimeout(500)
  expect(await probe('window.probed')).toBe('undefined')
  await expectUntouched()
})

test('H6: every permission is denied', async () => {
  expect(
    await probe(
      "new Promise((resolve) => navigator.geolocation.getCurrentPosition(() => resolve('granted'), (error) => resolve('denied ' + error.code)))",
    ),
  ).toBe('denied 1')
  expect(await probe('Notification.requestPermission()')).toBe('denied')
  for (const ask of [
    'navigator.clipboard.readText()',
    'navigator.mediaDevices.getUserMedia({ audio: true })',
    'navigator.mediaDevices.getUserMedia({ video: true })',
    'navigator.mediaDevices.getDisplayMedia()',
    'navigator.usb.requestDevice({ filters: [] })',
    'navigator.hid.requestDevice({ filters: [] })',
    'navigator.serial.requestPort()',
    'navigator.requestMIDIAccess({ sysex: true })',
  ]) {
    expect([ask, await probe(ask)]).toEqual([ask, expect.stringMatching(/^refused/)])
  }
  await expectUntouched()
})

test('H7: the page reaches no server, not even on this computer', async () => {
  const socket = trapUrl.replace('http', 'ws')
  await probe(`fetch('${trapUrl}/fetch')`)
  await probe(`fetch('${trapUrl}/no-cors', { mode: 'no-cors' })`)
  await probe(
    `new Promise((resolve) => { const image = new Image(); image.onload = image.onerror = resolve; image.src = '${trapUrl}/image' })`,
  )
  await probe(`new Promise((resolve) => { const socket = new WebSocket('${socket}/socket'); socket.onopen = socket.onerror = resolve })`)
  await probe(`navigator.sendBeacon('${trapUrl}/beacon', 'x')`)
  await probe(`new Promise((resolve) => { const source = new EventSource('${trapUrl}/events'); source.onopen = source.onerror = resolve })`)
  await probe(`new Audio('${trapUrl}/audio').play()`)
  await probe(`document.fonts.add(new FontFace('x', 'url(${trapUrl}/font)')), document.fonts.load('12px x')`)
  for (const kind of ['prefetch', 'preload', 'preconnect', 'dns-prefetch', 'modulepreload', 'icon', 'stylesheet', 'manifest']) {
    await probe(
      `(() => { const link = Object.assign(document.createElement('link'), { rel: '${kind}', href: '${trapUrl}/${kind}' }); document.head.append(link); setTimeout(() => link.remove(), 300) })()`,
    )
  }
  // Also past the policy: the session itself refuses, and a name or number leads nowhere.
  const past = await cortexa.app.evaluate(
    ({ session }, url) =>
      Promise.all(
        [session.fromPartition('cortexa'), session.defaultSession].map((one) =>
          one.fetch(url).then(
            () => 'reached',
            () => 'refused',
          ),
        ),
      ),
    `${trapUrl}/session`,
  )
  expect(past).toEqual(['refused', 'refused'])
  await cortexa.window.waitForTimeout(500)
  await expectUntouched()
})

test('H8: an address goes to the browser only after the person said so, who sees its true host', async () => {
  await cortexa.app.evaluate(({ dialog, shell }) => {
    const seen = { asked: [] as string[], opened: [] as string[], answer: 1 }
    Object.assign(globalThis, { seen })
    dialog.showMessageBox = (async (_window: unknown, options: { message: string }) => {
      seen.asked.push(options.message)
      return { response: seen.answer, checkboxChecked: false }
    }) as unknown as typeof dialog.showMessageBox
    shell.openExternal = async (url: string) => void seen.opened.push(url)
  })
  expect(await probe("window.platform.openExternal('https://аpple.com/x')")).toBe('false')
  await cortexa.app.evaluate(() => Object.assign((globalThis as unknown as { seen: object }).seen, { answer: 0 }))
  expect(await probe("window.platform.openExternal('https://example.org/a')")).toBe('true')
  for (const hostile of [
    'file:///etc/passwd',
    'http://example.org/',
    'javascript:alert(1)',
    'smb://server/share',
    'https://a@example.org/',
  ]) {
    expect([hostile, await probe(`window.platform.openExternal(${JSON.stringify(hostile)})`)]).toEqual([hostile, 'false'])
  }
  const seen = await cortexa.app.evaluate(() => (globalThis as unknown as { seen: { asked: string[]; opened: string[] } }).seen)
  expect(seen.asked).toEqual(['Open xn--pple-43d.com in your browser?', 'Open example.org in your browser?'])
  expect(seen.opened).toEqual(['https://example.org/a'])
})

test('H9: the page gets these functions and nothing else, and cannot change them', async () => {
  const given = await cortexa.window.evaluate(`({
    vault: Object.keys(window.vault).sort(),
    platform: Object.keys(window.platform).sort(),
    frozen: [window.vault, window.platform].map((api) => Object.isFrozen(api)),
    leaked: ['ipcRenderer', 'electron', 'require', 'process', 'module', 'Buffer', '__dirname'].filter((name) => name in window),
  })`)
  expect(given).toEqual({
    vault: ['invoke', 'subscribe'],
    platform: [
      'chooseFolder',
      'copyText',
      'fallbackRuntime',
      'name',
      'openExternal',
      'reportFault',
      'saveAttachment',
      'saveBriefing',
      'saveHive',
      'saveText',
    ],
    frozen: [true, true],
    leaked: [],
  })
  expect(
    await probe("(() => { 'use strict'; try { window.vault = {}; } catch {} return Object.keys(window.vault).sort().join() })()"),
  ).toBe('invoke,subscribe')
})

test('H10: junk gets a typed error, and the app goes on', async () => {
  const junk = [
    "'7'",
    '{ extra: 1 }',
    'JSON.parse(\'{"__proto__":{}}\')',
    "'x'.repeat(11_000_000)",
    '[[[[[]]]]]',
    'NaN',
    '10n',
    '(() => { const a = {}; a.a = a; return a })()',
    '[]',
    '-1',
    'null',
    "'\\ud800'",
    '() => 1',
    'Symbol.iterator',
    'document.body',
  ]
  for (const value of junk) {
    const code = await probe(`window.vault.invoke('unlock-vault', ${value}).then((result) => (result.ok ? 'ok' : result.error.code))`)
    expect([value, code]).toEqual([value, expect.stringMatching(/^BAD_INPUT$|^refused/)])
  }
  for (const name of ["'no-such'", "'__proto__'", "'constructor'", '7', 'null', '{}', "'x'.repeat(1000)"]) {
    const code = await probe(`window.vault.invoke(${name}, {}).then((result) => (result.ok ? 'ok' : result.error.code))`)
    expect([name, code]).toEqual([name, expect.stringMatching(/^BAD_INPUT$|^NOT_FOUND$|^refused/)])
  }
  expect(await probe("window.vault.invoke('vault-status', {}).then((result) => result.ok)")).toBe('true')
})

test('H10: a page that is not ours is refused, even in our window', async () => {
  const code = await cortexa.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) return 'no window'
    const handlers = (ipcMain as unknown as { _invokeHandlers: Map<string, (event: object, ...parts: unknown[]) => Promise<unknown>> })
      ._invokeHandlers
    const ask = (senderFrame: object | null, sender: object = window.webContents) =>
      handlers.get('endpoint:invoke')?.({ sender, senderFrame, _reply() {}, _throw() {} }, 'vault-status', {})
    return JSON.stringify(
      await Promise.all([
        ask({ parent: null, url: 'https://example.org/' }),
        ask({ parent: {}, url: 'tv://app/' }),
        ask({ parent: null, url: 'tv://blank/' }),
        ask({ parent: null, url: 'tv://app.example/' }),
        ask(null),
        ask({ parent: null, url: 'tv://app/' }, {}),
      ]),
    )
  })
  expect(code.match(/FORBIDDEN/g)).toHaveLength(6)
})

test('H12: there is no inspector', async () => {
  const open = await cortexa.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.openDevTools()
    return contents?.isDevToolsOpened()
  })
  expect(open).toBe(false)
})

test('after a lock the process that held the content is gone, and the page asks for the passphrase', async () => {
  expect(
    await probe(
      "window.vault.invoke('create-vault', { passphrase: 'correct horse battery staple lantern' }).then((result) => result.ok)",
      30_000,
    ),
  ).toBe('true')
  const processOf = () => cortexa.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0)
  const before = await processOf()
  await probe("window.vault.invoke('lock-vault', {})")
  await expect.poll(processOf, { timeout: 15_000 }).not.toBe(before)
  await expect.poll(() => existsSync(`/proc/${before}/exe`), { timeout: 15_000 }).toBe(false)
  await settle()
  expect(await probe("window.vault.invoke('list-items', {}).then((result) => result.error.code)")).toBe('VAULT_LOCKED')
  expect(await probe("window.vault.invoke('vault-status', {}).then((result) => result.data.state)")).toBe('locked')
})

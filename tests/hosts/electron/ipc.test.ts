import { EventEmitter } from 'node:events'
import type { IpcMain, IpcMainInvokeEvent, WebContents } from 'electron'
import { beforeEach, describe, expect, it } from 'vitest'
import { serveIpc } from '../../../src/main/hosts/electron/ipc'
import type { Endpoint } from '../../../src/shared/client'
import { AppError, type WireResult } from '../../../src/shared/errors'
import { createSmallApp } from '../http/small-app'

type Handler = (event: IpcMainInvokeEvent, ...parts: unknown[]) => Promise<WireResult>

/** Stands for one window's page: what Electron would send to it is gathered. */
class Contents extends EventEmitter {
  sent: unknown[][] = []
  gone = false
  isDestroyed() {
    return this.gone
  }
  send(...message: unknown[]) {
    if (this.gone) throw new Error('Object has been destroyed')
    this.sent.push(message)
  }
}

let handlers: Map<string, Handler>
let app: ReturnType<typeof createSmallApp>
let own: Contents
let opened: string[]
let copied: unknown[][]
let saved: unknown[][]
let faults: string[]

function serve(endpoint: Endpoint = app) {
  const ipcMain = {
    handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
    removeHandler: (channel: string) => void handlers.delete(channel),
  } as unknown as Pick<IpcMain, 'handle' | 'removeHandler'>
  return serveIpc({
    ipcMain,
    endpoint,
    isOwnPage: ({ sender }) => (sender as unknown) === own,
    openExternal: async (url) => opened.push(url) > 0,
    copyText: (...given) => void copied.push(given),
    saveAttachment: async (id) => (id === 'chosen' ? 'photo.png' : null),
    saveText: async (...given) => {
      saved.push(given)
      return `my ${given[0]}`
    },
    saveBriefing: async (id) => (id === 'chosen' ? 'news.wav' : null),
    saveHive: async (id, confirmed) => (id === 'chosen' && confirmed ? 'thought.hive' : null),
    chooseFolder: async () => '/home/person/sync',
    reportFault: (kind) => void faults.push(kind),
  })
}

function call(channel: string, parts: unknown[], sender: Contents = own): Promise<WireResult> {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`no channel ${channel}`)
  return handler({ sender: sender as unknown as WebContents } as IpcMainInvokeEvent, ...parts)
}

const code = async (result: Promise<WireResult>) => {
  const settled = await result
  return settled.ok ? 'ok' : settled.error.code
}

beforeEach(() => {
  handlers = new Map()
  app = createSmallApp()
  own = new Contents()
  opened = []
  copied = []
  saved = []
  faults = []
})

const channels = [
  'endpoint:invoke',
  'endpoint:subscribe',
  'endpoint:unsubscribe',
  'endpoint:reset',
  'platform:open-external',
  'platform:save-attachment',
  'platform:save-briefing',
  'platform:save-hive',
  'platform:report-fault',
  'platform:choose-folder',
  'platform:save-text',
  'platform:copy-text',
]
const good: Record<string, unknown[]> = {
  'endpoint:invoke': ['capture-item', { body: 'x' }],
  'endpoint:subscribe': [1],
  'endpoint:unsubscribe': [1],
  'endpoint:reset': [],
  'platform:open-external': ['https://example.org/'],
  'platform:save-attachment': ['chosen'],
  'platform:save-briefing': ['chosen'],
  'platform:save-hive': ['chosen', true],
  'platform:report-fault': ['TypeError'],
  'platform:choose-folder': [],
  'platform:save-text': ['collection.md', '# Coffee'],
  'platform:copy-text': ['text'],
}

describe('the router', () => {
  it('takes names of faults only, and not without end', async () => {
    serve()
    expect(await code(call('platform:report-fault', ['Cannot read "my thought"']))).toBe('BAD_INPUT')
    for (let time = 0; time < 200; time += 1) await call('platform:report-fault', ['TypeError'])
    expect(faults).toEqual(Array.from({ length: 100 }, () => 'TypeError'))
  })

  it('has exactly these channels, and takes them all down', () => {
    const stop = serve()
    expect([...handlers.keys()]).toEqual(channels)
    stop()
    expect(handlers.size).toBe(0)
  })

  it.each(channels)('%s answers our own page, and refuses every other sender without effect', async (channel) => {
    serve()
    expect(await code(call(channel, good[channel] ?? [], new Contents()))).toBe('FORBIDDEN')
    expect([app.invoked, opened, copied, saved, app.listeners()]).toEqual([[], [], [], [], 0])
    expect(await code(call(channel, good[channel] ?? []))).toBe('ok')
  })

  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  const junk: [string, unknown][] = [
    ['a wrong type', '7'],
    ['an extra key', { body: 'x', extra: 1 }],
    ['__proto__', JSON.parse('{"body":"x","__proto__":{"polluted":true}}')],
    ['an 11 MB string', 'x'.repeat(11_000_000)],
    ['a deep nest', deep],
    ['NaN', Number.NaN],
    ['a BigInt', 10n],
    ['a cycle', cyclic],
    ['an array for an object', ['body']],
    ['a negative number', -1],
    ['null', null],
    ['a date', new Date(0)],
  ]
  describe.each(channels.filter((channel) => channel !== 'endpoint:reset'))('%s', (channel) => {
    it.each(junk)('refuses %s with a typed error and no effect', async (_, value) => {
      serve()
      const parts = channel === 'endpoint:invoke' ? ['capture-item', value] : [value, value]
      expect(await code(call(channel, parts))).toBe('BAD_INPUT')
      expect([app.items.size, opened, copied, app.listeners()]).toEqual([0, [], [], 0])
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    })

    it('refuses missing and surplus parts', async () => {
      serve()
      if (good[channel]?.length !== 0) expect(await code(call(channel, []))).toBe('BAD_INPUT')
      expect(await code(call(channel, [...(good[channel] ?? []), undefined, 'more', 'more']))).toBe('BAD_INPUT')
    })
  })

  it('an error inside the app comes back as a code, without its words or its stack', async () => {
    serve({ ...app, invoke: () => Promise.reject(new Error('my secret thought')) })
    const result = await call('endpoint:invoke', ['capture-item', { body: 'x' }])
    expect(result).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    expect(JSON.stringify(result)).not.toContain('secret')
    serve({
      ...app,
      subscribe: () => {
        throw new AppError('VAULT_LOCKED', 'The vault is locked.')
      },
    })
    expect(await code(call('endpoint:subscribe', [1, 0]))).toBe('VAULT_LOCKED')
  })
})

describe('subscriptions', () => {
  it('send each event with the number of its subscription, from where was asked', async () => {
    app.emit({ type: 'item-changed', itemId: 'a' })
    app.emit({ type: 'item-changed', itemId: 'b' })
    serve()
    await call('endpoint:subscribe', [7, 1])
    app.emit({ type: 'item-changed', itemId: 'c' })
    expect(own.sent.map(([channel, id, event]) => [channel, id, (event as { seq: number }).seq])).toEqual([
      ['endpoint:event', 7, 2],
      ['endpoint:event', 7, 3],
    ])
    await call('endpoint:unsubscribe', [7])
    app.emit({ type: 'item-changed', itemId: 'd' })
    expect([own.sent.length, app.listeners()]).toEqual([2, 0])
  })

  it.each(['destroyed', 'render-process-gone', 'did-navigate'])('end with the page: %s', async (event) => {
    serve()
    await call('endpoint:subscribe', [1])
    await call('endpoint:subscribe', [2])
    expect(app.listeners()).toBe(2)
    own.emit(event)
    expect(app.listeners()).toBe(0)
  })

  it('of an earlier page end when a new one begins, and its numbers are free again', async () => {
    serve()
    await call('endpoint:subscribe', [1])
    expect(await code(call('endpoint:subscribe', [1]))).toBe('CONFLICT')
    await call('endpoint:reset', [])
    expect(app.listeners()).toBe(0)
    expect(await code(call('endpoint:subscribe', [1]))).toBe('ok')
  })

  it('are limited, so that a page that runs wild cannot fill the memory', async () => {
    serve()
    for (let id = 1; id <= 16; id += 1) await call('endpoint:subscribe', [id])
    expect(await code(call('endpoint:subscribe', [17]))).toBe('TOO_MANY_REQUESTS')
  })

  it('send nothing to a window that is gone', async () => {
    serve()
    await call('endpoint:subscribe', [1])
    own.gone = true
    expect(() => app.emit({ type: 'item-changed', itemId: 'a' })).not.toThrow()
  })
})

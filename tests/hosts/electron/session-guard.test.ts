import { EventEmitter } from 'node:events'
import type { PowerMonitor, Session, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { watchPower } from '../../../src/main/hosts/electron/power-events'
import { describeRuntime } from '../../../src/main/hosts/electron/runtime'
import { guardContents, guardSession, mayLoad } from '../../../src/main/hosts/electron/session-guard'

describe('mayLoad', () => {
  it.each(['tv://app/', 'tv://app/assets/a.js', 'tv://blank/', 'blob:tv://app/7c5d'])('%s', (url) => expect(mayLoad(url, false)).toBe(true))
  it.each([
    'http://127.0.0.1/',
    'https://example.org/',
    'ws://127.0.0.1/',
    'file:///etc/passwd',
    'data:text/html,x',
    'ftp://x/',
    'blob:https://example.org/7c5d',
    'devtools://devtools/a.html',
    'tvx://app/',
    'about:blank',
  ])('not %s', (url) => expect(mayLoad(url, false)).toBe(false))
  it('the inspector only while developing', () => expect(mayLoad('devtools://devtools/a.html', true)).toBe(true))
})

describe('guardSession', () => {
  it('cancels foreign requests, denies every permission and device, and stops downloads', () => {
    const answers: unknown[] = []
    const session = Object.assign(new EventEmitter(), {
      webRequest: {
        onBeforeRequest: (listener: (details: unknown, decide: (answer: unknown) => void) => void) =>
          listener({ url: 'https://example.org/' }, (answer) => answers.push(answer)),
      },
      setPermissionRequestHandler: (handler: (a: unknown, b: string, decide: (granted: boolean) => void) => void) =>
        handler(null, 'media', (granted) => answers.push(granted)),
      setPermissionCheckHandler: (handler: () => boolean) => answers.push(handler()),
      setDevicePermissionHandler: (handler: () => boolean) => answers.push(handler()),
      setSpellCheckerEnabled: (on: boolean) => answers.push(on),
    })
    guardSession(session as unknown as Session, { devTools: false })
    session.emit('will-download', { preventDefault: () => answers.push('no download') })
    expect(answers).toEqual([{ cancel: true }, false, false, false, false, 'no download'])
  })
})

describe('guardContents', () => {
  it('denies new windows and prevents every way to another address', () => {
    const contents = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: () => unknown) => expect(handler()).toEqual({ action: 'deny' }),
      setWebRTCIPHandlingPolicy: (policy: string) => expect(policy).toBe('disable_non_proxied_udp'),
    })
    guardContents(contents as unknown as WebContents)
    const prevented: string[] = []
    for (const event of ['will-navigate', 'will-redirect', 'will-frame-navigate', 'will-attach-webview', 'will-prevent-unload']) {
      contents.emit(event, { preventDefault: () => prevented.push(event) })
    }
    expect(prevented).toHaveLength(5)
  })
})

describe('watchPower', () => {
  it('locks on sleep and on the lock of the screen, not on waking', () => {
    const monitor = new EventEmitter()
    const reasons: string[] = []
    watchPower(monitor as unknown as PowerMonitor, (reason) => reasons.push(reason))
    for (const event of ['suspend', 'resume', 'lock-screen', 'unlock-screen', 'on-battery']) monitor.emit(event)
    expect(reasons).toEqual(['suspend', 'screen-lock'])
  })
})

describe('describeRuntime', () => {
  it.each([
    ['25.1.1', true],
    ['39.9.9', true],
    ['40.0.0', false],
    ['45.5.0', false],
    ['100.0.0-beta.1', false],
  ])('%s: stands in for a current one: %s', (version, fallback) => {
    expect(describeRuntime(version)).toEqual({ host: 'electron', name: 'Electron', version, fallback })
  })
})

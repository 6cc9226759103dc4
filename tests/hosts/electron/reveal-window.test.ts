import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, it } from 'vitest'
import { PICTURE_TIME_MS, REVEAL_TIME_MS, revealWindow } from '../../../src/main/hosts/electron/reveal-window'

function setUp() {
  const stages: string[] = []
  const waits = new Map<number, () => void>()
  let shown = 0
  let isDestroyed = false
  const window = Object.assign(new EventEmitter(), {
    show() {
      shown += 1
    },
    isDestroyed: () => isDestroyed,
    webContents: new EventEmitter(),
  })
  revealWindow(window as unknown as BrowserWindow, {
    start: { reached: (stage, detail) => void stages.push(detail === undefined ? stage : `${stage}: ${detail}`) },
    later(act, ms) {
      waits.set(ms, act)
      return () => void waits.delete(ms)
    },
  })
  const close = () => {
    isDestroyed = true
    window.emit('closed')
  }
  return { window, stages, close, shown: () => shown, waits: () => [...waits.keys()], pass: (ms: number) => waits.get(ms)?.() }
}

it('shows the window when its first picture is there, once', () => {
  const { window, stages, shown, waits } = setUp()
  expect(shown()).toBe(0)
  window.emit('ready-to-show')
  window.webContents.emit('did-finish-load')
  window.emit('ready-to-show')
  expect(shown()).toBe(1)
  expect(waits()).toEqual([])
  expect(stages).toEqual(['ready to show', 'window shown', 'page loaded'])
})

it('shows a page that has loaded although no picture of it comes', () => {
  const { window, stages, shown, waits, pass } = setUp()
  window.webContents.emit('did-finish-load')
  expect(shown()).toBe(0)
  pass(PICTURE_TIME_MS)
  expect(shown()).toBe(1)
  expect(waits()).toEqual([])
  expect(stages).toEqual(['page loaded', 'window shown: loaded, not painted'])
})

it('shows an empty window in the end when nothing comes', () => {
  const { stages, shown, pass } = setUp()
  pass(REVEAL_TIME_MS)
  expect(shown()).toBe(1)
  expect(stages).toEqual(['window shown: neither loaded nor painted'])
})

it('shows no window that was closed before', () => {
  const { window, close, shown, waits } = setUp()
  close()
  expect(waits()).toEqual([])
  window.emit('ready-to-show')
  expect(shown()).toBe(0)
})

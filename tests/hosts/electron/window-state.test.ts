import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { placeWindow, readWindowState, saveWindowState } from '../../../src/main/hosts/electron/window-state'

const folder = mkdtempSync(join(tmpdir(), 'cortexa-window-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const laptop = { x: 0, y: 25, width: 1440, height: 875 }
const beside = { x: 1440, y: 0, width: 1920, height: 1080 }
const at = (x: number, y: number, width: number, height: number) => ({ x, y, width, height, maximized: false })

describe('placeWindow', () => {
  it('leaves a window that is wholly on a screen where it was', () => {
    expect(placeWindow(at(1500, 100, 900, 700), [laptop, beside])).toEqual({ x: 1500, y: 100, width: 900, height: 700 })
  })
  it('brings back a window whose screen is gone', () => {
    expect(placeWindow(at(1500, 100, 900, 700), [laptop])).toEqual({ x: 270, y: 113, width: 900, height: 700 })
  })
  it('moves a window that hangs over the edge, title bar included, onto the screen it lies on most', () => {
    expect(placeWindow(at(1400, -300, 900, 700), [laptop, beside])).toEqual({ x: 1440, y: 0, width: 900, height: 700 })
    expect(placeWindow(at(-600, 700, 900, 700), [laptop, beside])).toEqual({ x: 0, y: 200, width: 900, height: 700 })
  })
  it('shrinks a window to its screen, and widens one that is too small to use', () => {
    expect(placeWindow(at(0, 0, 5000, 5000), [laptop])).toEqual(laptop)
    expect(placeWindow(at(10, 30, 1, 1), [laptop])).toEqual({ x: 10, y: 30, width: 360, height: 480 })
  })
  it('begins in the middle, also on a screen smaller than the usual window, and without any screen', () => {
    expect(placeWindow(null, [laptop])).toEqual({ x: 120, y: 63, width: 1200, height: 800 })
    expect(placeWindow(null, [{ x: 0, y: 0, width: 800, height: 600 }])).toEqual({ x: 0, y: 0, width: 800, height: 600 })
    expect(placeWindow(null, [])).toEqual({ x: 0, y: 0, width: 1200, height: 800 })
  })
})

describe('the remembered place', () => {
  const file = join(folder, 'window.json')
  it('comes back as it was saved', () => {
    const state = { ...at(-5, 10, 900, 700), maximized: true }
    saveWindowState(file, state)
    expect(readWindowState(file)).toEqual(state)
  })
  it.each([
    '',
    '{',
    'null',
    '[]',
    '{"x":"1"}',
    '{"x":1e99,"y":0,"width":1,"height":1,"maximized":false}',
    '{"x":0,"y":0,"width":0,"height":-5,"maximized":false}',
  ])('is nothing when the file holds %j', (text) => {
    writeFileSync(file, text)
    expect(readWindowState(file)).toBeNull()
  })
  it('is nothing without a file, and a place that cannot be written is no failure', () => {
    expect(readWindowState(join(folder, 'none.json'))).toBeNull()
    expect(() => saveWindowState(join(folder, 'no', 'such', 'folder.json'), at(0, 0, 1, 1))).not.toThrow()
  })
})

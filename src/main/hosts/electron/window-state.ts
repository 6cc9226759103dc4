import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const Coordinate = z.number().int().min(-100_000).max(100_000)
const Length = z.number().int().min(1).max(100_000)
const WindowState = z.object({ x: Coordinate, y: Coordinate, width: Length, height: Length, maximized: z.boolean() })
/** Where a window was, in device-independent pixels. */
export type WindowState = z.infer<typeof WindowState>

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export const smallestWindow = { width: 360, height: 480 }
const usualWindow = { width: 1200, height: 800 }

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

/**
 * The place for a window: where it was, moved and shrunk to lie wholly on the screen it lay on most; in the middle of
 * the first screen when it was nowhere, or on a screen that is gone. `screens` are work areas, the main one first.
 */
export function placeWindow(state: WindowState | null, screens: readonly Area[]): Area {
  const main = screens[0] ?? { x: 0, y: 0, ...usualWindow }
  const screen = state === null ? main : screens.reduce((best, one) => (overlap(state, one) > overlap(state, best) ? one : best), main)
  const fit = (wanted: number, smallest: number, there: number) => Math.min(Math.max(wanted, smallest), there)
  const width = fit(state?.width ?? usualWindow.width, smallestWindow.width, screen.width)
  const height = fit(state?.height ?? usualWindow.height, smallestWindow.height, screen.height)
  const seen = state !== null && overlap(state, screen) > 0
  const x = seen
    ? Math.min(Math.max(state.x, screen.x), screen.x + screen.width - width)
    : screen.x + Math.round((screen.width - width) / 2)
  const y = seen
    ? Math.min(Math.max(state.y, screen.y), screen.y + screen.height - height)
    : screen.y + Math.round((screen.height - height) / 2)
  return { x, y, width, height }
}

/** The remembered place; null when there is none or the file is not what it should be. */
export function readWindowState(file: string): WindowState | null {
  try {
    const parsed = WindowState.safeParse(JSON.parse(readFileSync(file, 'utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Remembers the place. A full or read-only disk only costs the memory of it. */
export function saveWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(`${file}.tmp`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.tmp`, file)
  } catch (error) {
    process.stderr.write(`The place of the window was not remembered. (${(error as NodeJS.ErrnoException).code ?? 'INTERNAL'})\n`)
  }
}

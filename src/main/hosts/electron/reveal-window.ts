import type { BrowserWindow } from 'electron'
import type { StartLog } from './start-log'

/** Milliseconds that a loaded page has for its first picture. */
export const PICTURE_TIME_MS = 500
/** Milliseconds after which an empty window is better than none: the person sees that the app runs, and can close it. */
export const REVEAL_TIME_MS = 10_000

export interface RevealOptions {
  start: StartLog
  /** Runs `act` after so many milliseconds; gives what takes it back. */
  later: (act: () => void, ms: number) => () => void
}

/**
 * Shows a window that was made hidden once it has something to show. `ready-to-show` says so, but it comes from the process that paints, and
 * is not certain to come for a hidden window. So a page that has loaded, or a long wait, shows the window too.
 */
export function revealWindow(window: Pick<BrowserWindow, 'once' | 'show' | 'isDestroyed' | 'webContents'>, options: RevealOptions): void {
  const { start, later } = options
  let isOver = false
  const waits: (() => void)[] = []
  const end = () => {
    isOver = true
    for (const cancel of waits) cancel()
  }
  const show = (why?: string) => {
    if (isOver) return
    end()
    if (window.isDestroyed()) return
    window.show()
    start.reached('window shown', why)
  }

  waits.push(later(() => show('neither loaded nor painted'), REVEAL_TIME_MS))
  window.once('closed', end)
  window.once('ready-to-show', () => {
    start.reached('ready to show')
    show()
  })
  window.webContents.once('did-finish-load', () => {
    start.reached('page loaded')
    if (!isOver) waits.push(later(() => show('loaded, not painted'), PICTURE_TIME_MS))
  })
}

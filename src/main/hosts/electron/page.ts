import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { appUrl, blankUrl } from './app-protocol'

/** So long a page may still put away what was being typed after the vault was locked. */
const partingTime = 300
/** A page that breaks down more often than this within a minute stays down. */
const maxRestarts = 3

export interface Page {
  load(): Promise<void>
  /** Ends the process that shows the page, with all it held in memory, and shows the page anew. */
  dropContent(): void
  /** Whether a message comes from this page itself: its main frame, at our address. */
  sent(event: IpcMainInvokeEvent): boolean
}

/** The app's page in its window: loads it, lets go of what it shows, and brings it back when it broke down. */
export function createPage(window: BrowserWindow): Page {
  let dropping = false
  let breakdowns: number[] = []

  async function load(...urls: string[]): Promise<void> {
    for (const url of urls) {
      if (window.isDestroyed()) return
      try {
        await window.loadURL(url)
      } catch (error) {
        // A newer load takes the place of an older one; that is no failure.
        const { code } = error as { code?: unknown }
        if (code !== 'ERR_ABORTED') process.stderr.write(`The page could not be loaded. (${String(code)})\n`)
      }
    }
  }

  window.webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit') return
    const now = Date.now()
    breakdowns = [...breakdowns.filter((at) => now - at < 60_000), now]
    process.stderr.write(`The page broke down. (${reason})\n`)
    if (breakdowns.length <= maxRestarts) void load(appUrl)
  })

  return {
    load: () => load(appUrl),
    dropContent() {
      if (dropping) return
      dropping = true
      setTimeout(() => {
        dropping = false
        void load(blankUrl, appUrl)
      }, partingTime)
    },
    sent: ({ sender, senderFrame }) => sender === window.webContents && senderFrame?.parent === null && senderFrame.url.startsWith(appUrl),
  }
}

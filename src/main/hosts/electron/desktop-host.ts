import { join } from 'node:path'
import { app, dialog, ipcMain, Menu, powerMonitor, screen, session } from 'electron'
import type { Endpoint } from '../../../shared/client'
import { AppError } from '../../../shared/errors'
import { appScheme, createAppProtocol } from './app-protocol'
import { chooseFolder } from './choose-folder'
import { copyText } from './clipboard-text'
import { protectSecrets } from './content-protection'
import { openExternalLink } from './external-link'
import { serveIpc } from './ipc'
import { buildMenu } from './menu'
import { createPage } from './page'
import { watchPower, watchWaking } from './power-events'
import { saveAttachment } from './save-attachment'
import { saveBriefing } from './save-briefing'
import { saveHive } from './save-hive'
import { saveText } from './save-text'
import { guardSession } from './session-guard'
import type { StartLog } from './start-log'
import { createWindow } from './window-factory'
import { placeWindow, readWindowState, saveWindowState } from './window-state'

export type LockReason = 'suspend' | 'screen-lock' | 'quit'

/** The parts of an app that this host needs. */
export interface DesktopApp {
  endpoint: Endpoint
  lock(reason: LockReason): Promise<void>
  lookAtClock(): void
  /** Serves the other programs of this person by the socket of the data folder. */
  openSocket(): Promise<{ close(): Promise<void> }>
  close(): Promise<void>
}

export interface DesktopOptions {
  /** May throw AppError, such as VAULT_IN_USE. */
  createApp: () => DesktopApp
  runtimeDir: string
  /** The folder of the built files: main, preload and renderer below it. */
  outDir: string
  devTools: boolean
  start: StartLog
}

/** An end that is not reached by then is forced; locking takes three seconds at most. */
const longestEnd = 8000

function reportCode(what: string, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown }
  process.stderr.write(`${what} (${typeof code === 'string' ? code : 'INTERNAL'})\n`)
}

async function tellAndEnd(error: unknown): Promise<void> {
  const known = error instanceof AppError
  reportCode('The app could not start.', error)
  await dialog.showMessageBox({
    type: 'error',
    title: 'Cortexa',
    message: 'Cortexa cannot start',
    detail: known
      ? error.message
      : 'Something unforeseen stands in the way. Your vault was not changed. Restart the computer, then try again.',
  })
  app.exit(known && error.code === 'VAULT_IN_USE' ? 11 : 1)
}

/** Opens the app's one window once Electron is ready, and ends the app, locked, when the window is closed. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { devTools, outDir, start } = options
  let desktop: DesktopApp
  try {
    desktop = options.createApp()
  } catch (error) {
    return tellAndEnd(error)
  }
  start.reached('vault folder taken')

  const socket = desktop.openSocket().catch((error: unknown) => reportCode('The cortexa command cannot reach this window.', error))

  // In memory only: nothing a page keeps, and nothing it loaded, reaches the disk.
  const memory = session.fromPartition('cortexa', { cache: false })
  guardSession(memory, { devTools })
  guardSession(session.defaultSession, { devTools })
  memory.protocol.handle(appScheme, createAppProtocol(join(outDir, 'renderer')))
  memory.protocol.handle('file', () => new Response(null, { status: 403 }))
  Menu.setApplicationMenu(buildMenu({ devTools, platform: process.platform }))

  const stateFile = join(options.runtimeDir, 'window.json')
  const remembered = readWindowState(stateFile)
  const main = screen.getPrimaryDisplay()
  const screens = [main, ...screen.getAllDisplays().filter((display) => display.id !== main.id)].map((display) => display.workArea)
  const window = createWindow({
    session: memory,
    preloadFile: join(outDir, 'preload', 'index.js'),
    place: placeWindow(remembered, screens),
    devTools,
    start,
  })
  if (remembered?.maximized) window.maximize()
  window.on('close', () => saveWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() }))

  const page = createPage(window)
  const endpoint = protectSecrets(desktop.endpoint, (isProtected) => {
    if (!window.isDestroyed()) window.setContentProtection(isProtected)
  })
  serveIpc({
    ipcMain,
    endpoint,
    isOwnPage: page.sent,
    openExternal: (url) => openExternalLink(url, window),
    copyText,
    saveAttachment: (id) => saveAttachment(id, endpoint, window),
    saveText: (name, text) => saveText(name, text, window),
    saveBriefing: (id) => saveBriefing(id, endpoint, window),
    saveHive: (previewId, confirmUnverified) => saveHive(previewId, confirmUnverified, endpoint, window),
    chooseFolder: () => chooseFolder(window),
    reportFault: (kind) => void process.stderr.write(`cortexa: fault in window: ${kind}\n`),
  })
  endpoint.subscribe((event) => {
    if (event.type === 'vault-locked' && event.payload.reason !== 'quit') page.dropContent()
  })

  const lock = (reason: LockReason) =>
    void desktop.lock(reason).catch((error: unknown) => reportCode('The vault could not be locked.', error))
  watchPower(powerMonitor, lock)
  watchWaking(powerMonitor, () => desktop.lookAtClock())
  window.on('session-end', () => lock('quit'))
  powerMonitor.on('shutdown', () => app.quit())
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  })
  app.on('window-all-closed', () => app.quit())
  // A hidden window, such as that of the camera, does not keep the app alive.
  window.on('closed', () => app.quit())
  app.on('will-quit', (event) => {
    event.preventDefault()
    setTimeout(() => app.exit(1), longestEnd)
    const closed = socket.then((opened) => opened?.close()).then(() => desktop.close())
    closed.then(
      () => app.exit(0),
      (error: unknown) => {
        reportCode('The app did not end cleanly.', error)
        app.exit(1)
      },
    )
  })
  await page.load()
}

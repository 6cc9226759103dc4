import { BrowserWindow, nativeTheme, type Session } from 'electron'
import icon from '../../../../resources/icon/256.png?asset'
import { revealWindow } from './reveal-window'
import { type StartLog, startTimer } from './start-log'
import { type Area, smallestWindow } from './window-state'

export interface WindowOptions {
  session: Session
  preloadFile: string
  place: Area
  devTools: boolean
  start: StartLog
}

/** The only place where a window is made: each one is shut in the same way. It shows itself once it has something to show. */
export function createWindow({ session, preloadFile, place, devTools, start }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...place,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    title: 'Cortexa',
    icon, // macOS takes the icon of the application instead.
    show: false,
    autoHideMenuBar: true,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0e1110' : '#eeefec',
    webPreferences: {
      session,
      preload: preloadFile,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      safeDialogs: true,
      v8CacheOptions: 'none',
      enableWebSQL: false,
      devTools,
    },
  })
  // A page's title could carry a thought into the task bar.
  window.on('page-title-updated', (event) => event.preventDefault())
  start.reached('window created')
  revealWindow(window, { start, later: startTimer })
  return window
}

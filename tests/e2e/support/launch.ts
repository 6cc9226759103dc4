import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import type { WebFixturesInput } from '../../../src/main/app/web-fixtures'

export interface RunningCortexa {
  app: ElectronApplication
  window: Page
  /** The person's data folder. */
  dataDir: string
  /** Where TMPDIR and HOME point, so that whatever is written there can be looked at. */
  scratchDir: string
  close(): Promise<void>
  /** Ends the process as a power cut would. */
  kill(): Promise<void>
}

const projectDir = resolve(__dirname, '../../..')

/** The Electron that the tests run on. */
export function executable(): string {
  if (process.env.CORTEXA_ELECTRON) return process.env.CORTEXA_ELECTRON
  return String(createRequire(join(projectDir, 'package.json'))('electron'))
}

/** A fresh folder for a vault, removed by `removeFolders`. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `cortexa-${name}-`))
  folders.push(folder)
  return folder
}

const folders: string[] = []
export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export interface LaunchOptions {
  dataDir?: string
  scratchDir?: string
  args?: string[]
  env?: Record<string, string>
  /** Sites and search services on this computer that stand in for the web. */
  web?: WebFixturesInput
}

/** Milliseconds for each part of a start, on a machine that does other things too. */
const MAX_START_MS = 60_000

/** Starts the built app in a real Electron on its own data folder. A start that shows no window says how far it came. */
export async function launchCortexa(options: LaunchOptions = {}): Promise<RunningCortexa> {
  const dataDir = options.dataDir ?? join(makeFolder('data'), 'vault')
  const scratchDir = options.scratchDir ?? makeFolder('scratch')
  const root = process.getuid?.() === 0
  const stages = join(makeFolder('start'), 'stages')
  const app = await sayHowFar(stages, () =>
    _electron.launch({
      timeout: MAX_START_MS,
      executablePath: executable(),
      args: [...(root ? ['--no-sandbox'] : []), '--disable-gpu', projectDir, '--data', dataDir, ...(options.args ?? [])],
      env: {
        ...stringEnvironment(),
        ...ownScreen(),
        TMPDIR: scratchDir,
        SQLITE_TMPDIR: scratchDir,
        CORTEXA_LOG_START: stages,
        ...(options.web ? { CORTEXA_WEB_FIXTURES: JSON.stringify(options.web) } : {}),
        ...options.env,
      },
    }),
  )
  const child = app.process()
  const window = await sayHowFar(stages, () => firstWindow(app))
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  return {
    app,
    window,
    dataDir,
    scratchDir,
    async close() {
      await app.close()
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Adds the stages of the start to the error of one that did not get through. */
async function sayHowFar<T>(stages: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    let reached = 'none'
    try {
      reached = readFileSync(stages, 'utf8').trim()
    } catch {
      // It did not come as far as our own program.
    }
    throw new Error(`The app did not start. Its stages:\n${reached}`, { cause: error })
  }
}

/** A start that shows no window is ended, so that nothing of it is left when the test has failed. */
async function firstWindow(app: ElectronApplication): Promise<Page> {
  try {
    const window = await app.firstWindow({ timeout: MAX_START_MS })
    await window.waitForLoadState('domcontentloaded', { timeout: MAX_START_MS })
    return window
  } catch (error) {
    app.process().kill('SIGKILL')
    throw error
  }
}

/** Tests that run side by side have a virtual screen each, so that no window takes the clipboard or the focus of another. */
function ownScreen(): Record<string, string> {
  const [display, authority] = process.env.CORTEXA_SECOND_SCREEN?.split(' ') ?? []
  if (!display || process.env.TEST_PARALLEL_INDEX !== '1') return {}
  return { DISPLAY: display, ...(authority ? { XAUTHORITY: authority } : {}) }
}

function stringEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined || key === 'ELECTRON_RUN_AS_NODE' ? [] : [[key, value]])),
  )
}

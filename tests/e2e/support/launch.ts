import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import type { WebFixturesInput } from '../../../src/main/web-fixtures'

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

/** Starts the built app in a real Electron on its own data folder. */
export async function launchCortexa(options: LaunchOptions = {}): Promise<RunningCortexa> {
  const dataDir = options.dataDir ?? join(makeFolder('data'), 'vault')
  const scratchDir = options.scratchDir ?? makeFolder('scratch')
  const root = process.getuid?.() === 0
  const app = await _electron.launch({
    executablePath: executable(),
    args: [...(root ? ['--no-sandbox'] : []), '--disable-gpu', projectDir, '--data', dataDir, ...(options.args ?? [])],
    env: {
      ...stringEnvironment(),
      ...ownScreen(),
      TMPDIR: scratchDir,
      SQLITE_TMPDIR: scratchDir,
      ...(options.web ? { CORTEXA_WEB_FIXTURES: JSON.stringify(options.web) } : {}),
      ...options.env,
    },
  })
  const child = app.process()
  const window = await firstWindow(app)
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

/** A start that shows no window within half a minute is ended, so that the test says so and its second try begins anew. */
async function firstWindow(app: ElectronApplication): Promise<Page> {
  try {
    const window = await app.firstWindow({ timeout: 30_000 })
    await window.waitForLoadState('domcontentloaded', { timeout: 30_000 })
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

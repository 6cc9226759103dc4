import { appendFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { app, protocol } from 'electron'
import { version as appVersion } from '../../package.json'
import { createApp } from './app/app'
import { webFixturesOrEnd } from './app/web-fixtures'
import { schemePrivileges } from './hosts/electron/app-protocol'
import { chooseDataDir, preparePaths } from './hosts/electron/data-paths'
import { startDesktop } from './hosts/electron/desktop-host'
import { openPageCamera } from './hosts/electron/page-camera'
import { describeRuntime } from './hosts/electron/runtime'
import { guardCommandLine, guardContents } from './hosts/electron/session-guard'
import { createStartLog, startTimer } from './hosts/electron/start-log'
import { serveHttp } from './hosts/http/server'
import { serveSocket } from './hosts/socket/server'

// Everything this process makes belongs to its person alone.
process.umask(0o077)

function endHard(error: unknown): void {
  // The message could quote a thought; the code cannot.
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  process.stderr.write(`The app had to end. (${typeof code === 'string' ? code : String(name)})\n`)
  app.exit(1)
}
process.on('uncaughtException', endHard)
process.on('unhandledRejection', endHard)

// `1` writes the stages of the start to standard error, anything else to a file of that name.
const startLog = process.env.CORTEXA_LOG_START ?? ''
const start = createStartLog({
  write: (line) => (startLog === '' || startLog === '1' ? process.stderr.write(`${line}\n`) : appendFileSync(startLog, `${line}\n`)),
  elapsed: () => performance.now(),
  always: startLog !== '',
  later: startTimer,
})
start.reached('program loaded')

// For tests of the built app only: sites on this computer in place of the web.
const web = webFixturesOrEnd({ isPackaged: app.isPackaged, end: (code) => process.exit(code) })

const usualRoot = app.getPath('userData')
const { dataDir, runtimeDir } = preparePaths(chooseDataDir(process.argv, process.env, join(usualRoot, 'vault')), usualRoot)
// Electron keeps its own files apart from the vault, and its lock against a second start with them: one a vault folder.
for (const name of ['userData', 'sessionData', 'crashDumps'] as const)
  app.setPath(name, name === 'crashDumps' ? join(runtimeDir, 'crash-dumps') : runtimeDir)

guardCommandLine(app)
// Under root Chromium cannot build its sandbox and refuses to start; only a developer's or a test's start may go without.
if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
protocol.registerSchemesAsPrivileged([schemePrivileges])
app.on('web-contents-created', (_, contents) => guardContents(contents))

// A second start brings the first one's window forward and ends before it has touched the vault.
if (app.requestSingleInstanceLock()) {
  void app.whenReady().then(() => {
    start.reached('app ready')
    return startDesktop({
      start,
      runtimeDir,
      outDir: dirname(__dirname),
      devTools: !app.isPackaged && process.env.CORTEXA_DEVTOOLS === '1',
      createApp() {
        const vault = createApp({
          dataDir,
          workerDir: __dirname,
          runtime: describeRuntime(process.versions.electron),
          appVersion,
          sqliteBinding: process.env.CORTEXA_SQLITE_BINDING,
          openCamera: openPageCamera,
          web,
          openHttpHost: serveHttp,
        })
        const endpoints = { cli: vault.endpointFor('cli'), mcp: vault.endpointFor('mcp') }
        return { ...vault, openSocket: () => serveSocket({ endpoints, dataDir, appVersion }) }
      },
    })
  })
} else app.exit(0)

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { version as appVersion } from '../../package.json'
import { createApp } from './app/app'
import { webFixturesOrEnd } from './app/web-fixtures'
import type { KdfParameters } from './core/crypto/kdf-parameters'
import { type HostedApp, runHeadless } from './hosts/http/headless-host'
import { serveHttp } from './hosts/http/server'
import { serveSocket } from './hosts/socket/server'

/** An end that is not reached by then is forced; locking takes three seconds at most. */
const longestEnd = 10_000

/** For a vault whose random passphrase nobody knows and that is removed in a moment: nobody could guess at it. */
const cheapKey: KdfParameters = { t: 1, m: 8192 }

// Everything this process makes belongs to its person alone.
process.umask(0o077)

function endHard(error: unknown): void {
  // The message could quote a thought; the code cannot.
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  process.stderr.write(`The app had to end. (${typeof code === 'string' ? code : String(name)})\n`)
  process.exit(1)
}
process.on('uncaughtException', endHard)
process.on('unhandledRejection', endHard)

// For tests of the built app only. Inside an Electron it is the app as people get it.
const web = webFixturesOrEnd({ isPackaged: process.versions.electron !== undefined, end: (code) => process.exit(code) })

const stopped = new Promise<void>((resolve) => {
  const stop = () => {
    setTimeout(() => process.exit(1), longestEnd).unref()
    resolve()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  // Started by the cortexa command: that has ended, however it ended, and no vault stays open behind it.
  process.once('disconnect', stop)
})
// Whoever started this may have stopped listening; that ends the talk, not the vault.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

function host(dataDir: string, kdfParameters?: KdfParameters): HostedApp {
  const app = createApp({
    dataDir,
    workerDir: __dirname,
    runtime: { host: 'headless', name: 'Node.js', version: process.versions.node, fallback: false },
    appVersion,
    sqliteBinding: process.env.CORTEXA_SQLITE_BINDING,
    // Nobody sits here who could type the passphrase again.
    autoLock: false,
    web,
    openHttpHost: serveHttp,
    ...(kdfParameters ? { kdfParameters } : {}),
  })
  return {
    endpoint: app.endpoint,
    programs: app.endpointFor('http'),
    assistants: app.endpointFor('mcp'),
    openSocket: () => serveSocket({ endpoints: { cli: app.endpointFor('cli'), mcp: app.endpointFor('mcp') }, dataDir, appVersion }),
    close: app.close,
  }
}

void runHeadless({
  argv: process.argv.slice(2),
  stdin: process.stdin,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  stopped,
  createToken: () => randomBytes(32).toString('base64url'),
  appVersion,
  createApp: (dataDir) => host(dataDir),
  createThrowAway() {
    const dataDir = mkdtempSync(join(tmpdir(), 'cortexa-demo-'))
    const app = host(dataDir, cheapKey)
    return {
      dataDir,
      app: {
        ...app,
        async close() {
          await app.close()
          rmSync(dataDir, { recursive: true, force: true })
        },
      },
    }
  },
}).then((code) => {
  process.exitCode = code
  // Standard input or an open socket of a stuck model call must not keep an ended program alive.
  process.stdout.write('', () => process.exit(code))
})

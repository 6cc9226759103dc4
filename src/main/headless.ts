import { randomBytes } from 'node:crypto'
import { version as appVersion } from '../../package.json'
import { createApp } from './app'
import { runHeadless } from './http/headless-host'
import { webFixturesOrEnd } from './web-fixtures'

/** An end that is not reached by then is forced; locking takes three seconds at most. */
const longestEnd = 10_000

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
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      setTimeout(() => process.exit(1), longestEnd).unref()
      resolve()
    })
  }
})
// Whoever started this may have stopped listening; that ends the talk, not the vault.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

void runHeadless({
  argv: process.argv.slice(2),
  stdin: process.stdin,
  writeOut: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  stopped,
  createToken: () => randomBytes(32).toString('base64url'),
  createApp(dataDir) {
    const app = createApp({
      dataDir,
      workerDir: __dirname,
      runtime: { host: 'headless', name: 'Node.js', version: process.versions.node, fallback: false },
      appVersion,
      sqliteBinding: process.env.CORTEXA_SQLITE_BINDING,
      // Nobody sits here who could type the passphrase again.
      autoLock: false,
      web,
    })
    return { endpoint: app.endpoint, programs: app.endpointFor('http'), close: app.close }
  },
}).then((code) => {
  process.exitCode = code
  // Standard input or an open socket of a stuck model call must not keep an ended program alive.
  process.stdout.write('', () => process.exit(code))
})

import { version } from '../../package.json'
import type { Io } from './hosts/cli/io'
import { runCli } from './hosts/cli/run-cli'

/** Writes to standard output; a reader that has gone ends the program quietly. */
function writeOut(text: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve())
  })
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.stderr.on('error', () => {})

const listeners = new Set<() => void>()
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Nobody has anything to clean up; or whoever asks twice does not want to wait.
    if (interrupted || listeners.size === 0) process.exit(130)
    interrupted = true
    for (const act of [...listeners]) act()
  })
}

const io: Io = {
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  get stdin() {
    // Not touched unless a command reads it: to open it would keep the program alive.
    return process.stdin
  },
  out: writeOut,
  error: (text) => void process.stderr.write(text),
  outColumns: process.stdout.isTTY ? process.stdout.columns : null,
  interrupts: {
    get given() {
      return interrupted
    },
    listen(act) {
      listeners.add(act)
      if (interrupted) setImmediate(act)
      return () => listeners.delete(act)
    },
  },
  builtDir: __dirname,
  version,
  now: Date.now,
}

void runCli(io).then((code) => {
  process.exitCode = code
  // An open standard input must not keep an ended program alive.
  process.stdout.write('', () => process.exit(code))
})

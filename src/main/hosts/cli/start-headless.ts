import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Io } from './io'

/** What the headless program says once it is ready. */
export interface Ready {
  url?: string
  token?: string
  socket?: string
  dataDir?: string
}

export interface RunningHeadless {
  child: ChildProcess
  /** Null when it ended before it was ready. */
  ready: Promise<Ready | null>
  /** Its exit code; 1 when a signal ended it or it could not be started. */
  ended: Promise<number>
  /** The line that says it is ready, as it came. */
  line(): string
}

/** A Node that can load the database: the one that comes with the project, or what runs this (an Electron that acts as Node, too). */
export function chooseRuntime(builtDir: string): { program: string; env: NodeJS.ProcessEnv } {
  if (process.versions.electron !== undefined) return { program: process.execPath, env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } }
  const ours = join(dirname(dirname(builtDir)), 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return { program: existsSync(ours) ? ours : process.execPath, env: process.env }
}

/** Starts the app without a window. What it has to say goes to `io.error`; its standard input is the caller's to write. */
export function startHeadless(io: Io, args: readonly string[]): RunningHeadless {
  const { program, env } = chooseRuntime(io.builtDir)
  const child = spawn(program, [join(io.builtDir, 'headless.js'), ...args], {
    env,
    // By the channel it notices when this process is gone.
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new TypeError('A started program has no pipes')
  let line = ''
  stderr.setEncoding('utf8').on('data', (text: string) => io.error(text))
  stdin.on('error', () => {})
  const ended = new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
  const first = new Promise<Ready | null>((resolve) => {
    createInterface({ input: stdout }).once('line', (text) => {
      line = text
      try {
        resolve(JSON.parse(text) as Ready)
      } catch {
        resolve(null)
      }
    })
  })
  return { child, ended, ready: Promise.race([first, ended.then(() => null)]), line: () => line }
}

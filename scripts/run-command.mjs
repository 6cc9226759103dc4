// Runs programs, with a time limit and a sign of life when they take long.
import { spawn } from 'node:child_process'
import { isWindows, root } from './project.mjs'

const REPORT_EVERY_MS = 15_000
const KEEP_OUTPUT = 200_000

/** A problem with a plain sentence for the person; it is printed without a stack. */
export class SetupError extends Error {}

export const say = (line) => console.error(line)

/**
 * npm starts a script through a shell, and a signal to npm ends that shell without reaching the script: so the loss of the
 * parent counts as being told to end. Only below npm; a script of its own may well outlive the shell that it was started from.
 */
function onParentGone(act) {
  if (process.env.npm_lifecycle_event === undefined || isWindows) return () => {}
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500)
  return () => clearInterval(timer)
}

/** Hands what ends this process to the child instead, so that it can end well. Answers the way to undo it. */
export function passSignalsTo(child, onSignal = () => {}) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const pass = (signal) => {
    onSignal()
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  const stopWatching = onParentGone(() => pass('SIGTERM'))
  return () => {
    stopWatching()
    for (const signal of signals) process.off(signal, pass)
  }
}

/**
 * Runs a program and waits for it. With `progress` its output is kept back and a line with the seconds is printed every
 * 15 seconds; otherwise the output goes straight to the terminal. `watch` is asked every second and stops the program by
 * answering true. Never throws for a failing program: look at `code` (null when it could not start or was stopped). When this
 * process is told to end, the program is told so too, and both end.
 */
export function runCommand(command, args, { cwd = root, env = process.env, progress, timeoutMs, watch } = {}) {
  return new Promise((resolve) => {
    const started = Date.now()
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: progress === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      shell: isWindows && !command.endsWith('.exe'),
    })
    let output = ''
    const keep = (chunk) => {
      output = (output + chunk).slice(-KEEP_OUTPUT)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    let reported = started
    const timer = setInterval(() => {
      const now = Date.now()
      if ((timeoutMs !== undefined && now - started > timeoutMs) || watch?.() === true) child.kill('SIGKILL')
      if (progress !== undefined && now - reported >= REPORT_EVERY_MS) {
        reported = now
        say(`  ${progress}: ${Math.round((now - started) / 1000)} s`)
      }
    }, 1000)
    let toldToEnd = false
    const stopPassing = passSignalsTo(child, () => {
      toldToEnd = true
    })
    const end = (code) => {
      clearInterval(timer)
      stopPassing()
      if (toldToEnd) process.exit(code ?? 130)
      resolve({ code, output })
    }
    child.on('error', (error) => {
      keep(String(error))
      end(null)
    })
    child.on('close', end)
  })
}

/** The last lines of a program's output, indented, for an error message. */
export const lastLines = (output, count = 15) =>
  output
    .trim()
    .split('\n')
    .slice(-count)
    .map((line) => `  ${line}`)
    .join('\n')

/** Runs `main`, prints a SetupError as its sentence, and sets the exit code. */
export async function runMain(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    say(error instanceof SetupError ? error.message : String(error?.stack ?? error))
    process.exitCode = 1
  }
}

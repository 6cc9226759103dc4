// The first start of Electron after its installation or a reboot reads some 230 MB of program from the disk, and scans the fonts for a cache
// of its own (the fonts' cache of the system is of another version). That is no matter of a test, so it is done once before them.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isWindows } from './project.mjs'
import { say } from './run-command.mjs'

/** Milliseconds for a start on a slow and busy machine. */
const MAX_START_MS = 180_000
/** The app ends within eight seconds. */
const MAX_END_MS = 10_000

/** Runs the program until it says that its window is shown; answers the stages it went through, and whether it came that far. */
export function watchStart(program, args, { env, maxMs = MAX_START_MS } = {}) {
  return new Promise((done) => {
    const stages = []
    let rest = ''
    let isShown = false
    const child = spawn(program, args, {
      env: { ...env, CORTEXA_LOG_START: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: !isWindows,
    })
    // With all it started: the program may stand behind that of the virtual screen.
    const endAll = (signal) => (isWindows ? child.kill() : process.kill(-child.pid, signal))
    let timer = setTimeout(endAll, maxMs, 'SIGKILL')
    child.stderr.on('data', (piece) => {
      const lines = (rest + piece).split('\n')
      rest = lines.pop()
      for (const line of lines.filter((one) => one.startsWith('Start: '))) {
        stages.push(line)
        if (!line.includes('window shown')) continue
        isShown = true
        clearTimeout(timer)
        timer = setTimeout(endAll, MAX_END_MS, 'SIGKILL')
        endAll('SIGTERM')
      }
    })
    const end = () => {
      clearTimeout(timer)
      done({ isShown, stages })
    }
    child.once('error', end)
    child.once('close', end)
  })
}

const read = (file) => {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

/** What makes a start the first one: another boot, another program. */
const occasion = (words) => `${read('/proc/sys/kernel/random/boot_id')} ${words.join(' ')}`

/** Starts the program once unless it was started before on this occasion; `marker` is the file that remembers it. */
export async function ensureFirstStart({ program, args, env, marker, maxMs }) {
  const words = occasion([program, ...args])
  if (read(marker) === words) return
  const dataDir = mkdtempSync(join(tmpdir(), 'cortexa-first-start-'))
  try {
    const { isShown, stages } = await watchStart(program, [...args, '--data', join(dataDir, 'vault')], { env, maxMs })
    if (!isShown) {
      say(['The first start of Electron showed no window. How far it came:', ...stages].join('\n'))
      return
    }
    mkdirSync(dirname(marker), { recursive: true })
    writeFileSync(marker, `${words}\n`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

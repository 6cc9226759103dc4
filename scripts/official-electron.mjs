// The official Electron: present, or fetched by its own package when its download place can be reached.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, node24, projectEnvironment, readJson } from './project.mjs'
import { lastLines, runCommand, say } from './run-command.mjs'

const folder = inProject('node_modules', 'electron')
const STALLED_AFTER_MS = 20_000
const TRY_AGAIN_AFTER_MS = 7 * 24 * 3600 * 1000

/** The path of the program, or undefined when it is not there. */
export function officialProgram() {
  try {
    const program = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'))
    const { version } = readJson(join(folder, 'package.json'))
    const present = readFileSync(join(folder, 'dist', 'version'), 'utf8')
      .trim()
      .replace(/^v/, '')
    return present === version && existsSync(program) ? program : undefined
  } catch {
    return undefined
  }
}

function bytesBelow(path) {
  try {
    if (!statSync(path).isDirectory()) return statSync(path).size
    return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0)
  } catch {
    return 0
  }
}

/** True once nothing has grown below `path` for 20 seconds. */
function stallWatch(path) {
  let bytes = -1
  let grown = Date.now()
  return () => {
    const now = bytesBelow(path)
    if (now !== bytes) {
      bytes = now
      grown = Date.now()
    }
    return Date.now() - grown > STALLED_AFTER_MS
  }
}

/** Whether an attempt of the last week failed for this version, so that a start need not wait for another. */
function failedLately(note) {
  try {
    const { version, at } = readJson(note)
    return version === readJson(join(folder, 'package.json')).version && Date.now() - at < TRY_AGAIN_AFTER_MS
  } catch {
    return false
  }
}

/**
 * Has the `electron` package fetch its program. Gives up when the download does not move for 20 seconds, and, unless
 * `insist`, remembers that for a week in `cache`. Answers the program's path, or undefined and the reason.
 */
export async function fetchOfficial(cache, insist) {
  const note = join(cache, 'official-not-reachable.json')
  if (!insist && failedLately(note)) return { reason: `it was not reachable at the last attempt; delete ${note} to try again` }
  say('Fetching Electron')
  const work = join(cache, `official.${process.pid}`)
  mkdirSync(work, { recursive: true })
  // Its download goes to the temporary folder, which is how one sees that it moves; unpacking grows the dist folder.
  const moving = [stallWatch(work), stallWatch(join(folder, 'dist'))]
  const env = projectEnvironment({ TMPDIR: work, TEMP: work, TMP: work })
  const watch = () => moving.map((stalled) => stalled()).every(Boolean)
  const { output } = await runCommand(node24, [join(folder, 'install.js')], { env, progress: 'fetching Electron', watch })
  rmSync(work, { recursive: true, force: true })
  const program = officialProgram()
  if (program !== undefined) return { program }
  writeFileSync(note, JSON.stringify({ version: readJson(join(folder, 'package.json')).version, at: Date.now() }))
  return { reason: lastLines(output, 5) }
}

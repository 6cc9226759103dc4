// What the operating system has to bring: found missing, installed when root on Debian, else named in one line.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { folderOfProgram, isLinux } from './project.mjs'
import { lastLines, runCommand, SetupError, say } from './run-command.mjs'

/** To compile the vector index at installation. `program` is looked for first, so that other ways of installing count. */
export const buildTools = [
  { names: ['python3'], program: 'python3' },
  { names: ['make'], program: 'make' },
  { names: ['g++'], program: 'g++' },
]

/** The libraries that Electron's window needs. Newer Debian renamed some (64-bit time). */
export const windowLibraries = [
  { names: ['libnss3'] },
  { names: ['libatk1.0-0t64', 'libatk1.0-0'] },
  { names: ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'] },
  { names: ['libcups2t64', 'libcups2'] },
  { names: ['libgtk-3-0t64', 'libgtk-3-0'] },
  { names: ['libgbm1'] },
  { names: ['libasound2t64', 'libasound2'] },
  { names: ['libdrm2'] },
  { names: ['libxkbcommon0'] },
]

/** A screen for the tests on a machine that has none. */
export const virtualScreen = [
  { names: ['xvfb'], program: 'xvfb-run' },
  { names: ['xauth'], program: 'xauth' },
]

/** So that pictures of foreign scripts show letters. */
export const fonts = ['fonts-dejavu', 'fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'].map((name) => ({ names: [name] }))

export const isDebian = () => isLinux && existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg-query')
const isRoot = () => process.getuid?.() === 0

function output(command, args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' }, stdio: ['ignore', 'pipe', 'ignore'] })
  } catch (error) {
    return String(error.stdout ?? '') // dpkg-query prints what it knows and fails for the rest.
  }
}

/** The names that `dpkg-query` output (`name<tab>status` lines) shows as installed. */
export function parseInstalled(text) {
  const lines = text.split('\n').map((line) => line.split('\t'))
  return new Set(lines.filter(([, status]) => status?.endsWith(' installed')).map(([name]) => name))
}

/** The names that `apt-cache policy` output shows as installable. */
export function parseInstallable(text) {
  const blocks = text.split(/\n(?=\S)/)
  return new Set(blocks.filter((block) => /Candidate: (?!\(none\))/.test(block)).map((block) => block.slice(0, block.indexOf(':'))))
}

/** Which of the wanted packages are missing. Away from Debian only programs can be looked for. */
export function missingPackages(wanted) {
  if (!isLinux) return []
  const withoutProgram = wanted.filter((one) => one.program === undefined || folderOfProgram(one.program) === undefined)
  if (!isDebian()) return withoutProgram.filter((one) => one.program !== undefined)
  if (withoutProgram.length === 0) return []
  const names = withoutProgram.flatMap((one) => one.names)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query's own placeholders
  const installed = parseInstalled(output('dpkg-query', ['-W', '-f', '${Package}\\t${Status}\\n', ...names]))
  return withoutProgram.filter((one) => !one.names.some((name) => installed.has(name)))
}

/** The name of each package in this release of Debian; the oldest name when the package lists do not know. */
function namesHere(packages) {
  const installable = parseInstallable(output('apt-cache', ['policy', ...packages.flatMap((one) => one.names)]))
  return packages.map((one) => one.names.find((name) => installable.has(name)) ?? one.names[one.names.length - 1])
}

async function install(packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  say(`Installing system packages: ${namesHere(packages).join(' ')}`)
  await runCommand('apt-get', ['update', '-q'], { env, progress: 'reading the package lists' })
  const args = ['install', '-y', '-q', '--no-install-recommends', ...namesHere(packages)]
  const { output: log } = await runCommand('apt-get', args, { env, progress: 'installing system packages' })
  return log
}

/**
 * Makes sure of the wanted packages; `purpose` completes "… is needed". Throws one line with the command to type when they
 * are missing and cannot be installed from here.
 */
export async function ensureSystemPackages(wanted, purpose) {
  let missing = missingPackages(wanted)
  if (missing.length === 0) return
  const log = isDebian() && isRoot() ? await install(missing) : ''
  missing = missingPackages(wanted)
  if (missing.length === 0) return
  if (log !== '') say(lastLines(log))
  const names = isDebian() ? namesHere(missing) : missing.map((one) => one.names[0])
  const how = isDebian() ? `type: sudo apt-get install -y ${names.join(' ')}` : 'install it with the package manager of this system.'
  throw new SetupError(`Missing ${purpose}: ${names.join(' ')} - ${how}`)
}

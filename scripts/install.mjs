// Installs the npm packages when they are not those of package-lock.json.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { withLock } from './lock.mjs'
import { nodeHeaders } from './node-headers.mjs'
import { nodeTooOld } from './node-version.mjs'
import { fileHash, inProject, isWindows, node24, readJson, systemEnvironment } from './project.mjs'
import { lastLines, runCommand, runMain, SetupError, say } from './run-command.mjs'
import { buildTools, ensureSystemPackages } from './system-packages.mjs'

const stampFile = inProject('node_modules', '.cortexa-installed')
const vectorAddon = inProject('node_modules', 'hnswlib-node', 'build', 'Release', 'addon.node')

/** Changes with the lock file and with the machine kind: native addons of another kind do not load. */
const stamp = () => `${fileHash(inProject('package-lock.json'))} ${process.platform}-${process.arch}\n`
const nativePartsExist = () => existsSync(node24) && existsSync(vectorAddon)

/** True when `installed` (npm's own record in node_modules) holds every package of `wanted` (package-lock.json) in its version. */
export function sameAsLockFile(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === '') return true
    const present = installed.packages[path]
    if (present === undefined) return entry.optional === true
    return present.version === entry.version && present.integrity === entry.integrity
  })
}

function isInstalled() {
  if (!nativePartsExist()) return false
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === stamp()
  // Someone ran npm by hand: take that over when it is the same.
  const record = inProject('node_modules', '.package-lock.json')
  if (!existsSync(record) || !sameAsLockFile(readJson(inProject('package-lock.json')), readJson(record))) return false
  writeFileSync(stampFile, stamp())
  return true
}

async function npmCi(command, prefix, env) {
  const args = [...prefix, 'ci', '--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error']
  return runCommand(command, args, { env, progress: 'installing packages' })
}

async function npmMajor(env) {
  const { output } = await runCommand('npm', ['--version'], { env, progress: 'asking npm for its version' })
  return Number.parseInt(output, 10)
}

async function install() {
  await ensureSystemPackages(buildTools, 'programs to compile the vector index')
  say('Installing the packages of Cortexa (a minute or two, only this time)')
  const headers = await nodeHeaders()
  const env = systemEnvironment(headers === undefined ? {} : { npm_package_config_node_gyp_nodedir: headers })
  let result = await npmCi('npm', [], env)
  if (result.code !== 0 && (await npmMajor(env)) < 11) {
    say('This npm could not do it; trying with npm 11')
    result = await npmCi('npx', ['-y', 'npm@11'], env)
  }
  if (result.code !== 0) {
    throw new SetupError(
      `The packages could not be installed. npm's last words:\n${lastLines(result.output)}\nCheck the network and the free disk space, then run the command again.`,
    )
  }
  if (!nativePartsExist()) {
    throw new SetupError(
      `npm ran, but a part that is compiled or fetched at installation is missing.${isWindows ? '' : ' Are install scripts switched off for npm here?'} Delete node_modules and run the command again.`,
    )
  }
  writeFileSync(stampFile, stamp())
}

/** Leaves node_modules as package-lock.json says. Quick when it already is. */
export async function ensureInstalled() {
  const tooOld = nodeTooOld(process.version)
  if (tooOld !== undefined) throw new SetupError(tooOld)
  if (isInstalled()) return
  await withLock('install', async () => {
    if (!isInstalled()) await install()
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    await ensureInstalled()
    return 0
  })
}

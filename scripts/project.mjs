// Where things lie in this project folder, and the environment that child processes get.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const inProject = (...parts) => join(root, ...parts)
export const isWindows = process.platform === 'win32'
export const isLinux = process.platform === 'linux'

/** The Node 24 that comes as a dev dependency: the one that builds, tests and runs the headless app. */
export const node24 = inProject('node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node')

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
export const fileHash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')

const insideNodeModules = (folder) => folder.split(sep).includes('node_modules')

/**
 * The environment as it was before npm added to it. `npm ci` has to run with the system's Node, because it deletes the
 * one in node_modules, which npm puts first in the PATH of every script.
 */
export function systemEnvironment(extra = {}) {
  const env = { ...process.env, ...extra }
  for (const name of Object.keys(env)) {
    if (/^npm_(package|lifecycle)_/.test(name) && !(name in extra)) delete env[name]
  }
  env.PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !insideNodeModules(folder))
    .join(delimiter)
  return env
}

/** The environment of the project's own tools: Node 24 is `node`. */
export function projectEnvironment(extra = {}) {
  const env = { ...process.env, ...extra }
  env.PATH = [inProject('node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter)
  return env
}

/** The first folder of the PATH (without node_modules) that holds this program, or undefined. */
export function folderOfProgram(name) {
  return systemEnvironment()
    .PATH.split(delimiter)
    .find((folder) => folder !== '' && existsSync(join(folder, name)))
}

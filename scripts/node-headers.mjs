// The C headers that compiling a native addon needs, without asking any further host for them.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOfProgram, inProject, isLinux, readJson, systemEnvironment } from './project.mjs'
import { lastLines, runCommand, SetupError, say } from './run-command.mjs'

const hasHeaders = (folder) => ['node_api.h', 'common.gypi'].every((file) => existsSync(join(folder, 'include', 'node', file)))

/**
 * A folder for node-gyp's `nodedir`: the one of the system's Node when it brings its headers, else those of the npm package
 * that the `node` dev dependency takes its program from. Undefined away from Linux, where node-gyp fetches them itself.
 */
export async function nodeHeaders() {
  if (!isLinux) return undefined
  const program = folderOfProgram('node')
  const local = [...(program === undefined ? [] : [dirname(program)]), '/usr', '/usr/local'].find(hasHeaders)
  if (local !== undefined) return local
  const { node: version } = readJson(inProject('package.json')).devDependencies
  const folder = inProject('.cache', `node-headers-${version}-${process.arch}`)
  if (!hasHeaders(folder)) await fetchHeaders(`node-linux-${process.arch}@${version}`, folder)
  return folder
}

async function fetchHeaders(name, folder) {
  say('Fetching the headers of Node')
  const work = `${folder}.${process.pid}`
  mkdirSync(work, { recursive: true })
  try {
    const pack = await runCommand('npm', ['pack', name, '--silent'], {
      cwd: work,
      env: systemEnvironment(),
      progress: 'fetching the headers of Node',
    })
    const file = pack.output.trim().split('\n').pop()
    const unpack = await runCommand('tar', ['xzf', file, 'package/include'], { cwd: work, progress: 'unpacking' })
    if (unpack.code !== 0)
      throw new SetupError(
        `${name} could not be fetched, and compiling needs it. Check the network and run the command again.\n${lastLines(pack.output)}`,
      )
    rmSync(folder, { recursive: true, force: true })
    renameSync(join(work, 'package'), folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

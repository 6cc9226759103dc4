// Builds the app into out/ when a source is newer than the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { inProject, node24, projectEnvironment } from './project.mjs'
import { lastLines, runCommand, SetupError, say } from './run-command.mjs'

const stampFile = inProject('out', '.built-from')
const results = ['main/index.js', 'main/headless.js', 'preload/index.js', 'renderer/index.html'].map((file) => inProject('out', file))
const sources = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json']

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)))
}

/** Changes when a source is added, removed or written. */
function sourceStamp() {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((name) => filesBelow(inProject(name)))) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file.slice(inProject().length)}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

const isFresh = (stamp) => results.every((file) => existsSync(file)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp

/** Leaves out/ as the sources say; throws with the compiler's words when they do not build. */
export async function ensureBuilt() {
  if (isFresh(sourceStamp())) return
  await withLock('build', async () => {
    const stamp = sourceStamp()
    if (isFresh(stamp)) return
    say('Building')
    const tool = inProject('node_modules', 'electron-vite', 'bin', 'electron-vite.js')
    const { code, output } = await runCommand(node24, [tool, 'build'], { env: projectEnvironment({ NO_COLOR: '1' }), progress: 'building' })
    if (code !== 0) throw new SetupError(`The app could not be built:\n${lastLines(output, 40)}`)
    writeFileSync(stampFile, stamp)
  })
}

// `npm start`: installs if needed, builds if needed, opens the app; without a display, runs it as a headless host.
import { ensureBuilt } from './build.mjs'
import { electronFlags, hasDisplay } from './display.mjs'
import { electronRuntime } from './electron-runtime.mjs'
import { runHeadless } from './headless.mjs'
import { ensureInstalled } from './install.mjs'
import { root } from './project.mjs'
import { runCommand, runMain, say } from './run-command.mjs'
import { ensureSystemPackages, windowLibraries } from './system-packages.mjs'

async function openWindow(args) {
  await ensureSystemPackages(windowLibraries, 'libraries of the window')
  const runtime = await electronRuntime()
  await ensureBuilt()
  const { flags, warning } = electronFlags(runtime.program)
  if (warning !== undefined) say(warning)
  say('Opening Cortexa')
  const { code } = await runCommand(runtime.program, [...flags, root, ...args], { env: { ...process.env, ...runtime.env } })
  return code ?? 1
}

await runMain(async () => {
  const args = process.argv.slice(2)
  await ensureInstalled()
  if (hasDisplay()) return openWindow(args)
  await ensureBuilt()
  return runHeadless(args)
})

// Whether there is a screen to open a window on, and what Electron has to be told about this machine.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isLinux } from './project.mjs'

/** On Linux a window needs an X or Wayland display; other systems always have a screen. */
export const hasDisplay = (env = process.env) => !isLinux || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY)

const kernelSetting = (name) => {
  try {
    return readFileSync(join('/proc/sys/kernel', name), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Chromium's sandbox needs user namespaces, or its helper program installed with root's rights. */
function sandboxWorks(program) {
  const helper = join(dirname(program), 'chrome-sandbox')
  if (existsSync(helper)) {
    const { uid, mode } = statSync(helper)
    if (uid === 0 && (mode & 0o4755) === 0o4755) return true
  }
  return kernelSetting('apparmor_restrict_unprivileged_userns') !== '1' && kernelSetting('unprivileged_userns_clone') !== '0'
}

/** The flags for this Electron program here, and a sentence when they weaken something. */
export function electronFlags(program, env = process.env) {
  if (!isLinux) return { flags: [] }
  const flags = !env.DISPLAY && env.WAYLAND_DISPLAY ? ['--ozone-platform=wayland'] : []
  if (process.getuid?.() === 0) {
    return {
      flags: [...flags, '--no-sandbox'],
      warning: 'Started as root, so without the sandbox of the browser engine. Start it as a normal user for daily use.',
    }
  }
  if (sandboxWorks(program)) return { flags }
  return {
    flags: [...flags, '--no-sandbox'],
    warning: 'This system lets no program make a sandbox of its own, so Cortexa starts without the one of the browser engine.',
  }
}

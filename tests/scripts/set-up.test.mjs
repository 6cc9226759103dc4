import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { electronFlags, hasDisplay } from '../../scripts/display.mjs'
import { defaultDataFolder, headlessArguments, usage } from '../../scripts/headless.mjs'
import { sameAsLockFile } from '../../scripts/install.mjs'
import { withLock } from '../../scripts/lock.mjs'
import { nodeTooOld } from '../../scripts/node-version.mjs'
import { systemEnvironment } from '../../scripts/project.mjs'
import { parseInstallable, parseInstalled } from '../../scripts/system-packages.mjs'

describe('the Node that starts the scripts', () => {
  it('is refused in words below 20, and only there', () => {
    expect(nodeTooOld('v18.20.4')).toContain('needs Node 20 or newer')
    expect(nodeTooOld('v20.0.0')).toBeUndefined()
    expect(nodeTooOld('v24.1.0')).toBeUndefined()
  })
})

describe('installed packages', () => {
  const lock = { packages: { '': {}, a: { version: '1.0.0', integrity: 'x' }, b: { version: '2.0.0', integrity: 'y', optional: true } } }

  it('are the same when every package has the version and content of the lock file', () => {
    expect(sameAsLockFile(lock, { packages: { a: { version: '1.0.0', integrity: 'x' }, b: { version: '2.0.0', integrity: 'y' } } })).toBe(
      true,
    )
    expect(sameAsLockFile(lock, { packages: { a: { version: '1.0.0', integrity: 'x' } } })).toBe(true) // optional for another system
  })

  it('differ when one is missing, of another version or of other content', () => {
    expect(sameAsLockFile(lock, { packages: {} })).toBe(false)
    expect(sameAsLockFile(lock, { packages: { a: { version: '1.0.1', integrity: 'x' } } })).toBe(false)
    expect(sameAsLockFile(lock, { packages: { a: { version: '1.0.0', integrity: 'z' } } })).toBe(false)
  })
})

describe('system packages', () => {
  it('are read from dpkg: removed ones with left-over configuration are not installed', () => {
    const text = 'libnss3\tinstall ok installed\nlibgbm1\tdeinstall ok config-files\nxvfb\tunknown ok not-installed\n'
    expect([...parseInstalled(text)]).toEqual(['libnss3'])
  })

  it('are named as this release names them: a name that others merely provide has no candidate', () => {
    const text =
      'libasound2t64:\n  Installed: (none)\n  Candidate: 1.2.14-1\nlibasound2:\n  Installed: (none)\n  Candidate: (none)\n  Version table:\n'
    expect([...parseInstallable(text)]).toEqual(['libasound2t64'])
  })
})

describe('the environment for npm ci', () => {
  it('does not find the Node inside node_modules, which npm ci deletes while it runs', () => {
    const before = process.env.PATH
    process.env.PATH = ['/project/node_modules/.bin', '/usr/bin', '/elsewhere/node_modules/.bin'].join(':')
    try {
      expect(systemEnvironment().PATH).toBe('/usr/bin')
    } finally {
      process.env.PATH = before
    }
  })
})

describe.runIf(process.platform === 'linux')('the display', () => {
  it('is X or Wayland; an empty variable is none', () => {
    expect(hasDisplay({})).toBe(false)
    expect(hasDisplay({ DISPLAY: '' })).toBe(false)
    expect(hasDisplay({ DISPLAY: ':1' })).toBe(true)
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
  })

  it('of Wayland alone is named to Electron, whose older versions look for X', () => {
    expect(electronFlags('/electron', { WAYLAND_DISPLAY: 'wayland-0' }).flags).toContain('--ozone-platform=wayland')
    expect(electronFlags('/electron', { DISPLAY: ':1', WAYLAND_DISPLAY: 'wayland-0' }).flags).not.toContain('--ozone-platform=wayland')
  })
})

describe('the headless start', () => {
  const has = () => true
  const none = () => false

  it('takes the default folder, and makes a vault only where there is none', () => {
    expect(headlessArguments([], '/data', has)).toEqual({ args: ['--data', '/data'], folder: '/data', isNew: false })
    expect(headlessArguments([], '/data', none).args).toEqual(['--data', '/data', '--create', '--print-recovery-key'])
  })

  it('takes the folder that was named, in both spellings, and repeats no flag', () => {
    expect(headlessArguments(['--data', '/mine', '--port', '5000'], '/data', has)).toMatchObject({
      args: ['--data', '/mine', '--port', '5000'],
      folder: '/mine',
    })
    expect(headlessArguments(['--data=/mine', '--create'], '/data', none)).toMatchObject({
      args: ['--data=/mine', '--create', '--print-recovery-key'],
      folder: '/mine',
    })
  })

  it('keeps the vault in the configuration folder of the person', () => {
    expect(defaultDataFolder({}, '/home/anna')).toBe('/home/anna/.config/Cortexa/vault')
    expect(defaultDataFolder({ XDG_CONFIG_HOME: '/etc/xdg' }, '/home/anna')).toBe('/etc/xdg/Cortexa/vault')
    expect(defaultDataFolder({ CORTEXA_DATA: '/stick', XDG_CONFIG_HOME: '/etc/xdg' }, '/home/anna')).toBe('/stick')
  })

  it('shows commands that can be copied as they are', () => {
    expect(usage({ url: 'http://127.0.0.1:4000', token: 'secret' })).toContain(
      `curl -sS http://127.0.0.1:4000/v1/commands/list-items -H 'Authorization: Bearer secret' -H 'Content-Type: application/json' -d '{}'`,
    )
  })
})

describe('the lock of the project folder', () => {
  let folder

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function leaveLock(pid, ageMs) {
    const lock = join(folder, 'thing.lock')
    mkdirSync(lock)
    writeFileSync(join(lock, 'pid'), String(pid))
    const then = new Date(Date.now() - ageMs)
    utimesSync(lock, then, then)
  }

  it('lets one in at a time', async () => {
    const steps = []
    const task = (name) => async () => {
      steps.push(`${name} in`)
      await new Promise((resolve) => setTimeout(resolve, 50))
      steps.push(`${name} out`)
    }
    await Promise.all([withLock('thing', task('first'), folder), withLock('thing', task('second'), folder)])
    expect(steps).toEqual(['first in', 'first out', 'second in', 'second out'])
  })

  it('is given back after a failure', async () => {
    await expect(withLock('thing', () => Promise.reject(new Error('task')), folder)).rejects.toThrow('task')
    expect(await withLock('thing', async () => 'again', folder)).toBe('again')
  })

  it('of a process that is gone, or was copied along with the folder, holds nobody up', async () => {
    leaveLock(2 ** 22 + 1, 0) // above the largest process id of Linux
    expect(await withLock('thing', async () => 'in', folder)).toBe('in')
    leaveLock(process.pid, 60_000)
    expect(await withLock('thing', async () => 'in', folder)).toBe('in')
  })
})

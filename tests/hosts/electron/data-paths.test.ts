import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseDataDir, preparePaths } from '../../../src/main/hosts/electron/data-paths'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cortexa-paths-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('chooseDataDir', () => {
  it.each([
    [['electron', '--no-sandbox', '.', '--data', '/a b/c'], {}, '/a b/c'],
    [['electron', '.', '--data=/x=y'], {}, '/x=y'],
    [['electron', '.', '--data', '/a'], { CORTEXA_DATA: '/b' }, '/a'],
    [['electron', '.'], { CORTEXA_DATA: '/b' }, '/b'],
    [['electron', '.'], { CORTEXA_DATA: '' }, '/usual'],
    [['electron', '.', '--data'], {}, '/usual'],
    [['electron', '.', '--data='], {}, '/usual'],
    [['electron', '.', '--database', '/z'], {}, '/usual'],
  ])('%j with %j is %s', (argv, environment, expected) => {
    expect(chooseDataDir(argv, environment, '/usual')).toBe(expected)
  })
})

describe('preparePaths', () => {
  it('keeps Electron apart from the vault, in a folder of its own for each vault, closed to others', () => {
    const one = preparePaths(join(folder, 'one'), join(folder, 'root'))
    const two = preparePaths(join(folder, 'two'), join(folder, 'root'))
    expect(one).toEqual({ dataDir: join(folder, 'one'), runtimeDir: join(folder, 'one-runtime') })
    expect(two.runtimeDir).not.toBe(one.runtimeDir)
    expect([one.dataDir, one.runtimeDir].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700])
  })

  it('two names of one vault get one lock', () => {
    const direct = preparePaths(join(folder, 'vault'), folder)
    symlinkSync(join(folder, 'vault'), join(folder, 'alias'))
    expect(preparePaths(join(folder, 'alias'), folder)).toEqual(direct)
  })

  it('goes elsewhere when nothing can be made beside the vault, and to the same place each time', () => {
    mkdirSync(join(folder, 'vault'))
    writeFileSync(join(folder, 'vault-runtime'), 'a file is in the way')
    const first = preparePaths(join(folder, 'vault'), join(folder, 'root'))
    expect(first.runtimeDir.startsWith(join(folder, 'root', 'runtime-'))).toBe(true)
    expect(existsSync(first.runtimeDir)).toBe(true)
    expect(preparePaths(join(folder, 'vault'), join(folder, 'root'))).toEqual(first)
  })

  it('does not stumble over a vault path that cannot be a folder', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(preparePaths(join(folder, 'file'), join(folder, 'root')).dataDir).toBe(join(folder, 'file'))
  })
})

import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAddress, ownSurroundings, takeAddress } from '../../../src/main/hosts/socket/address'
import { connectOwner } from '../../../src/main/hosts/socket/client'
import { serveSocket } from '../../../src/main/hosts/socket/server'
import { createSmallApp } from '../http/small-app'
import { makeFolder, serve } from './socket-fixture'

const mode = (path: string) => (lstatSync(path).mode & 0o777).toString(8)

describe('where the socket lies', () => {
  it('is in the data folder, for its owner alone, and gone after the end', async () => {
    const { dataDir, host } = await serve()
    expect(host.path).toBe(join(dataDir, 'owner.sock'))
    expect(mode(host.path)).toBe('600')
    expect(mode(dataDir)).toBe('700')
    await host.close()
    expect(existsSync(host.path)).toBe(false)
    expect(() => findAddress(dataDir)).toThrow(expect.objectContaining({ kind: 'not-running' }))
  })

  it('takes the rights of others off a data folder that is ours', async () => {
    const dataDir = makeFolder()
    chmodSync(dataDir, 0o755)
    await serve({}, createSmallApp(), dataDir)
    expect(mode(dataDir)).toBe('700')
  })

  it('is in a private folder elsewhere when the name would be longer than the kernel takes, and is found from there', async () => {
    const dataDir = join(makeFolder(), 'a-folder-with-a-long-name-'.repeat(4))
    mkdirSync(dataDir, { mode: 0o700 })
    const { host } = await serve({}, createSmallApp(), dataDir)
    expect(Buffer.byteLength(host.path)).toBeLessThanOrEqual(100)
    expect(host.path.startsWith(dataDir)).toBe(false)
    expect([mode(host.path), mode(join(host.path, '..'))]).toEqual(['600', '700'])
    const owner = await connectOwner({ dataDir, as: 'cli', version: 'test' })
    expect(await owner.invoke('vault-status', {})).toMatchObject({ ok: true })
    owner.close()
    await host.close()
    expect([existsSync(host.path), existsSync(join(host.path, '..')), existsSync(join(dataDir, 'owner.address'))]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('is the same by whatever name the folder is called', async () => {
    const { dataDir } = await serve()
    const other = join(makeFolder(), 'link')
    symlinkSync(dataDir, other)
    const owner = await connectOwner({ dataDir: other, as: 'cli', version: 'test' })
    owner.close()
  })

  it('refuses a folder elsewhere that others may enter or that is only a link', () => {
    const temporary = makeFolder()
    const dataDir = join(makeFolder(), 'x'.repeat(100))
    mkdirSync(dataDir, { mode: 0o700 })
    const surroundings = { ...ownSurroundings(), temporary: [temporary] }
    const place = join(takeAddress(dataDir, surroundings).path, '..')
    const foreign = { ...surroundings, uid: 4_000_000 }
    expect(() => takeAddress(dataDir, foreign)).toThrow(expect.objectContaining({ kind: 'unsafe' }))
    const elsewhere = makeFolder()
    const linked = { ...surroundings, temporary: [join(elsewhere, 'links')] }
    mkdirSync(join(elsewhere, 'links'))
    symlinkSync(place, join(elsewhere, 'links', place.slice(place.lastIndexOf('/') + 1)))
    expect(() => takeAddress(dataDir, linked)).toThrow(expect.objectContaining({ kind: 'unsafe' }))
  })

  it('sends nothing through a socket that another user could have put there', async () => {
    const { dataDir, host } = await serve()
    const foreign = { ...ownSurroundings(), uid: 4_000_000 }
    expect(() => findAddress(dataDir, foreign)).toThrow(expect.objectContaining({ kind: 'unsafe' }))
    chmodSync(dataDir, 0o777)
    await expect(connectOwner({ dataDir, as: 'cli', version: 'test' })).rejects.toMatchObject({
      kind: 'unsafe',
      message: expect.stringContaining('chmod 700'),
    })
    chmodSync(dataDir, 0o700)
    await host.close()
  })

  it('takes the place of the socket of a dead owner, and of nothing else', async () => {
    const dataDir = makeFolder()
    const path = join(dataDir, 'owner.sock')
    // What a killed process leaves: a name that nobody listens on.
    const dead = createServer()
    await new Promise<void>((resolve) => dead.listen(join(dataDir, 'first'), resolve))
    const { renameSync } = await import('node:fs')
    renameSync(join(dataDir, 'first'), path)
    await new Promise((resolve) => dead.close(resolve))
    expect(lstatSync(path).isSocket()).toBe(true)
    await expect(connectOwner({ dataDir, as: 'cli', version: 'test' })).rejects.toMatchObject({ kind: 'not-running' })
    const { host } = await serve({}, createSmallApp(), dataDir)
    const owner = await connectOwner({ dataDir, as: 'cli', version: 'test' })
    owner.close()
    await host.close()

    writeFileSync(path, 'my notes')
    const app = createSmallApp()
    await expect(serveSocket({ endpoints: { cli: app, mcp: app }, dataDir, appVersion: '1' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(readFileSync(path, 'utf8')).toBe('my notes')
  })

  it('is on Windows a pipe whose name only a reader of the data folder knows', () => {
    const dataDir = makeFolder()
    const windows = { platform: 'win32' as const, temporary: [], uid: null }
    const one = takeAddress(dataDir, windows)
    expect(one.path).toMatch(/^\\\\\.\\pipe\\cortexa-[0-9a-f]{20}-[0-9a-f]{32}$/)
    expect(findAddress(dataDir, windows)).toBe(one.path)
    expect(statSync(join(dataDir, 'owner.address')).mode & 0o077).toBe(0)
    expect(takeAddress(dataDir, windows).path).not.toBe(one.path)
    one.release()
    expect(() => findAddress(dataDir, windows)).toThrow(expect.objectContaining({ kind: 'not-running' }))
  })
})

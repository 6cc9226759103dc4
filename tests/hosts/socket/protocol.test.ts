import { describe, expect, it } from 'vitest'
import { connectOwner } from '../../../src/main/hosts/socket/client'
import type { AppEvent } from '../../../src/shared/contract/events'
import { openRaw, serve } from './socket-fixture'

describe("the owner's socket", () => {
  it('answers hello, runs commands, and tells events in order, from a number on and live', async () => {
    const { app, dataDir } = await serve()
    app.emit({ type: 'item-changed', itemId: 'first' })
    app.emit({ type: 'item-changed', itemId: 'second' })
    const owner = await connectOwner({ dataDir, as: 'cli', version: 'test' })
    expect(owner.appVersion).toBe('1.2.3')
    const seen: AppEvent[] = []
    owner.subscribe((event) => seen.push(event), 1)
    // A call after a subscription begins when that is in force, so its own event is not missed.
    expect(await owner.invoke('capture-item', { body: 'a thought' })).toEqual({ ok: true, data: { id: 'item-1' } })
    await expect.poll(() => seen.map(({ seq }) => seq)).toEqual([2, 3])
    owner.close()
    await owner.closed
    expect(await owner.invoke('vault-status', {})).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  })

  it('lets each kind of program reach only what the contract shows it', async () => {
    const { app, host } = await serve()
    const cli = await openRaw(host.path)
    await cli.greet('cli')
    const mcp = await openRaw(host.path)
    await mcp.greet('mcp')
    for (const [program, command, isThere] of [
      [cli, 'unlock-vault', false],
      [cli, 'create-vault', false],
      [cli, 'erase-item', false],
      [cli, 'constructor', false],
      [cli, 'vault-status', true],
      [mcp, 'vault-status', false],
      [mcp, 'make-backup', false],
      [mcp, 'get-item', true],
    ] as const) {
      program.say({ type: 'call', id: 1, command, input: command === 'get-item' ? { id: 'x' } : {} })
      expect(await program.next(), command).toMatchObject({ id: 1, result: isThere ? { ok: true } : { error: { code: 'NOT_FOUND' } } })
    }
    expect(app.invoked).toEqual(['vault-status', 'get-item'])
  })

  it('ends the events of a program that unsubscribes, and of one that leaves', async () => {
    const { app, dataDir } = await serve()
    const owner = await connectOwner({ dataDir, as: 'cli', version: 'test' })
    const stop = owner.subscribe(() => {})
    owner.subscribe(() => {})
    await owner.invoke('vault-status', {})
    expect(app.listeners()).toBe(2)
    stop()
    await owner.invoke('vault-status', {})
    expect(app.listeners()).toBe(1)
    owner.close()
    await expect.poll(() => app.listeners()).toBe(0)
  })

  it('refuses events while the vault is locked, and ends them when it is locked', async () => {
    const { app, host } = await serve()
    const program = await openRaw(host.path)
    await program.greet()
    program.say({ type: 'subscribe', id: 1, after: null })
    expect(await program.next()).toMatchObject({ id: 1, result: { ok: true } })
    app.lock()
    expect(await program.next()).toMatchObject({ type: 'event', id: 1, event: { type: 'vault-locked' } })
    expect(app.listeners()).toBe(0)
    program.say({ type: 'subscribe', id: 2 })
    expect(await program.next()).toMatchObject({ id: 2, result: { error: { code: 'VAULT_LOCKED' } } })
    program.say({ type: 'call', id: 3, command: 'list-items', input: {} })
    expect(await program.next()).toMatchObject({ id: 3, result: { error: { code: 'VAULT_LOCKED' } } })
  })

  it('says which of two versions is to be updated', async () => {
    const { host, dataDir } = await serve()
    const later = await openRaw(host.path)
    later.say({ type: 'hello', protocol: 2, as: 'cli', version: '9' })
    expect(await later.next()).toMatchObject({ type: 'hello', protocol: 1, appVersion: '1.2.3' })
    expect(await later.next()).toBeNull()
    await host.close()

    const { createServer } = await import('node:net')
    for (const [protocol, words] of [
      [2, /1\.2\.4\) is newer than this command\. Update the command/],
      [0, /1\.2\.4\) is older than this command\. End it/],
    ] as const) {
      const hello = `${JSON.stringify({ type: 'hello', protocol, appVersion: '1.2.4', dataDir })}\n`
      const server = createServer((socket) => socket.resume().end(hello))
      await new Promise<void>((resolve) => server.listen(host.path, resolve))
      await expect(connectOwner({ dataDir, as: 'cli', version: 'test' })).rejects.toMatchObject({
        kind: 'other-version',
        message: expect.stringMatching(words),
      })
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

import { describe, expect, it } from 'vitest'
import { connectOwner } from '../../../src/main/hosts/socket/client'
import { createSmallApp } from '../http/small-app'
import { openRaw, serve } from './socket-fixture'

const refused = { type: 'refused', error: { code: 'BAD_INPUT' } }

describe('hostile frames', () => {
  it.each([
    ['no JSON', 'hello'],
    ['an array', '[]'],
    ['null', 'null'],
    ['an empty line', ''],
    ['HTTP', 'GET /v1/contract HTTP/1.1'],
    ['a call before hello', '{"type":"call","id":1,"command":"list-items","input":{}}'],
    ['a hello without a protocol', '{"type":"hello","as":"cli","version":"1"}'],
    ['a hello as the window', '{"type":"hello","protocol":1,"as":"window","version":"1"}'],
    ['a hello with a broken number', '{"type":"hello","protocol":1.5,"as":"cli","version":"1"}'],
    ['NUL bytes', '\0\0\0\0'],
    ['prototype keys', '{"__proto__":{"type":"hello","protocol":1,"as":"cli","version":"1"}}'],
  ])('%s instead of hello ends the connection with a reason', async (_, line) => {
    const { app, host } = await serve()
    const program = await openRaw(host.path)
    program.write(`${line}\n`)
    expect(await program.next()).toMatchObject(refused)
    expect(await program.next()).toBeNull()
    expect(app.invoked).toEqual([])
  })

  it.each([
    ['an unknown type', '{"type":"stop","id":1}'],
    ['a second hello', '{"type":"hello","protocol":1,"as":"mcp","version":"1"}'],
    ['an id that is no number', '{"type":"call","id":"1","command":"list-items"}'],
    ['a negative id', '{"type":"call","id":-1,"command":"list-items"}'],
    ['a command that is no text', '{"type":"call","id":1,"command":{"a":1}}'],
    ['events from a number that is none', '{"type":"subscribe","id":1,"after":"all"}'],
    ['nesting without end', `{"type":"call","id":1,"command":"capture-item","input":${'['.repeat(100_000)}`],
    ['bytes that are not UTF-8', Buffer.from('7b2274797065223a22ff227d', 'hex')],
  ])('%s after hello ends that connection and no other', async (_, line) => {
    const { app, host, dataDir } = await serve()
    const other = await connectOwner({ dataDir, as: 'cli', version: 'test' })
    const program = await openRaw(host.path)
    await program.greet()
    program.write(line)
    program.write('\n')
    expect(await program.next()).toMatchObject(refused)
    expect(await program.next()).toBeNull()
    expect(app.invoked).toEqual([])
    expect(await other.invoke('vault-status', {})).toMatchObject({ ok: true })
  })

  it('takes a frame in any pieces, and many frames in one piece', async () => {
    const { app, host } = await serve()
    const program = await openRaw(host.path)
    const hello = Buffer.from('{"type":"hello","protocol":1,"as":"cli","version":"1"}\n')
    for (const byte of hello) program.write(Buffer.from([byte]))
    expect(await program.next()).toMatchObject({ type: 'hello' })
    const call = (id: number, body: string) => JSON.stringify({ type: 'call', id, command: 'capture-item', input: { body } })
    program.write(`${call(1, 'é\u{1f41d}')}\n${call(2, '\u2028')}\n`)
    expect(await program.next()).toMatchObject({ id: 1, result: { ok: true } })
    expect(await program.next()).toMatchObject({ id: 2, result: { ok: true } })
    expect([...app.items.values()]).toEqual(['é\u{1f41d}', '\u2028'])
  })
})

describe('limits', () => {
  const pad = (start: string, length: number) => `${start}${'x'.repeat(length - Buffer.byteLength(start) - 3)}"}}`

  it('takes a line at the limit and not one byte more; a text may be longer, when it says at once that it is one', async () => {
    const { app, host } = await serve({ lineBytes: 1000, textLineBytes: 5000 })
    for (const [start, length, fits] of [
      ['{"type":"call","id":1,"command":"search-items","input":{"query":"', 1000, true],
      ['{"type":"call","id":1,"command":"search-items","input":{"query":"', 1001, false],
      ['{"type":"call","id":1,"command":"capture-item","input":{"body":"', 5000, true],
      ['{"type":"call","id":1,"command":"capture-item","input":{"body":"', 5001, false],
      ['{"id":1,"type":"call","command":"capture-item","input":{"body":"', 1001, false],
      ['{"type":"call","id":1,"command":"capture-itemx","input":{"body":"', 1001, false],
    ] as const) {
      const program = await openRaw(host.path)
      await program.greet()
      program.write(`${pad(start, length)}\n`)
      expect(await program.next(), `${start} ${length}`).toMatchObject(
        fits ? { id: 1, result: { ok: true } } : { type: 'refused', error: { code: 'TOO_LARGE' } },
      )
    }
    expect(app.invoked).toEqual(['search-items', 'capture-item'])
  })

  it('hears no more of a line without end than its limit', async () => {
    const { host } = await serve({ lineBytes: 10_000 })
    const program = await openRaw(host.path)
    await program.greet()
    for (let i = 0; i < 50; i += 1) program.write('x'.repeat(1000))
    expect(await program.next()).toMatchObject({ error: { code: 'TOO_LARGE' } })
    expect(await program.next()).toBeNull()
  })

  it('tells one program too many so, and takes the next once another has left', async () => {
    const { host, dataDir } = await serve({ connections: 2 })
    const [first] = [await openRaw(host.path), await openRaw(host.path)]
    await expect(connectOwner({ dataDir, as: 'cli', version: 'test' })).rejects.toMatchObject({ kind: 'busy' })
    first.socket.destroy()
    await expect
      .poll(() =>
        connectOwner({ dataDir, as: 'cli', version: 'test' }).then(
          ({ close }) => close() === undefined || true,
          () => false,
        ),
      )
      .toBe(true)
  })

  it('hangs up on one that says no hello, one that never ends its line, and one that is idle', async () => {
    const { host } = await serve({ helloTime: 40, lineTime: 40, idleTime: 40 })
    const silent = await openRaw(host.path)
    expect(await silent.next()).toBeNull()
    const slow = await openRaw(host.path)
    await slow.greet()
    slow.write('{"type":"call",')
    expect(await slow.next()).toMatchObject(refused)
    expect(await slow.next()).toBeNull()
    const idle = await openRaw(host.path)
    await idle.greet()
    expect(await idle.next()).toBeNull()
  })

  it('does not take one that follows events for idle', async () => {
    const { app, host } = await serve({ idleTime: 30 })
    const program = await openRaw(host.path)
    await program.greet()
    program.say({ type: 'subscribe', id: 1 })
    await program.next()
    await new Promise((resolve) => setTimeout(resolve, 120))
    app.emit({ type: 'item-changed', itemId: 'later' })
    expect(await program.next()).toMatchObject({ type: 'event' })
  })

  it('runs only so many commands of one program at a time, and refuses an id that is still at work', async () => {
    const app = createSmallApp()
    const waiting: (() => void)[] = []
    const invoke = app.invoke
    app.invoke = async (name, input) => {
      if (name === 'search-items') await new Promise<void>((resolve) => waiting.push(resolve))
      return invoke(name, input)
    }
    const { host } = await serve({ callsAtOnce: 2 }, app)
    const program = await openRaw(host.path)
    await program.greet()
    for (const id of [1, 2, 3]) program.say({ type: 'call', id, command: 'search-items', input: { query: 'x' } })
    expect(await program.next()).toMatchObject({ id: 3, result: { error: { code: 'TOO_MANY_REQUESTS' } } })
    for (const go of waiting) go()
    expect([await program.next(), await program.next()]).toMatchObject([{ id: 1 }, { id: 2 }])
    program.say({ type: 'call', id: 4, command: 'search-items', input: { query: 'x' } })
    program.say({ type: 'call', id: 4, command: 'search-items', input: { query: 'x' } })
    expect(await program.next()).toMatchObject(refused)
  })

  it('ends the connection of one that reads too slowly, and holds no more for it', async () => {
    const { app, host } = await serve({ eventBytes: 20_000 })
    const program = await openRaw(host.path)
    await program.greet()
    program.say({ type: 'subscribe', id: 1 })
    await program.next()
    program.socket.pause()
    for (let i = 0; i < 20_000 && app.listeners() > 0; i += 1) {
      app.emit({ type: 'item-changed', itemId: 'x'.repeat(1000) })
      if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    expect(app.listeners()).toBe(0)
  })

  it('forgets what a program asked for that has left, and goes on', async () => {
    const app = createSmallApp()
    let answer = () => {}
    const invoke = app.invoke
    app.invoke = async (name, input) => {
      if (name === 'search-items') await new Promise<void>((resolve) => (answer = resolve))
      return invoke(name, input)
    }
    const { host, dataDir } = await serve({}, app)
    const program = await openRaw(host.path)
    await program.greet()
    program.say({ type: 'call', id: 1, command: 'search-items', input: { query: 'x' } })
    await new Promise((resolve) => setTimeout(resolve, 20))
    program.socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 20))
    answer()
    const other = await connectOwner({ dataDir, as: 'cli', version: 'test' })
    expect(await other.invoke('vault-status', {})).toMatchObject({ ok: true })
  })
})

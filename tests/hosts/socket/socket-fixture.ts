import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { SocketLimits } from '../../../src/main/hosts/socket/limits'
import { type SocketHost, serveSocket } from '../../../src/main/hosts/socket/server'
import { createSmallApp, type SmallApp } from '../http/small-app'

const folders: string[] = []
const hosts: SocketHost[] = []
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const host of hosts.splice(0)) await host.close()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cortexa-socket-'))
  folders.push(folder)
  return folder
}

/** The owner of a small app. */
export async function serve(limits: Partial<SocketLimits> = {}, app: SmallApp = createSmallApp(), dataDir = makeFolder()) {
  const host = await serveSocket({ endpoints: { cli: app, mcp: app }, dataDir, appVersion: '1.2.3', limits })
  hosts.push(host)
  return { app, host, dataDir }
}

/** A program that writes what it likes, and reads frames. `next` gives null once the owner has hung up. */
export async function openRaw(path: string) {
  const socket = connect(path)
  sockets.push(socket)
  const frames: unknown[] = []
  let rest = ''
  let closed = false
  let wake = () => {}
  socket.setEncoding('utf8')
  socket.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) frames.push(JSON.parse(line))
    wake()
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
    wake()
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  async function next(): Promise<unknown> {
    while (frames.length === 0 && !closed) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return frames.shift() ?? null
  }
  return {
    socket,
    write: (text: string | Buffer) => socket.write(text),
    say: (frame: unknown) => socket.write(`${JSON.stringify(frame)}\n`),
    next,
    /** Says hello and takes the answer. */
    async greet(as: 'cli' | 'mcp' = 'cli') {
      socket.write(`${JSON.stringify({ type: 'hello', protocol: 1, as, version: 'test' })}\n`)
      return next()
    },
  }
}

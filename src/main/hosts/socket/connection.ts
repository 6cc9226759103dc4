import type { Socket } from 'node:net'
import type { Endpoint } from '../../../shared/client'
import { AppError, type WireError, type WireResult } from '../../../shared/errors'
import { isReachable, wholeTextCommands } from '../../../shared/reachable-commands'
import type { SocketLimits } from './limits'
import { createLineReader } from './line-reader'
import { encodeFrame, type OwnerFrame, PROTOCOL, type ProgramFrame, type ProgramKind, parseProgramFrame, textLineStart } from './protocol'

export interface ConnectionOptions {
  socket: Socket
  /** What each kind of program is served. */
  endpoints: Record<ProgramKind, Endpoint>
  appVersion: string
  dataDir: string
  limits: SocketLimits
}

const notAFrame: WireError = {
  code: 'BAD_INPUT',
  message: 'This line is not part of the protocol. Use the cortexa command, or look into src/main/hosts/socket/protocol.ts.',
}

const failed = (code: WireError['code'], message: string): WireResult => ({ ok: false, error: { code, message } })

/**
 * Talks with one program until it leaves or breaks the rules. Whatever it was waiting for is forgotten then: a command that has begun is
 * carried out, and its answer goes nowhere. Returns the way to end the connection.
 */
export function serveConnection({ socket, endpoints, appVersion, dataDir, limits }: ConnectionOptions): () => void {
  const running = new Set<number>()
  const subscriptions = new Map<number, () => void>()
  let kind: ProgramKind | null = null
  let ended = false
  let timer: NodeJS.Timeout | undefined
  let deliveredBefore = -1
  /** Settles when the newest subscription is in force: a call that comes after it misses no event of its own. */
  let following: Promise<void> = Promise.resolve()

  const reader = createLineReader(
    {
      bytes: limits.lineBytes,
      longBytes: limits.textLineBytes,
      depth: limits.depth,
      mayBeLong: (start) => wholeTextCommands.includes(textLineStart.exec(start)?.[1] ?? ''),
    },
    (line) => {
      if (ended) return
      const frame = parseProgramFrame(line)
      if (frame === null) refuse(notAFrame)
      else receive(frame)
    },
  )

  function send(frame: OwnerFrame): void {
    // A program that does not read its answers is not asked for more.
    if (!ended && !socket.destroyed && !socket.write(encodeFrame(frame))) socket.pause()
  }

  function end(): void {
    if (ended) return
    ended = true
    clearTimeout(timer)
    clearInterval(stall)
    for (const stop of subscriptions.values()) stop()
    subscriptions.clear()
    socket.end()
    // What is still on its way gets a moment; a program that goes on sending does not keep the connection.
    setTimeout(() => socket.destroy(), 1000).unref()
  }

  function refuse(error: WireError): void {
    send({ type: 'refused', error })
    end()
  }

  /** After what time of silence the connection ends, looked at anew whenever something changes. */
  function watchTime(): void {
    clearTimeout(timer)
    if (ended) return
    if (kind === null) timer = setTimeout(() => end(), limits.helloTime)
    else if (reader.isInside()) timer = setTimeout(() => refuse(tooSlow), limits.lineTime)
    else if (running.size === 0 && subscriptions.size === 0) timer = setTimeout(() => end(), limits.idleTime)
  }

  function receive(frame: ProgramFrame): void {
    if (kind === null && frame.type === 'hello') greet(frame)
    else if (kind === null || frame.type === 'hello') refuse(notAFrame)
    else if (frame.type === 'call') void call(kind, frame)
    else if (frame.type === 'subscribe') following = follow(endpoints[kind], frame)
    else {
      subscriptions.get(frame.id)?.()
      send({ type: 'result', id: frame.id, result: { ok: true, data: {} } })
    }
  }

  function greet({ protocol, as }: Extract<ProgramFrame, { type: 'hello' }>): void {
    send({ type: 'hello', protocol: PROTOCOL, appVersion, dataDir })
    if (protocol === PROTOCOL) kind = as
    else end()
  }

  async function call(as: ProgramKind, { id, command, input }: Extract<ProgramFrame, { type: 'call' }>): Promise<void> {
    if (running.has(id)) return refuse(notAFrame)
    if (running.size >= limits.callsAtOnce) {
      const most = `There are already ${limits.callsAtOnce} commands at work for this program. Wait for one to end.`
      return send({ type: 'result', id, result: failed('TOO_MANY_REQUESTS', most) })
    }
    running.add(id)
    await following
    // A command that is not for this kind of program looks exactly like one that does not exist.
    const result = isReachable(command, as)
      ? await endpoints[as].invoke(command, input)
      : failed('NOT_FOUND', 'There is no such command here.')
    running.delete(id)
    send({ type: 'result', id, result })
    watchTime()
  }

  async function follow(endpoint: Endpoint, { id, after }: Extract<ProgramFrame, { type: 'subscribe' }>): Promise<void> {
    if (subscriptions.has(id) || running.has(id)) return refuse(notAFrame)
    if (subscriptions.size >= limits.subscriptions)
      return send({ type: 'result', id, result: failed('TOO_MANY_REQUESTS', 'This program follows the events often enough already.') })
    running.add(id)
    const status = await endpoint.invoke('vault-status', {})
    running.delete(id)
    if (ended) return
    if (!status.ok || (status.data as { state?: unknown }).state !== 'unlocked') {
      const locked = 'The vault is locked, so there are no events to follow. Unlock it in the Cortexa window, then try again.'
      send({ type: 'result', id, result: failed('VAULT_LOCKED', locked) })
      return watchTime()
    }
    send({ type: 'result', id, result: { ok: true, data: {} } })
    let stopped = false
    let stop: (() => void) | null = null
    const leave = () => {
      stopped = true
      stop?.()
      subscriptions.delete(id)
    }
    subscriptions.set(id, leave)
    stop = endpoint.subscribe((event) => {
      if (stopped) return
      send({ type: 'event', id, event })
      // After a lock the log cannot be read, so the numbering could have a gap; a fresh subscription cannot.
      if (event.type === 'vault-locked') leave()
      // It comes back with the number of the last event it saw.
      else if (socket.writableLength > limits.eventBytes) end()
    }, after ?? undefined)
    // The replay may have ended it, before there was anything to stop.
    if (stopped || ended) stop()
    watchTime()
  }

  const stall = setInterval(() => {
    const waiting = socket.writableLength
    const delivered = socket.bytesWritten - waiting
    if (waiting > 0 && delivered === deliveredBefore) socket.destroy()
    deliveredBefore = delivered
  }, limits.stallTime)

  socket.on('data', (chunk: Buffer) => {
    if (ended) return
    const wasInside = reader.isInside()
    try {
      reader.push(chunk)
    } catch (error) {
      const { code, message } = error instanceof AppError ? error : new AppError('INTERNAL', 'The line could not be read.')
      return refuse({ code, message })
    }
    // The time for a line counts from its first byte, so it is not set anew while the line goes on.
    if (!wasInside || !reader.isInside() || chunk.includes(0x0a)) if (kind !== null) watchTime()
  })
  socket.on('drain', () => socket.resume())
  // The other side left in the middle; there is nobody to tell.
  socket.on('error', () => socket.destroy())
  socket.on('close', end)
  watchTime()
  return end
}

const tooSlow: WireError = { code: 'BAD_INPUT', message: 'The line did not come to its end in time. Send it again at once.' }

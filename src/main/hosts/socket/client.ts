import { connect, type Socket } from 'node:net'
import type { Endpoint } from '../../../shared/client'
import type { AppEvent } from '../../../shared/contract/events'
import type { WireResult } from '../../../shared/errors'
import { findAddress, notRunning, type Surroundings } from './address'
import { defaultSocketLimits } from './limits'
import { createLineReader } from './line-reader'
import { OwnerProblem } from './owner-problem'
import { encodeFrame, type OwnerFrame, PROTOCOL, type ProgramFrame, type ProgramKind, parseOwnerFrame } from './protocol'

export interface OwnerConnection extends Endpoint {
  /** The version of the Cortexa at the other end. */
  appVersion: string
  /** Resolves when the connection is over, whoever ended it. */
  closed: Promise<void>
  close(): void
}

export interface ConnectOptions {
  dataDir: string
  as: ProgramKind
  /** The version of this program. */
  version: string
  surroundings?: Surroundings
  /** How long the owner may take to say hello, in milliseconds. */
  helloTime?: number
}

const lostMessage = 'The connection to Cortexa broke: it was closed or ended. Look whether the change was made, then try again.'

/**
 * Connects to the process that owns the vault of `dataDir`. Rejects with OwnerProblem: nothing runs there, it is another version, it serves
 * enough programs already, or the socket could be somebody else's. After a broken connection `invoke` answers `{ok:false}`.
 */
export async function connectOwner(options: ConnectOptions): Promise<OwnerConnection> {
  const path = findAddress(options.dataDir, options.surroundings)
  const socket = connect(path)
  const calls = new Map<number, (result: WireResult) => void>()
  const listeners = new Map<number, (event: AppEvent) => void>()
  let lastId = 0
  let over = false
  let greeted: (frame: OwnerFrame | null) => void = () => {}
  const hello = new Promise<OwnerFrame | null>((resolve) => {
    greeted = resolve
  })

  const reader = createLineReader(
    // An answer may be a whole thought, or a page of them.
    { bytes: 4 * defaultSocketLimits.textLineBytes, longBytes: 0, mayBeLong: () => false, depth: 200 },
    (line) => {
      const frame = parseOwnerFrame(line)
      if (frame?.type === 'result') {
        calls.get(frame.id)?.(frame.result)
        calls.delete(frame.id)
      } else if (frame?.type === 'event') listeners.get(frame.id)?.(frame.event)
      else greeted(frame)
    },
  )
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  void closed.then(() => {
    over = true
    greeted(null)
    for (const answer of calls.values()) answer({ ok: false, error: { code: 'INTERNAL', message: lostMessage } })
    calls.clear()
  })
  socket.on('data', (chunk: Buffer) => {
    try {
      reader.push(chunk)
    } catch {
      socket.destroy()
    }
  })

  await opened(socket)
  const send = (frame: ProgramFrame) => void (over || socket.write(encodeFrame(frame)))
  send({ type: 'hello', protocol: PROTOCOL, as: options.as, version: options.version })
  const late = setTimeout(() => greeted(null), options.helloTime ?? 5000)
  const answer = await hello
  clearTimeout(late)
  const problem = problemOf(answer)
  if (problem !== null || answer?.type !== 'hello') {
    socket.destroy()
    throw problem ?? silent()
  }

  function request(make: (id: number) => ProgramFrame): { id: number; answer: Promise<WireResult> } {
    lastId += 1
    const id = lastId
    if (over) return { id, answer: Promise.resolve({ ok: false, error: { code: 'INTERNAL', message: lostMessage } }) }
    const answer = new Promise<WireResult>((resolve) => calls.set(id, resolve))
    send(make(id))
    return { id, answer }
  }

  return {
    appVersion: answer.appVersion,
    closed,
    invoke: (command, input) => request((id) => ({ type: 'call', id, command, input })).answer,
    subscribe(listener, afterSeq) {
      const { id } = request((id) => ({ type: 'subscribe', id, after: afterSeq ?? null }))
      listeners.set(id, listener)
      return () => {
        if (listeners.delete(id)) send({ type: 'unsubscribe', id })
      }
    },
    close: () => socket.end(),
  }
}

function opened(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      socket.destroy()
      if (error.code === 'EACCES') reject(new OwnerProblem('unsafe', 'The socket of Cortexa may not be opened by this user.', error))
      else reject(notRunning(error))
    })
  })
}

function silent(): OwnerProblem {
  return new OwnerProblem('connection-lost', 'Cortexa is running and does not answer. Wait a moment and try again, or start it anew.')
}

function problemOf(answer: OwnerFrame | null): OwnerProblem | null {
  if (answer?.type === 'refused') return new OwnerProblem('busy', answer.error.message)
  if (answer?.type !== 'hello') return silent()
  if (answer.protocol === PROTOCOL) return null
  return new OwnerProblem(
    'other-version',
    answer.protocol > PROTOCOL
      ? `The running Cortexa (${answer.appVersion}) is newer than this command. Update the command, then try again.`
      : `The running Cortexa (${answer.appVersion}) is older than this command. End it and start the new one, then try again.`,
  )
}

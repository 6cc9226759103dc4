import { randomBytes } from 'node:crypto'
import type { Endpoint } from '../../../shared/client'
import { AppError } from '../../../shared/errors'
import { createConnection } from './connection'
import { errorReply, rpcCodes } from './messages'
import { createLineCutter, type Line } from './read-lines'
import { createMcpServer } from './server'

export interface StdioOptions {
  endpoint: Endpoint
  appVersion: string
  input: AsyncIterable<Buffer | string>
  /** Resolves when the text was taken. */
  write(text: string): Promise<void>
  /** A line for people, on standard error. */
  log(text: string): void
}

/** One message (docs/security.md H27) and its deepest nesting. */
const limits = { bytes: 1_000_000, depth: 32 }
/** The owner's socket takes so many commands of one program at a time; a message asks for one at a time, or a few in turn. */
const MOST_AT_ONCE = 16
/** Calls that wait for a job, so that some are left that can be answered at once; and how long each may wait. */
const MAX_WAITS = 8
const MAX_WAIT_MS = 600_000
/** How long answers that are being made are waited for once the client has gone. */
const LAST_ANSWERS_MS = 2000

/**
 * Speaks the Model Context Protocol with the client that started this program: a line of JSON for each message, and nothing else on standard
 * output. Resolves when the client has closed its end.
 */
export async function serveStdio({ endpoint, appVersion, input, write, log }: StdioOptions): Promise<void> {
  const send = (message: object) => write(`${JSON.stringify(message)}\n`)
  const connection = createConnection({ version: null, notify: (message) => void send(message) })
  const server = createMcpServer({
    appVersion,
    newMark: () => `outside-${randomBytes(9).toString('hex')}`,
    onFault: (where, error) => log(`cortexa: fault in ${where} (${error instanceof Error ? error.name : 'unknown'})`),
  })
  let waits = 0
  await server.serve(connection, {
    endpoint,
    may: () => true,
    countWrite() {},
    maxWaitMs: MAX_WAIT_MS,
    startWait() {
      if (waits >= MAX_WAITS)
        throw new AppError('TOO_MANY_REQUESTS', `${MAX_WAITS} calls wait for jobs already. Let one of them end, or call without "wait".`)
      waits += 1
      return () => {
        waits -= 1
      }
    },
  })
  const running = new Set<Promise<void>>()

  async function answer(line: Line): Promise<void> {
    if ('problem' in line) return send(errorReply(null, rpcCodes.parseError, line.problem))
    let message: unknown
    try {
      message = JSON.parse(line.text)
    } catch {
      return send(errorReply(null, rpcCodes.parseError, 'A line is not valid JSON. Nothing of it was kept.'))
    }
    const reply = await connection.receive(message)
    if (reply !== null) await send(reply)
  }

  const cut = createLineCutter(limits)
  for await (const chunk of input) {
    for (const line of cut(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)) {
      const one: Promise<void> = answer(line).finally(() => running.delete(one))
      running.add(one)
      if (running.size >= MOST_AT_ONCE) await Promise.race(running)
    }
  }
  let timer: NodeJS.Timeout | undefined
  await Promise.race([
    Promise.all(running),
    new Promise((resolve) => {
      timer = setTimeout(resolve, LAST_ANSWERS_MS)
    }),
  ])
  clearTimeout(timer)
  connection.close()
}

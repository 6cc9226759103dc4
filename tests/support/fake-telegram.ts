import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BOT_TOKEN = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'

type Fault = { status: number; body?: object | string } | 'drop'

export interface FakeTelegram {
  origin: string
  /** Every call of a method, in order, with its parameters. */
  calls: { method: string; parameters: Record<string, unknown>; path: string }[]
  /** What the bot said. */
  sent(): { chatId: string; text: string; replyTo: number | null }[]
  /** Somebody writes: a message of the Bot API without number, date and chat, which are made. Gives its number. */
  write(message: Record<string, unknown>, options?: { chat?: object; messageId?: number; edit?: boolean }): number
  /** An update as it is, such as a broken one. */
  push(update: Record<string, unknown>): number
  /** Makes a file that can be fetched, and gives its id. */
  addFile(bytes: Buffer, path?: string): string
  /** The next calls of a method answer so. */
  fail(method: string, ...faults: Fault[]): void
  /** Numbers of updates go on from here. */
  jumpTo(updateId: number): void
  /** Answers open polls now, with nothing. */
  release(): void
  close(): Promise<void>
}

export const ana = { id: 4711, type: 'private', first_name: 'Ana', last_name: 'Lima' }

/** A server that speaks the parts of the Bot API that Cortexa uses: long polling with confirmation by offset, messages, files. */
export async function startFakeTelegram({ token = BOT_TOKEN, botId = 110201543 } = {}): Promise<FakeTelegram> {
  const calls: FakeTelegram['calls'] = []
  const faults = new Map<string, Fault[]>()
  const files = new Map<string, { bytes: Buffer; path: string }>()
  const waiting = new Set<() => void>()
  let updates: Record<string, unknown>[] = []
  let nextUpdate = 501
  let nextMessage = 71

  function send(response: ServerResponse, status: number, body: object | string): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  const ok = (response: ServerResponse, result: unknown) => send(response, 200, { ok: true, result })

  function answer(method: string, parameters: Record<string, unknown>, response: ServerResponse): unknown {
    switch (method) {
      case 'getMe':
        return ok(response, { id: botId, is_bot: true, first_name: 'Notes', username: 'notes_test_bot' })
      case 'getUpdates': {
        const offset = parameters.offset as number | undefined
        if (offset !== undefined) updates = updates.filter(({ update_id: id }) => Number(id) >= offset)
        const found = () => updates.slice(0, Number(parameters.limit ?? 100))
        if (found().length > 0 || parameters.timeout === 0) return ok(response, found())
        const finish = () => {
          clearTimeout(timer)
          waiting.delete(finish)
          if (!response.destroyed) ok(response, found())
        }
        const timer = setTimeout(finish, Number(parameters.timeout) * 1000)
        waiting.add(finish)
        return void response.on('close', () => {
          clearTimeout(timer)
          waiting.delete(finish)
        })
      }
      case 'sendMessage':
        return ok(response, { message_id: nextMessage++, date: 0, chat: ana })
      case 'getFile': {
        const file = files.get(String(parameters.file_id))
        if (!file) return send(response, 400, { ok: false, error_code: 400, description: 'Bad Request: invalid file_id' })
        return ok(response, { file_id: parameters.file_id, file_size: file.bytes.length, file_path: file.path })
      }
      default:
        return send(response, 404, { ok: false, error_code: 404, description: 'Not Found' })
    }
  }

  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', (): unknown => {
      const filePath = path.startsWith(`/file/bot${token}/`) ? path.slice(`/file/bot${token}/`.length) : null
      const method = filePath === null ? (path.split('/').at(-1) ?? '') : 'file'
      const body = Buffer.concat(pieces).toString('utf8')
      calls.push({ method, parameters: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>), path })
      const fault = faults.get(method)?.shift()
      if (fault === 'drop') return void request.socket.destroy()
      if (fault !== undefined)
        return send(response, fault.status, fault.body ?? { ok: false, error_code: fault.status, description: 'Fault' })
      if (filePath !== null) {
        const file = [...files.values()].find((one) => one.path === filePath)
        return file ? void response.writeHead(200).end(file.bytes) : send(response, 404, 'Not Found')
      }
      if (!path.startsWith(`/bot${token}/`)) return send(response, 401, { ok: false, error_code: 401, description: 'Unauthorized' })
      answer(method, calls.at(-1)?.parameters ?? {}, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const release = () => {
    for (const finish of [...waiting]) finish()
  }

  function push(update: Record<string, unknown>): number {
    const id = nextUpdate++
    updates.push({ update_id: id, ...update })
    release()
    return id
  }

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    sent: () =>
      calls
        .filter(({ method }) => method === 'sendMessage')
        .map(({ parameters }) => ({
          chatId: String(parameters.chat_id),
          text: String(parameters.text),
          replyTo: (parameters.reply_parameters as { message_id: number } | undefined)?.message_id ?? null,
        })),
    push,
    write(message, { chat = ana, messageId = nextMessage++, edit = false } = {}) {
      const whole = { message_id: messageId, date: 1_764_500_000, chat, from: chat, ...message }
      push(edit ? { edited_message: whole } : { message: whole })
      return messageId
    },
    addFile(bytes, path = `documents/file_${files.size}.bin`) {
      const id = `file-${files.size}`
      files.set(id, { bytes, path })
      return id
    },
    fail(method, ...next) {
      faults.set(method, [...(faults.get(method) ?? []), ...next])
    },
    jumpTo(updateId) {
      nextUpdate = updateId
    },
    release,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

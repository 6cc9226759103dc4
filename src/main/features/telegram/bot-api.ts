import type { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { BotAnswer, BotFile, BotUser, TelegramUpdate } from './message-schema'

export const TELEGRAM_ADDRESS = 'https://api.telegram.org'
/** Seconds that an empty answer is held back: long polling. */
export const POLL_SECONDS = 50

/** One request as it leaves; a status of any kind is an answer. Throws AppError WEB_*, or CANCELLED for an aborted signal. */
export type BotFetch = (request: { path: string; body: string | null; signal: AbortSignal }) => Promise<{ status: number; bytes: Buffer }>

export interface BotApi {
  getMe(signal: AbortSignal): Promise<{ id: string; name: string; username: string }>
  /**
   * What was written since, in order. Each update that can be read, and the highest number of all of them; `offset` undefined asks for
   * everything that was never confirmed.
   */
  getUpdates(offset: number | undefined, seconds: number, signal: AbortSignal): Promise<{ updates: TelegramUpdate[]; last: number | null }>
  sendMessage(chatId: string, text: string, replyTo: number | null, signal: AbortSignal): Promise<void>
  /** The bytes of a file. NOT_FOUND when Telegram does not have it any more, TOO_LARGE when it does not hand it out. */
  download(fileId: string, signal: AbortSignal): Promise<Buffer>
}

/** A fault that passes by itself. `data.retryAfterMs` where Telegram gave a time. */
function busy(retryAfter: number | undefined): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'Telegram asks to wait a moment. Cortexa asks again by itself.', {
    data: { retryAfterMs: Math.min(Math.max(retryAfter ?? 5, 1), 3600) * 1000 },
  })
}

function faultOf(status: number, description: string, retryAfter: number | undefined): AppError {
  if (status === 401 || status === 404)
    return new AppError('TELEGRAM_REFUSED', 'Telegram does not know this token. Copy it again from @BotFather, and save it here.')
  if (status === 409)
    return new AppError(
      'TELEGRAM_TAKEN',
      /webhook/i.test(description)
        ? 'A web service takes the messages of this bot (a webhook is set). Remove the webhook, or make a bot of its own for Cortexa with @BotFather.'
        : 'Another program asks for the messages of this bot, perhaps Cortexa on another computer. Stop it there, or make a bot of its own for this one.',
    )
  if (status === 429) return busy(retryAfter)
  if (status >= 500)
    return new AppError('TELEGRAM_UNREACHABLE', 'Telegram has a fault of its own at the moment. Cortexa asks again by itself.')
  return new AppError('TELEGRAM_NOT_ACCEPTED', `Telegram did not accept a request: ${description.slice(0, 200) || `status ${status}`}`)
}

/** The Bot API (core.telegram.org/bots/api) over a fetch that is given. The token is in the path and nowhere else. */
export function createBotApi({ token, fetch }: { token: string; fetch: BotFetch }): BotApi {
  async function call<T extends z.ZodType>(method: string, parameters: object, result: T, signal: AbortSignal): Promise<z.infer<T>> {
    const { status, bytes } = await fetch({ path: `/bot${token}/${method}`, body: JSON.stringify(parameters), signal })
    const answer = BotAnswer.safeParse(readJson(bytes)).data
    if (answer === undefined) {
      if (status >= 500 || status === 429) throw faultOf(status, '', undefined)
      throw new AppError(
        'TELEGRAM_UNREACHABLE',
        'What answered is not Telegram. Check the address in Settings, Telegram, and whether a network wants you to sign in first.',
      )
    }
    if (!answer.ok) throw faultOf(answer.error_code ?? status, answer.description ?? '', answer.parameters?.retry_after)
    const parsed = result.safeParse(answer.result)
    if (!parsed.success)
      throw new AppError('TELEGRAM_UNREACHABLE', 'Telegram sent an answer that could not be read. Cortexa asks again by itself.')
    return parsed.data
  }

  return {
    async getMe(signal) {
      const { id, first_name: name, username = '' } = await call('getMe', {}, BotUser, signal)
      return { id: String(id), name, username }
    },

    async getUpdates(offset, seconds, signal) {
      const allowed = ['message', 'edited_message', 'channel_post', 'edited_channel_post']
      const parameters = { ...(offset === undefined ? {} : { offset }), timeout: seconds, limit: 100, allowed_updates: allowed }
      const found = await call('getUpdates', parameters, BotAnswer.shape.result, signal)
      const updates: TelegramUpdate[] = []
      let last: number | null = null
      for (const raw of Array.isArray(found) ? found : []) {
        const id: unknown = typeof raw === 'object' && raw !== null ? (raw as { update_id?: unknown }).update_id : undefined
        if (typeof id !== 'number' || !Number.isSafeInteger(id)) continue
        last = Math.max(last ?? id, id)
        // A message that cannot be read must not hold up those after it.
        const update = TelegramUpdate.safeParse(raw).data
        if (update) updates.push(update)
      }
      return { updates: updates.sort((a, b) => a.update_id - b.update_id), last }
    },

    async sendMessage(chatId, text, replyTo, signal) {
      const reply = replyTo === null ? {} : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }
      await call('sendMessage', { chat_id: chatId, text, disable_notification: true, ...reply }, BotAnswer.shape.result, signal)
    },

    async download(fileId, signal) {
      const file = await call('getFile', { file_id: fileId }, BotFile, signal).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== 'TELEGRAM_NOT_ACCEPTED') throw error
        throw /too big/i.test(error.message)
          ? new AppError('TOO_LARGE', 'The file is larger than 20 MB, which Telegram does not hand to bots.')
          : new AppError('NOT_FOUND', 'Telegram does not have this file any more. Send it once more.')
      })
      const path = file.file_path ?? ''
      // A path of a server that is not Telegram's could lead anywhere on it.
      if (path === '' || path.includes('..') || /[?#\\\s]/.test(path))
        throw new AppError('NOT_FOUND', 'Telegram does not have this file any more. Send it once more.')
      const { status, bytes } = await fetch({ path: `/file/bot${token}/${path.replace(/^\/+/, '')}`, body: null, signal })
      if (status === 404) throw new AppError('NOT_FOUND', 'Telegram does not have this file any more. Send it once more.')
      if (status < 200 || status > 299) throw faultOf(status, '', undefined)
      return bytes
    },
  }
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

import { isOnThisComputer } from '../../../shared/addresses'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { readUrl } from '../../core/web/address-rules'
import { type BotFetch, createBotApi } from './bot-api'
import type { TelegramInbox } from './telegram-inbox'
import type { TelegramStore } from './telegram-store'

type TelegramCommands = Pick<Handlers, 'get-telegram' | 'save-telegram' | 'allow-telegram-chat' | 'retry-telegram-files' | 'test-telegram'>

export interface TelegramCommandsDeps {
  telegram: TelegramStore
  write: UnitOfWork['write']
  inbox: () => TelegramInbox
  fetchFor: (baseAddress: string) => BotFetch
}

/** A trial is for a person who waits. */
const TRIAL_MS = 20_000
/** Half an hour of polls and all the files of one bot go through it, so it is asked for with care. */
const TOKEN = /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/

function tidyToken(text: string): string {
  const token = text.trim()
  if (token !== '' && !TOKEN.test(token))
    throw new AppError(
      'BAD_INPUT',
      'This is not a token of a bot. @BotFather shows it as digits, a colon and some thirty letters, such as 123456:ABC-DEF… Copy all of it.',
    )
  return token
}

/** The address of a server of one's own that speaks the Bot API. It may be on this computer. */
function tidyAddress(text: string): string {
  const typed = text.trim().replace(/\/+$/, '')
  if (typed === '') return ''
  const url = readUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.search !== '')
    throw new AppError('BAD_INPUT', 'This is not the address of a server. Write it like http://127.0.0.1:8081, or leave it empty.')
  // The token is a part of each address that is asked.
  if (url.protocol === 'http:' && !isOnThisComputer(url))
    throw new AppError('BAD_INPUT', 'Without https everybody on the way could read the token. Use https, or a server on this computer.')
  return url.href.replace(/\/+$/, '')
}

export function telegramCommands({ telegram, write, inbox, fetchFor }: TelegramCommandsDeps): TelegramCommands {
  return {
    'get-telegram': () => {
      return inbox().status()
    },

    'save-telegram': (input) => {
      const before = telegram.setup()
      const token = input.token === undefined ? before.token : tidyToken(input.token)
      const baseAddress = input.baseAddress === undefined ? before.baseAddress : tidyAddress(input.baseAddress)
      // A token is for the server it was given for.
      if (baseAddress !== before.baseAddress && before.token !== '' && input.token === undefined)
        throw new AppError('BAD_INPUT', 'Enter the token again together with another address: it is sent there.')
      const enabled = token !== '' && (input.enabled ?? before.enabled)
      if (input.enabled && token === '')
        throw new AppError('BAD_INPUT', 'Enter the token of a bot first. @BotFather in Telegram makes one.')
      const isOther = token !== before.token || baseAddress !== before.baseAddress
      write((tx) => {
        telegram.save({
          ...before,
          token,
          baseAddress,
          enabled,
          answers: input.answers ?? before.answers,
          staysHere: input.staysHere ?? before.staysHere,
          ...(isOther ? { botId: '', botName: '', botUsername: '' } : {}),
        })
        tx.emit('telegram-changed', {})
      })
      if (isOther || enabled !== before.enabled) inbox().restart()
      return inbox().status()
    },

    'allow-telegram-chat': ({ id, allowed }) => {
      const chatId = id.trim()
      if (!/^-?\d{1,20}$/.test(chatId))
        throw new AppError(
          'BAD_INPUT',
          'A chat has a whole number, such as 123456789. Write to the bot, and the chat shows up here by itself.',
        )
      write((tx) => {
        telegram.allow(chatId, allowed)
        tx.emit('telegram-changed', {})
      })
      return inbox().status()
    },

    'retry-telegram-files': () => {
      inbox().retryFiles()
      return inbox().status()
    },

    'test-telegram': async (input) => {
      const setup = telegram.setup()
      const baseAddress = input.baseAddress === undefined ? setup.baseAddress : tidyAddress(input.baseAddress)
      // What is stored goes to the stored address only.
      const token = input.token !== undefined ? tidyToken(input.token) : baseAddress === setup.baseAddress ? setup.token : ''
      if (token === '') return { ok: false, lines: [{ ok: false, text: 'Enter the token of the bot first.' }] }
      try {
        const bot = await createBotApi({ token, fetch: fetchFor(baseAddress) }).getMe(AbortSignal.timeout(TRIAL_MS))
        const handle = bot.username === '' ? '' : ` (@${bot.username})`
        return { ok: true, lines: [{ ok: true, text: `Telegram answers and knows the bot “${bot.name}”${handle}.` }] }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const text = error.code === 'CANCELLED' ? `Telegram did not answer within ${TRIAL_MS / 1000} s. Try again later.` : error.message
        return { ok: false, lines: [{ ok: false, text }] }
      }
    },
  }
}

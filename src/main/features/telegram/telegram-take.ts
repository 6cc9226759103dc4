import { HOUR_MS } from '../../../shared/timing'
import type { Caller } from '../../core/commands/dispatch'
import { theVault } from '../../core/privacy/viewer'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import { itemHash } from '../../core/text/content-hash'
import { type ItemWriteDeps, moveToTrash, saveChange, saveNew } from '../items/item-writes'
import type { TelegramMessage, TelegramUpdate } from './message-schema'
import { chatName, type ReadMessage, readMessage } from './read-message'
import type { TelegramSetup, TelegramStore } from './telegram-store'

export interface TelegramTakeDeps extends ItemWriteDeps {
  newId: () => string
  telegram: TelegramStore
}

/** What the bot is to say, once the write is on the disk. */
export interface BotReply {
  chatId: string
  messageId: number
  /** `saved` ones of a chat are told together. */
  kind: 'saved' | 'words'
  text: string
}

/** A chat that is not allowed is told so once in this time. */
const STRANGER_MS = HOUR_MS
const HELP =
  'What you write, forward or photograph here becomes a thought in your Cortexa vault. Edit a message to change its thought. /undo moves the last one to the trash.'

/**
 * Takes one update into the vault, inside the write that also notes that it was taken: delivered twice or killed in between, it makes one item.
 * Gives what the bot answers.
 */
export function takeUpdate(s: TelegramTakeDeps, tx: WriteTransaction, setup: TelegramSetup, update: TelegramUpdate): BotReply[] {
  const edited = update.edited_message ?? update.edited_channel_post
  const message = edited ?? update.message ?? update.channel_post
  if (!message) return []
  const chatId = String(message.chat.id)
  s.telegram.sawChat(chatId, chatName(message), tx.now)
  const say = (text: string, kind: BotReply['kind'] = 'words'): BotReply[] => [{ chatId, messageId: message.message_id, kind, text }]
  const command = /^\/([a-z]+)(?:@\w+)?\s*$/i.exec(message.text ?? '')?.[1]?.toLowerCase()

  if (!s.telegram.isAllowed(chatId)) {
    const told = s.telegram.answeredAt(chatId)
    if (command !== 'start' || (told !== null && tx.now - told < STRANGER_MS)) return []
    s.telegram.noteAnswer(chatId, tx.now)
    return say(
      `Nothing from this chat is kept yet. Allow it in Cortexa under Settings, Telegram: chat ${chatId}. Then send the message again.`,
    )
  }
  if (edited) return takeEdit(s, tx, setup, message, say)
  if (command === 'start' || command === 'help') return say(HELP)
  if (command === 'undo') return undo(s, tx, setup, chatId, say)
  if (s.telegram.message(setup.botId, chatId, message.message_id) !== null) return []
  return takeNew(s, tx, setup, message, say)
}

type Say = (text: string, kind?: BotReply['kind']) => BotReply[]

function takeNew(s: TelegramTakeDeps, tx: WriteTransaction, setup: TelegramSetup, message: TelegramMessage, say: Say): BotReply[] {
  const read = readMessage(message)
  if (read === null) return message.sticker ? say('Cortexa keeps text, links, pictures, voice notes and files, but no stickers.') : []
  const chatId = String(message.chat.id)
  const album = message.media_group_id ?? null
  const first = album === null ? null : s.telegram.itemOfAlbum(setup.botId, chatId, album)
  const item = first === null ? null : s.items.find(first)
  const isMore = item !== null && item !== undefined && item.deleted_at === null
  const itemId = isMore ? item.id : s.newId()
  const contentHash = isMore ? addToAlbum(s, tx, item.id, read) : insert(s, tx, itemId, setup, read)
  s.telegram.addMessage({ botId: setup.botId, chatId, messageId: message.message_id, itemId, album, contentHash }, tx.now)
  for (const file of read.files) s.telegram.addFile(setup.botId, itemId, file, tx.now)
  if (read.lost !== null) return say(`Saved, but for the file. ${read.lost}`)
  return isMore ? [] : say('Saved.', 'saved')
}

function insert(s: TelegramTakeDeps, tx: WriteTransaction, id: string, setup: TelegramSetup, { title, body, tags }: ReadMessage): string {
  return saveNew(s, tx, { id, source: 'telegram', givenTitle: title, body, private: setup.staysHere, tags })
}

const byTelegram = { by: 'telegram' } as const
/** Whose change it is stands in `by`. */
const caller: Caller = { host: 'window', viewer: theVault }

/** The caption of a later picture goes under what is there. Gives the hash of the text as it is then. */
function addToAlbum(s: TelegramTakeDeps, tx: WriteTransaction, itemId: string, { body, tags }: ReadMessage): string {
  const item = s.items.find(itemId)
  if (!item) return ''
  const caption = body.trim()
  if (caption !== '') {
    const joined = item.body.trim() === '' ? caption : `${item.body}\n\n${caption}`
    saveChange(s, tx, item, { body: joined, tags: [...s.tags.get(itemId), ...tags], ...byTelegram }, caller)
  }
  const saved = s.items.find(itemId) ?? item
  return itemHash(saved.given_title, saved.body, '')
}

function takeEdit(s: TelegramTakeDeps, tx: WriteTransaction, setup: TelegramSetup, message: TelegramMessage, say: Say): BotReply[] {
  const chatId = String(message.chat.id)
  const known = s.telegram.message(setup.botId, chatId, message.message_id)
  if (known === null) return takeNew(s, tx, setup, message, say)
  const item = s.items.find(known.itemId)
  const read = readMessage(message)
  if (!item || item.deleted_at !== null || read === null) return []
  if (itemHash(item.given_title, item.body, '') !== known.contentHash)
    return say('This thought was changed in Cortexa since, so the edit was not taken over.')
  const next = { givenTitle: read.title, body: read.body, tags: [...s.tags.get(item.id), ...read.tags], ...byTelegram }
  const hash = itemHash(next.givenTitle, next.body, '')
  if (hash === known.contentHash) return []
  saveChange(s, tx, item, next, caller)
  s.telegram.setHash(item.id, hash)
  return say('Changed.')
}

function undo(s: TelegramTakeDeps, tx: WriteTransaction, setup: TelegramSetup, chatId: string, say: Say): BotReply[] {
  const newest = s.telegram.newest(setup.botId, chatId)
  if (newest === null) return say('There is nothing from this chat that could be taken back.')
  moveToTrash(s, tx, newest.itemId)
  return [{ chatId, messageId: newest.messageId, kind: 'words', text: 'Moved to the trash. It can be restored in Cortexa for 30 days.' }]
}

import type { TelegramChat } from '../../../shared/contract/telegram'
import type { SecretBox } from '../../core/crypto/secret-box'
import type { VaultDatabase } from '../../core/db/open-database'

/** The bot as it is set up, with its token, as only the inbox sees it. */
export interface TelegramSetup {
  enabled: boolean
  /** '' without one. */
  token: string
  /** '' for Telegram's own servers. */
  baseAddress: string
  answers: boolean
  staysHere: boolean
  /** '' until Telegram has said who it is. */
  botId: string
  botName: string
  botUsername: string
  /** The highest number of an update that was taken, and when; 0 before the first. */
  lastUpdate: number
  lastUpdateAt: number
}

export interface KnownMessage {
  itemId: string
  contentHash: string
}

/** A file that is still to be fetched. */
export interface WaitingFile {
  id: number
  itemId: string
  fileId: string
  name: string
  tries: number
}

interface Row {
  enabled: number
  token: string
  base_address: string
  answers: number
  stays_here: number
  bot_id: string
  bot_name: string
  bot_username: string
  last_update: number
  last_update_at: number
}

/** Chats that were never allowed and are remembered, so that a person can allow them. */
const STRANGERS_KEPT = 20

const nothing: TelegramSetup = {
  enabled: false,
  token: '',
  baseAddress: '',
  answers: true,
  staysHere: false,
  botId: '',
  botName: '',
  botUsername: '',
  lastUpdate: 0,
  lastUpdateAt: 0,
}

export type TelegramStore = ReturnType<typeof createTelegramStore>

/** The bot, its chats, and which message became which item. The token is sealed once more and opened only here. */
export function createTelegramStore(db: VaultDatabase, secrets: SecretBox) {
  const get = db.prepare<[], Row>('SELECT * FROM telegram WHERE id = 1')
  const put = db.prepare(
    `INSERT INTO telegram (id, enabled, token, base_address, answers, stays_here, bot_id, bot_name, bot_username, last_update, last_update_at)
     VALUES (1, @enabled, @token, @baseAddress, @answers, @staysHere, @botId, @botName, @botUsername, @lastUpdate, @lastUpdateAt)
     ON CONFLICT (id) DO UPDATE SET enabled = excluded.enabled, token = excluded.token, base_address = excluded.base_address,
       answers = excluded.answers, stays_here = excluded.stays_here, bot_id = excluded.bot_id, bot_name = excluded.bot_name,
       bot_username = excluded.bot_username, last_update = excluded.last_update, last_update_at = excluded.last_update_at`,
  )
  const setTaken = db.prepare<[number, number]>('UPDATE telegram SET last_update = ?, last_update_at = ? WHERE id = 1')
  const chats = db.prepare<[], { id: string; name: string; allowed: number; last_at: number | null }>(
    'SELECT id, name, allowed, last_at FROM telegram_chats ORDER BY allowed DESC, last_at DESC, id',
  )
  const isAllowed = db.prepare<[string], number>('SELECT allowed FROM telegram_chats WHERE id = ?').pluck()
  const answeredAt = db.prepare<[string], number | null>('SELECT answered_at FROM telegram_chats WHERE id = ?').pluck()
  const sawChat = db.prepare<[string, string, number]>(
    `INSERT INTO telegram_chats (id, name, allowed, last_at) VALUES (?, ?, 0, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, last_at = excluded.last_at`,
  )
  const dropStrangers = db.prepare<[number]>(
    `DELETE FROM telegram_chats WHERE allowed = 0 AND id NOT IN
       (SELECT id FROM telegram_chats WHERE allowed = 0 ORDER BY last_at DESC LIMIT ?)`,
  )
  const noteAnswer = db.prepare<[number, string]>('UPDATE telegram_chats SET answered_at = ? WHERE id = ?')
  const allow = db.prepare<[string, string, number]>(
    `INSERT INTO telegram_chats (id, name, allowed) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET allowed = excluded.allowed`,
  )
  const known = db.prepare<[string, string, number], KnownMessage>(
    'SELECT item_id AS itemId, content_hash AS contentHash FROM telegram_messages WHERE bot_id = ? AND chat_id = ? AND message_id = ?',
  )
  const ofAlbum = db
    .prepare<[string, string, string], string>(
      'SELECT item_id FROM telegram_messages WHERE bot_id = ? AND chat_id = ? AND album = ? ORDER BY message_id LIMIT 1',
    )
    .pluck()
  const addMessage = db.prepare<[string, string, number, string, string | null, string, number]>(
    `INSERT INTO telegram_messages (bot_id, chat_id, message_id, item_id, album, content_hash, saved_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const setHash = db.prepare<[string, string]>('UPDATE telegram_messages SET content_hash = ? WHERE item_id = ?')
  const newestOfChat = db.prepare<[string, string], { messageId: number; itemId: string }>(
    `SELECT m.message_id AS messageId, m.item_id AS itemId FROM telegram_messages m JOIN items i ON i.id = m.item_id
     WHERE m.bot_id = ? AND m.chat_id = ? AND i.deleted_at IS NULL ORDER BY m.message_id DESC LIMIT 1`,
  )
  const counts = db.prepare<[], { saved: number; lastAt: number | null }>(
    `SELECT count(DISTINCT m.item_id) AS saved, max(m.saved_at) AS lastAt FROM telegram_messages m JOIN items i ON i.id = m.item_id
     WHERE i.deleted_at IS NULL`,
  )
  const addFile = db.prepare<[string, string, string, string, number]>(
    'INSERT INTO telegram_files (bot_id, item_id, file_id, name, tries, next_at) VALUES (?, ?, ?, ?, 0, ?)',
  )
  const dueFile = db.prepare<[string, number], WaitingFile>(
    `SELECT f.id, f.item_id AS itemId, f.file_id AS fileId, f.name, f.tries FROM telegram_files f JOIN items i ON i.id = f.item_id
     WHERE f.failure IS NULL AND i.deleted_at IS NULL AND f.bot_id = ? AND f.next_at <= ? ORDER BY f.next_at, f.id LIMIT 1`,
  )
  const nextFileAt = db
    .prepare<[string], number | null>(
      `SELECT min(f.next_at) FROM telegram_files f JOIN items i ON i.id = f.item_id
       WHERE f.failure IS NULL AND i.deleted_at IS NULL AND f.bot_id = ?`,
    )
    .pluck()
  const dropFile = db.prepare<[number]>('DELETE FROM telegram_files WHERE id = ?')
  const putOffFile = db.prepare<[number, number]>('UPDATE telegram_files SET tries = tries + 1, next_at = ? WHERE id = ?')
  const moveBackFile = db.prepare<[number, number]>('UPDATE telegram_files SET next_at = ? WHERE id = ?')
  const failFile = db.prepare<[string, number]>('UPDATE telegram_files SET failure = ? WHERE id = ?')
  const wakeFiles = db.prepare<[number]>('UPDATE telegram_files SET failure = NULL, tries = 0, next_at = ? WHERE failure IS NOT NULL')
  const fileCounts = db.prepare<[], { waiting: number; failed: number }>(
    `SELECT coalesce(sum(f.failure IS NULL), 0) AS waiting, coalesce(sum(f.failure IS NOT NULL), 0) AS failed
     FROM telegram_files f JOIN items i ON i.id = f.item_id WHERE i.deleted_at IS NULL`,
  )

  return {
    setup(): TelegramSetup {
      const row = get.get()
      if (!row) return nothing
      return {
        enabled: row.enabled === 1,
        token: secrets.open(row.token),
        baseAddress: row.base_address,
        answers: row.answers === 1,
        staysHere: row.stays_here === 1,
        botId: row.bot_id,
        botName: row.bot_name,
        botUsername: row.bot_username,
        lastUpdate: row.last_update,
        lastUpdateAt: row.last_update_at,
      }
    },
    save(setup: TelegramSetup): void {
      const { enabled, answers, staysHere } = setup
      put.run({
        ...setup,
        token: secrets.seal(setup.token),
        enabled: Number(enabled),
        answers: Number(answers),
        staysHere: Number(staysHere),
      })
    },
    /** Updates up to this number are done with. */
    setTaken(update: number, now: number): void {
      setTaken.run(update, now)
    },
    chats: (): TelegramChat[] =>
      chats.all().map(({ id, name, allowed, last_at: lastAt }) => ({ id, name, allowed: allowed === 1, lastAt })),
    isAllowed: (chatId: string): boolean => isAllowed.get(chatId) === 1,
    /** Notes that a chat wrote. Of those that are not allowed only the last few are kept. */
    sawChat(chatId: string, name: string, now: number): void {
      sawChat.run(chatId, name, now)
      dropStrangers.run(STRANGERS_KEPT)
    },
    allow(chatId: string, allowed: boolean): void {
      allow.run(chatId, `Chat ${chatId}`, Number(allowed))
    },
    /** When a chat that is not allowed was last told so. */
    answeredAt: (chatId: string): number | null => answeredAt.get(chatId) ?? null,
    noteAnswer(chatId: string, now: number): void {
      noteAnswer.run(now, chatId)
    },
    message: (botId: string, chatId: string, messageId: number): KnownMessage | null => known.get(botId, chatId, messageId) ?? null,
    /** The item that the first picture of an album became. */
    itemOfAlbum: (botId: string, chatId: string, album: string): string | null => ofAlbum.get(botId, chatId, album) ?? null,
    addMessage(
      message: { botId: string; chatId: string; messageId: number; itemId: string; album: string | null; contentHash: string },
      now: number,
    ): void {
      const { botId, chatId, messageId, itemId, album, contentHash } = message
      addMessage.run(botId, chatId, messageId, itemId, album, contentHash, now)
    },
    /** The text of the item, as it came in, is another one now. */
    setHash(itemId: string, contentHash: string): void {
      setHash.run(contentHash, itemId)
    },
    /** The newest item of a chat that is not in the trash. */
    newest: (botId: string, chatId: string): { messageId: number; itemId: string } | null => newestOfChat.get(botId, chatId) ?? null,
    counts: (): { saved: number; lastAt: number | null } => counts.get() ?? { saved: 0, lastAt: null },
    addFile(botId: string, itemId: string, file: { fileId: string; name: string }, now: number): void {
      addFile.run(botId, itemId, file.fileId, file.name, now)
    },
    /** A file whose time has come; those of thoughts in the trash rest. */
    dueFile: (botId: string, now: number): WaitingFile | null => dueFile.get(botId, now) ?? null,
    nextFileAt: (botId: string): number | null => nextFileAt.get(botId) ?? null,
    dropFile(id: number): void {
      dropFile.run(id)
    },
    putOffFile(id: number, nextAt: number): void {
      putOffFile.run(nextAt, id)
    },
    /** Behind all that wait, and due; no try is counted. */
    moveBackFile(id: number, at: number): void {
      moveBackFile.run(at, id)
    },
    failFile(id: number, failure: string): void {
      failFile.run(failure, id)
    },
    wakeFiles(now: number): void {
      wakeFiles.run(now)
    },
    fileCounts: (): { waiting: number; failed: number } => fileCounts.get() ?? { waiting: 0, failed: 0 },
  }
}

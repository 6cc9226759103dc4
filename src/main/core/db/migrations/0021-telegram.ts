import type { Migration } from '../migrate'

/**
 * How messages from Telegram come in. The one row of `telegram` is the bot, its token sealed. A message is known by bot, chat and number, so
 * that one that is delivered twice makes one item; `content_hash` is that of the text as it came, to see whether a person changed it since.
 * A file stays in `telegram_files` until it is attached.
 */
export const migration: Migration = {
  version: 21,
  name: 'telegram',
  up(db) {
    db.exec(`
      CREATE TABLE telegram (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        enabled INTEGER NOT NULL,
        token TEXT NOT NULL,
        base_address TEXT NOT NULL,
        answers INTEGER NOT NULL,
        stays_here INTEGER NOT NULL,
        bot_id TEXT NOT NULL,
        bot_name TEXT NOT NULL,
        bot_username TEXT NOT NULL,
        last_update INTEGER NOT NULL,
        last_update_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE telegram_chats (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        allowed INTEGER NOT NULL,
        last_at INTEGER,
        answered_at INTEGER
      ) STRICT;

      CREATE TABLE telegram_messages (
        bot_id TEXT NOT NULL,
        chat_id TEXT NOT NULL,
        message_id INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        album TEXT,
        content_hash TEXT NOT NULL,
        saved_at INTEGER NOT NULL,
        PRIMARY KEY (bot_id, chat_id, message_id)
      ) STRICT;
      CREATE INDEX telegram_messages_item ON telegram_messages (item_id);
      CREATE INDEX telegram_messages_album ON telegram_messages (bot_id, chat_id, album) WHERE album IS NOT NULL;
      CREATE INDEX telegram_messages_newest ON telegram_messages (saved_at);

      CREATE TABLE telegram_files (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        bot_id TEXT NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        file_id TEXT NOT NULL,
        name TEXT NOT NULL,
        tries INTEGER NOT NULL,
        next_at INTEGER NOT NULL,
        failure TEXT
      ) STRICT;
      CREATE INDEX telegram_files_item ON telegram_files (item_id);
      CREATE INDEX telegram_files_due ON telegram_files (next_at) WHERE failure IS NULL;
    `)
  },
}

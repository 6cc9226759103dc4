import type { Migration } from '../migrate'

/**
 * Sharing with peers. `hive_identity` has one row: the keys of this vault, their private halves sealed. A peer that was removed keeps their row,
 * so that the record of what went to them can name them. `hive_seen` holds the number of every file that was ever taken in, for ever: it is what
 * keeps a file from counting twice. `hive_inbox` is text from outside that nobody has accepted; `hive_origins` says of an accepted item whose it
 * was and under which hash it was left, and `cross_syntheses` what was found between a thesis of a peer and one of this vault, as JSON.
 * `hive_files` remembers what was in a feed folder, so that a file is opened once.
 */
export const migration: Migration = {
  version: 20,
  name: 'hive',
  up(db) {
    db.exec(`
      CREATE TABLE hive_identity (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        name TEXT NOT NULL,
        sign_public BLOB NOT NULL,
        box_public BLOB NOT NULL,
        sealed TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE hive_peers (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        card_name TEXT NOT NULL,
        sign_public BLOB NOT NULL UNIQUE,
        box_public BLOB NOT NULL,
        code TEXT NOT NULL,
        verified_at INTEGER,
        blocked_at INTEGER,
        removed_at INTEGER,
        feed_folder TEXT,
        feed_problem TEXT,
        created_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE hive_shares (
        id TEXT PRIMARY KEY,
        peer_id TEXT NOT NULL REFERENCES hive_peers(id),
        item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        thread TEXT NOT NULL,
        revision INTEGER NOT NULL,
        title TEXT NOT NULL,
        with_thesis INTEGER NOT NULL,
        way TEXT NOT NULL,
        state TEXT NOT NULL,
        file_name TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        verified INTEGER NOT NULL,
        at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX hive_shares_by_time ON hive_shares (at DESC, id DESC);
      CREATE INDEX hive_shares_by_item ON hive_shares (item_id, peer_id, revision DESC);
      CREATE INDEX hive_shares_by_peer ON hive_shares (peer_id);

      CREATE TABLE hive_seen (
        sign_public BLOB NOT NULL,
        message TEXT NOT NULL,
        entry_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (sign_public, message)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE hive_inbox (
        id TEXT PRIMARY KEY,
        peer_id TEXT NOT NULL REFERENCES hive_peers(id),
        thread TEXT NOT NULL,
        revision INTEGER NOT NULL,
        given_title TEXT NOT NULL,
        title TEXT NOT NULL,
        preview TEXT NOT NULL,
        body TEXT NOT NULL,
        tags TEXT NOT NULL,
        thesis TEXT,
        hidden_removed INTEGER NOT NULL,
        way TEXT NOT NULL,
        state TEXT NOT NULL,
        item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        sent_at INTEGER NOT NULL,
        received_at INTEGER NOT NULL,
        decided_at INTEGER
      ) STRICT;
      CREATE INDEX hive_inbox_by_state ON hive_inbox (state, received_at DESC, id DESC);
      CREATE INDEX hive_inbox_by_thread ON hive_inbox (peer_id, thread, revision DESC);
      CREATE INDEX hive_inbox_by_item ON hive_inbox (item_id);

      CREATE TABLE hive_origins (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        peer_id TEXT NOT NULL REFERENCES hive_peers(id),
        thread TEXT NOT NULL,
        revision INTEGER NOT NULL,
        sent_at INTEGER NOT NULL,
        left_hash TEXT NOT NULL,
        thesis_id TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX hive_origins_by_thread ON hive_origins (peer_id, thread);

      CREATE TABLE hive_files (
        peer_id TEXT NOT NULL REFERENCES hive_peers(id),
        name TEXT NOT NULL,
        size INTEGER NOT NULL,
        modified INTEGER NOT NULL,
        problem TEXT,
        at INTEGER NOT NULL,
        PRIMARY KEY (peer_id, name)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE cross_syntheses (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        peer_item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        own_item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        result TEXT NOT NULL,
        created_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX cross_syntheses_by_peer_item ON cross_syntheses (peer_item_id);
      CREATE INDEX cross_syntheses_by_own_item ON cross_syntheses (own_item_id);
    `)
  },
}

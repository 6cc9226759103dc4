import type { Migration } from '../migrate'

/**
 * What left this computer, a row a request, written before it leaves; `duration_ms` stays NULL where the program ended in the middle. `day` is
 * the local date of `at`. Items are named, not referenced: that a thought was erased does not undo what was sent. And the keys and addresses of
 * search engines, the key sealed once more.
 */
export const migration: Migration = {
  version: 11,
  name: 'egress',
  up(db) {
    db.exec(`
      CREATE TABLE egress (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at INTEGER NOT NULL,
        day TEXT NOT NULL,
        host TEXT NOT NULL,
        path TEXT NOT NULL,
        method TEXT NOT NULL,
        kind TEXT NOT NULL,
        job_id TEXT,
        job_type TEXT,
        item_ids TEXT NOT NULL,
        status INTEGER,
        bytes_out INTEGER NOT NULL DEFAULT 0,
        bytes_in INTEGER NOT NULL DEFAULT 0,
        duration_ms INTEGER,
        failure TEXT,
        reason TEXT
      ) STRICT;
      CREATE INDEX egress_by_time ON egress (at);
      CREATE INDEX egress_by_host ON egress (host, id);

      CREATE TABLE search_engines (
        id TEXT PRIMARY KEY,
        api_key TEXT NOT NULL,
        address TEXT NOT NULL
      ) STRICT;
    `)
  },
}

import type { Migration } from '../migrate'

/** Digests of the parts of thoughts that are longer than a model's context, so that no part is read twice. They go with their item. */
export const migration: Migration = {
  version: 4,
  name: 'digests',
  up(db) {
    db.exec(`
      CREATE TABLE digests (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        digest TEXT NOT NULL,
        used_at INTEGER NOT NULL,
        PRIMARY KEY (item_id, key)
      ) STRICT;
      CREATE INDEX digests_by_use ON digests (used_at);
    `)
  },
}

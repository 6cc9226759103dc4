import type { Migration } from '../migrate'

/**
 * Earlier texts of items. Until it is packed a text is in `body`, or in `version_parts` (UTF-8) when it is long, so that it can be taken away
 * step by step; then `chunks` is the list of its pieces: 16 bytes each, the key of a row of `version_chunks`. Versions of one item share the
 * pieces that they have in common.
 *
 * `at` is when the text was replaced, `written_at` when it was saved, `written_by` the way in that saved it. `items.text_by` is the same for
 * the present text, empty where it is still the text the item came with; `items.text_added` is 0 while everything in the present text stands
 * in the newest version too. Of versions from before this step nobody knows whether the item stayed here then, so programs do not get them.
 */
export const migration: Migration = {
  version: 10,
  name: 'item-versions',
  up(db) {
    db.exec(`
      ALTER TABLE items ADD COLUMN text_by TEXT NOT NULL DEFAULT '';
      ALTER TABLE items ADD COLUMN text_added INTEGER NOT NULL DEFAULT 1;

      ALTER TABLE item_versions ADD COLUMN written_at INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE item_versions ADD COLUMN written_by TEXT NOT NULL DEFAULT '';
      ALTER TABLE item_versions ADD COLUMN reason TEXT NOT NULL DEFAULT 'sitting';
      ALTER TABLE item_versions ADD COLUMN private INTEGER NOT NULL DEFAULT 1;
      ALTER TABLE item_versions ADD COLUMN title TEXT NOT NULL DEFAULT '';
      ALTER TABLE item_versions ADD COLUMN characters INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE item_versions ADD COLUMN text_hash TEXT NOT NULL DEFAULT '';
      ALTER TABLE item_versions ADD COLUMN chunks BLOB;
      UPDATE item_versions SET
        characters = length(body),
        written_at = COALESCE(
          (SELECT MAX(earlier.at) FROM item_versions earlier WHERE earlier.item_id = item_versions.item_id AND earlier.at < item_versions.at),
          (SELECT i.created_at FROM items i WHERE i.id = item_versions.item_id)
        );
      CREATE INDEX item_versions_unpacked ON item_versions (item_id, at) WHERE chunks IS NULL;

      CREATE TABLE version_chunks (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        hash BLOB NOT NULL,
        data BLOB NOT NULL,
        PRIMARY KEY (item_id, hash)
      ) STRICT;

      CREATE TABLE version_parts (
        item_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        part INTEGER NOT NULL,
        bytes BLOB NOT NULL,
        PRIMARY KEY (item_id, at, part),
        FOREIGN KEY (item_id, at) REFERENCES item_versions (item_id, at) ON DELETE CASCADE
      ) STRICT;
    `)
  },
}

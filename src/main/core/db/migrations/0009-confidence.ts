import type { Migration } from '../migrate'

/**
 * Confidence and the life of tags (docs/decisions/0011).
 *
 * What an item's confidence is now follows from two columns of `items`, so it is stored nowhere; `items_by_confidence` finds the stale ones,
 * score by score. Tag 0 is the system's mark `confidence:stale`; no other tag has a number below 1. `item_reviews` has each "still true" with
 * the clock before it, so that it can be taken back.
 *
 * `tag_moves` has tags whose items are on their way to another tag, or to none where `into_id` is null: it goes on after the program was
 * ended. `tag_headings` lists items whose entry in the text index still has earlier tags. `tags_apart` has pairs, by folded name in order,
 * that a person does not want merged.
 */
export const migration: Migration = {
  version: 9,
  name: 'confidence',
  up(db) {
    db.exec(`
      CREATE INDEX items_by_confidence ON items (confidence, last_validated_at, id) WHERE deleted_at IS NULL;
      CREATE INDEX items_private ON items (id) WHERE private = 1;

      DELETE FROM item_tags WHERE tag_id IN (SELECT id FROM tags WHERE folded = 'confidence:stale');
      DELETE FROM tags WHERE folded = 'confidence:stale';
      INSERT INTO tags (id, name, folded) VALUES (0, 'confidence:stale', 'confidence:stale');
      ALTER TABLE tags ADD COLUMN used_at INTEGER NOT NULL DEFAULT 0;
      UPDATE tags SET used_at = COALESCE(
        (SELECT MAX(i.created_at) FROM item_tags it JOIN items i ON i.id = it.item_id WHERE it.tag_id = tags.id), 0);

      CREATE TABLE item_reviews (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        earlier_at INTEGER NOT NULL,
        PRIMARY KEY (item_id, at)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE tag_moves (
        from_id INTEGER PRIMARY KEY REFERENCES tags(id) ON DELETE CASCADE,
        into_id INTEGER REFERENCES tags(id) ON DELETE SET NULL
      ) STRICT;
      CREATE TABLE tag_headings (item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
      CREATE TABLE tags_apart (first TEXT NOT NULL, second TEXT NOT NULL, PRIMARY KEY (first, second)) STRICT, WITHOUT ROWID;
    `)
  },
}

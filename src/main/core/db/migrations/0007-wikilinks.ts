import type { Migration } from '../migrate'

/**
 * Titles by which wikilinks find their item, and the names that texts use for items (docs/decisions/0008).
 *
 * `item_titles` has the folded title of every item; `picked_at` says when a person picked this item among others of the same title.
 * `wikilinks` has each name that an item's text uses. `folded` is the whole name and `base` what stands before its `#heading`. `target_id`
 * stays when the target gets another title, `heading` is the part of the name that is no title; `present` is 0 for a name that left the text, so that it means the same when it comes back.
 * `mention` is the sentence around its first use. `wikilinks_unread` lists items whose text still has to be read for names.
 */
export const migration: Migration = {
  version: 7,
  name: 'wikilinks',
  up(db) {
    db.exec(`
      CREATE TABLE item_titles (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        folded TEXT NOT NULL,
        changed_at INTEGER NOT NULL,
        picked_at INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX item_titles_by_name ON item_titles (folded, item_id);
      CREATE INDEX item_titles_recent ON item_titles (changed_at DESC, item_id DESC, folded);

      CREATE TABLE wikilinks (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        folded TEXT NOT NULL,
        base TEXT NOT NULL,
        target_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        heading TEXT NOT NULL DEFAULT '',
        present INTEGER NOT NULL,
        position INTEGER NOT NULL,
        mention TEXT NOT NULL,
        mark_start INTEGER NOT NULL,
        mark_end INTEGER NOT NULL,
        PRIMARY KEY (item_id, name)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX wikilinks_by_target ON wikilinks (target_id) WHERE target_id IS NOT NULL;
      CREATE INDEX wikilinks_open_folded ON wikilinks (folded) WHERE target_id IS NULL;
      CREATE INDEX wikilinks_open_base ON wikilinks (base) WHERE target_id IS NULL;

      CREATE TABLE wikilinks_unread (item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;
      INSERT INTO wikilinks_unread SELECT id FROM items;
    `)
  },
}

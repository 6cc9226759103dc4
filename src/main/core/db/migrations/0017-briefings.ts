import type { Migration } from '../migrate'

/**
 * Briefings of many items beside those of one: `scope` says which, `scope_words` is the tag or the search. `briefing_items` has what they
 * are about in order; `spoken` items are in the script, `over` ones were too many, `private` ones stay here. `places` is a JSON list of
 * which stretch of the script speaks of which item, [start, end, item id]. `briefing_parts` names the parts of a script that were read
 * aloud before the whole was: blobs of 16-bit samples.
 */
export const migration: Migration = {
  version: 17,
  name: 'briefings',
  up(db) {
    db.exec(`
      CREATE TABLE briefings_next (
        id TEXT PRIMARY KEY,
        item_id TEXT REFERENCES items(id) ON DELETE CASCADE,
        scope TEXT NOT NULL,
        scope_words TEXT NOT NULL DEFAULT '',
        asked INTEGER NOT NULL DEFAULT 1,
        job_id TEXT,
        status TEXT NOT NULL,
        script TEXT,
        language TEXT,
        engine_kind TEXT,
        engine_label TEXT,
        places TEXT NOT NULL DEFAULT '[]',
        over_count INTEGER NOT NULL DEFAULT 0,
        blob_id TEXT REFERENCES blobs(id),
        duration_ms REAL,
        voice TEXT,
        sentences TEXT NOT NULL DEFAULT '[]',
        voice_notice TEXT,
        error TEXT,
        position_ms REAL NOT NULL DEFAULT 0,
        heard_at INTEGER,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER,
        CHECK ((scope = 'item') = (item_id IS NOT NULL))
      ) STRICT;
      INSERT INTO briefings_next (id, item_id, scope, status, script, language, engine_kind, engine_label, blob_id, duration_ms, voice, sentences,
          voice_notice, error, created_at, updated_at)
        SELECT id, item_id, 'item', status, script, language, engine_kind, engine_label, blob_id, duration_ms, voice, sentences,
          voice_notice, error, created_at, updated_at FROM briefings;
      DROP TABLE briefings;
      ALTER TABLE briefings_next RENAME TO briefings;
      CREATE INDEX briefings_by_item ON briefings (item_id, created_at DESC, id DESC) WHERE item_id IS NOT NULL;
      CREATE INDEX briefings_by_created ON briefings (created_at DESC, id DESC);
      CREATE INDEX briefings_by_blob ON briefings (blob_id) WHERE blob_id IS NOT NULL;
      CREATE INDEX briefings_deleted ON briefings (deleted_at) WHERE deleted_at IS NOT NULL;

      CREATE TABLE briefing_items (
        briefing_id TEXT NOT NULL REFERENCES briefings(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        state TEXT NOT NULL,
        PRIMARY KEY (briefing_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX briefing_items_by_item ON briefing_items (item_id, state);

      CREATE TABLE briefing_parts (
        briefing_id TEXT NOT NULL REFERENCES briefings(id) ON DELETE CASCADE,
        key TEXT NOT NULL,
        blob_id TEXT NOT NULL REFERENCES blobs(id),
        sample_rate INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        PRIMARY KEY (briefing_id, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX briefing_parts_by_blob ON briefing_parts (blob_id);
    `)
  },
}

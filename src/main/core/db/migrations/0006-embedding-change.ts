import type { Migration } from '../migrate'

/**
 * Changes of the embedding model: the one that runs, and those whose vectors are still kept so that they can be taken back. `from_role` and
 * `to_role` are the embedder's role as JSON, null for the built-in one; `from_model` and `to_model` name vectors. Thoughts that the new model
 * refused are left out until they are edited.
 *
 * The two indexes answer "which thoughts lack a vector for what they say now" and all counts without reading a body or a vector.
 */
export const migration: Migration = {
  version: 6,
  name: 'embedding-change',
  up(db) {
    db.exec(`
      CREATE TABLE embedding_changes (
        id TEXT PRIMARY KEY,
        from_role TEXT,
        to_role TEXT,
        from_model TEXT NOT NULL,
        to_model TEXT NOT NULL,
        state TEXT NOT NULL,
        total INTEGER NOT NULL,
        done INTEGER NOT NULL DEFAULT 0,
        left_out INTEGER NOT NULL DEFAULT 0,
        busy_ms REAL NOT NULL DEFAULT 0,
        job_id TEXT,
        started_at INTEGER NOT NULL,
        ended_at INTEGER,
        kept_until INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX embedding_changes_running ON embedding_changes (state) WHERE state = 'running';

      CREATE TABLE embedding_left_out (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        content_hash TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE INDEX items_to_embed ON items (id, content_hash, private, length(body))
        WHERE deleted_at IS NULL AND NOT (title = 'Untitled' AND excerpt = '');
      DROP INDEX vectors_by_model;
      CREATE INDEX vectors_by_model ON vectors (model_id, item_id, content_hash) WHERE chunk = 0;
    `)
  },
}

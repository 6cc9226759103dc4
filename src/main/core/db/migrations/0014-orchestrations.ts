import type { Migration } from '../migrate'

/**
 * Plans that think an item through, and their steps. A step is written as it ends, so that a run that was cut goes on with what is there.
 * `thesis` of a step is the output of `synthesize` as JSON, `sources` and `needs` are JSON lists.
 */
export const migration: Migration = {
  version: 14,
  name: 'orchestrations',
  up(db) {
    db.exec(`
      CREATE TABLE orchestrations (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        job_id TEXT,
        goal TEXT NOT NULL,
        web_question TEXT,
        status TEXT NOT NULL,
        planned_by TEXT,
        replans INTEGER NOT NULL DEFAULT 0,
        warnings TEXT NOT NULL DEFAULT '[]',
        answer TEXT NOT NULL DEFAULT '',
        sources TEXT NOT NULL DEFAULT '[]',
        dropped_citations INTEGER NOT NULL DEFAULT 0,
        engine_kind TEXT,
        engine_label TEXT,
        error TEXT,
        thesis_id TEXT,
        kept_item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        created_at INTEGER NOT NULL,
        finished_at INTEGER
      ) STRICT;
      CREATE INDEX orchestrations_by_item ON orchestrations (item_id, created_at DESC, id DESC);
      CREATE INDEX orchestrations_by_kept ON orchestrations (kept_item_id) WHERE kept_item_id IS NOT NULL;

      CREATE TABLE orchestration_steps (
        orchestration_id TEXT NOT NULL REFERENCES orchestrations(id) ON DELETE CASCADE,
        id TEXT NOT NULL,
        position INTEGER NOT NULL,
        round INTEGER NOT NULL,
        tool TEXT NOT NULL,
        why TEXT NOT NULL,
        input TEXT NOT NULL,
        needs TEXT NOT NULL,
        status TEXT NOT NULL,
        text TEXT NOT NULL DEFAULT '',
        sources TEXT NOT NULL DEFAULT '[]',
        dropped INTEGER NOT NULL DEFAULT 0,
        thesis TEXT,
        engine_kind TEXT,
        engine_label TEXT,
        error TEXT,
        started_at INTEGER,
        finished_at INTEGER,
        PRIMARY KEY (orchestration_id, id)
      ) STRICT;
    `)
  },
}

import type { Migration } from '../migrate'

/** Items, tags, links, vectors, theses, briefings, blobs, jobs with their trace, events, settings. */
export const migration: Migration = {
  version: 1,
  name: 'core',
  up(db) {
    db.exec(`
      CREATE TABLE meta (key TEXT PRIMARY KEY, value ANY NOT NULL) STRICT;

      CREATE TABLE items (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        source TEXT NOT NULL,
        title TEXT NOT NULL,
        given_title TEXT NOT NULL DEFAULT '',
        body TEXT NOT NULL,
        excerpt TEXT NOT NULL DEFAULT '',
        summary TEXT NOT NULL DEFAULT '',
        summary_by TEXT NOT NULL DEFAULT 'none',
        content_hash TEXT NOT NULL,
        pinned INTEGER NOT NULL DEFAULT 0,
        private INTEGER NOT NULL DEFAULT 0,
        confidence REAL NOT NULL,
        last_validated_at INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;
      CREATE INDEX items_by_created ON items (created_at DESC, id DESC) WHERE deleted_at IS NULL;
      CREATE INDEX items_by_updated ON items (updated_at DESC, id DESC) WHERE deleted_at IS NULL;
      CREATE INDEX items_by_title ON items (title COLLATE NOCASE, id) WHERE deleted_at IS NULL;
      CREATE INDEX items_pinned ON items (created_at DESC, id DESC) WHERE deleted_at IS NULL AND pinned = 1;
      CREATE INDEX items_deleted ON items (deleted_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

      CREATE TABLE item_versions (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        given_title TEXT NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (item_id, at)
      ) STRICT;

      CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE) STRICT;
      CREATE TABLE item_tags (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        tag_id INTEGER NOT NULL REFERENCES tags(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        PRIMARY KEY (item_id, tag_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX item_tags_by_tag ON item_tags (tag_id, item_id);

      CREATE TABLE links (
        id TEXT PRIMARY KEY,
        from_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        to_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        kind TEXT NOT NULL,
        score REAL NOT NULL,
        reason TEXT NOT NULL,
        rejected INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL,
        UNIQUE (from_id, to_id, kind)
      ) STRICT;
      CREATE INDEX links_by_target ON links (to_id);

      CREATE TABLE vectors (
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        chunk INTEGER NOT NULL,
        model_id TEXT NOT NULL,
        dimensions INTEGER NOT NULL,
        content_hash TEXT NOT NULL,
        vector BLOB NOT NULL,
        PRIMARY KEY (item_id, model_id, chunk)
      ) STRICT;
      CREATE INDEX vectors_by_model ON vectors (model_id, item_id) WHERE chunk = 0;

      CREATE TABLE theses (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        status TEXT NOT NULL,
        engine_kind TEXT,
        engine_label TEXT,
        expansion TEXT NOT NULL DEFAULT '',
        counterpoint TEXT NOT NULL DEFAULT '',
        output TEXT,
        settled TEXT NOT NULL DEFAULT '[]',
        error TEXT,
        expand_job TEXT,
        counterpoint_job TEXT,
        synthesize_job TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX theses_by_item ON theses (item_id, created_at DESC, id DESC);

      CREATE TABLE blobs (
        id TEXT PRIMARY KEY,
        mime TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        wrapped_key BLOB NOT NULL,
        created_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;

      CREATE TABLE briefings (
        id TEXT PRIMARY KEY,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        status TEXT NOT NULL,
        script TEXT,
        language TEXT,
        engine_kind TEXT,
        engine_label TEXT,
        blob_id TEXT REFERENCES blobs(id),
        duration_ms REAL,
        voice TEXT,
        sentences TEXT NOT NULL DEFAULT '[]',
        voice_notice TEXT,
        error TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX briefings_by_item ON briefings (item_id, created_at DESC, id DESC);
      CREATE INDEX briefings_by_created ON briefings (created_at DESC, id DESC);

      -- A pending job is due (may be claimed) or delayed (waits for next_run_at). The partial indexes keep the claim's cost the
      -- same whatever waits, is done, or is not yet due. No row numbers: the id is the key, which spares each write a page.
      -- Lane 0 was asked for by a person, 1 is short background work, 2 is background work that may take long (docs/decisions/0004).
      CREATE TABLE jobs (
        id TEXT PRIMARY KEY,
        type TEXT NOT NULL,
        payload TEXT NOT NULL,
        item_id TEXT,
        dedupe_key TEXT,
        priority INTEGER NOT NULL,
        lane INTEGER NOT NULL,
        status TEXT NOT NULL,
        due INTEGER NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        max_attempts INTEGER NOT NULL,
        next_run_at INTEGER NOT NULL,
        delay_ms INTEGER NOT NULL DEFAULT 0,
        claim_id TEXT,
        worker INTEGER,
        runs INTEGER NOT NULL DEFAULT 0,
        interruptions INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        error_code TEXT,
        waiting_reason TEXT,
        result_note TEXT,
        changes TEXT,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        finished_at INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX jobs_due ON jobs (lane, priority, next_run_at, id) WHERE status = 'pending' AND due = 1;
      CREATE INDEX jobs_delayed ON jobs (next_run_at, id) WHERE status = 'pending' AND due = 0;
      CREATE INDEX jobs_running ON jobs (started_at, id) WHERE status = 'running';
      CREATE INDEX jobs_dead ON jobs (finished_at, id) WHERE status = 'dead';
      CREATE INDEX jobs_done ON jobs (finished_at, id) WHERE status = 'done';
      CREATE INDEX jobs_cancelled ON jobs (finished_at, id) WHERE status = 'cancelled';
      CREATE UNIQUE INDEX jobs_live_key ON jobs (dedupe_key) WHERE dedupe_key IS NOT NULL AND status IN ('pending', 'running');
      CREATE INDEX jobs_by_item ON jobs (item_id, status) WHERE item_id IS NOT NULL;

      -- Beside the number of commits, so that a commit writes one page for both.
      INSERT INTO meta VALUES ('jobs_pending', 0), ('jobs_running', 0), ('jobs_done', 0), ('jobs_dead', 0), ('jobs_cancelled', 0);
      CREATE TRIGGER jobs_count_insert AFTER INSERT ON jobs BEGIN
        UPDATE meta SET value = value + 1 WHERE key = 'jobs_' || NEW.status;
      END;
      CREATE TRIGGER jobs_count_delete AFTER DELETE ON jobs BEGIN
        UPDATE meta SET value = value - 1 WHERE key = 'jobs_' || OLD.status;
      END;
      CREATE TRIGGER jobs_count_update AFTER UPDATE OF status ON jobs WHEN OLD.status <> NEW.status BEGIN
        UPDATE meta SET value = value - 1 WHERE key = 'jobs_' || OLD.status;
        UPDATE meta SET value = value + 1 WHERE key = 'jobs_' || NEW.status;
      END;

      -- Attempts that did not end well. The one that runs, and the one that made a job done, are columns of the job itself.
      CREATE TABLE job_attempts (
        job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        worker INTEGER NOT NULL,
        started_at INTEGER NOT NULL,
        finished_at INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        error TEXT,
        error_code TEXT,
        server_words TEXT,
        PRIMARY KEY (job_id, number)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE model_calls (
        id TEXT PRIMARY KEY,
        job_id TEXT NOT NULL REFERENCES jobs(id) ON DELETE CASCADE,
        attempt INTEGER NOT NULL,
        name TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        model TEXT NOT NULL,
        started_at INTEGER NOT NULL,
        duration_ms REAL NOT NULL,
        prompt_tokens INTEGER,
        output_tokens INTEGER,
        finish_reason TEXT,
        error_code TEXT,
        prompt TEXT NOT NULL,
        reply TEXT NOT NULL,
        reasoning TEXT NOT NULL
      ) STRICT;
      CREATE INDEX model_calls_by_job ON model_calls (job_id, attempt, started_at);

      -- The newest event is never removed, so numbers are not used twice.
      CREATE TABLE events (seq INTEGER PRIMARY KEY, type TEXT NOT NULL, payload TEXT NOT NULL, at INTEGER NOT NULL) STRICT;

      CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `)
  },
}

import type { Migration } from '../migrate'

/**
 * Collections and the runs that fill them. `collection_items` says which items of the vault belong to which collection, and what was collected
 * about each; an item belongs to one collection at most. Of a run, `collect_staging` holds what it has found so far and `collect_ledger` the
 * pages it has read: an interrupted run goes on from both. What it found in the end stands in `collect_proposals` until a person decides;
 * `base_hash` is the item's content as the run read it, `undo` what takes an accepted proposal back. A picture is a blob that may become an
 * attachment of its item.
 */
export const migration: Migration = {
  version: 13,
  name: 'collect',
  up(db) {
    db.exec(`
      CREATE TABLE collections (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        description TEXT NOT NULL,
        prompt TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE collection_items (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        slug TEXT NOT NULL,
        -- The address without what does not count when items are compared.
        loose_url TEXT NOT NULL,
        name TEXT NOT NULL,
        category TEXT NOT NULL,
        facts TEXT NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX collection_items_members ON collection_items (collection_id, item_id);
      CREATE UNIQUE INDEX collection_items_by_slug ON collection_items (collection_id, slug);
      CREATE UNIQUE INDEX collection_items_by_url ON collection_items (collection_id, loose_url);

      CREATE TABLE collect_runs (
        id TEXT PRIMARY KEY,
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        job_id TEXT NOT NULL,
        mode TEXT NOT NULL,
        prompt TEXT NOT NULL,
        config TEXT NOT NULL,
        status TEXT NOT NULL,
        percent INTEGER NOT NULL DEFAULT 0,
        message TEXT NOT NULL DEFAULT '',
        steps TEXT NOT NULL,
        found INTEGER NOT NULL DEFAULT 0,
        pages INTEGER NOT NULL DEFAULT 0,
        tokens TEXT NOT NULL,
        warnings TEXT NOT NULL DEFAULT '[]',
        error TEXT,
        created_at INTEGER NOT NULL,
        started_at INTEGER,
        finished_at INTEGER
      ) STRICT;
      CREATE INDEX collect_runs_by_collection ON collect_runs (collection_id, created_at, id);
      CREATE INDEX collect_runs_unfinished ON collect_runs (created_at) WHERE finished_at IS NULL;

      CREATE TABLE collect_staging (
        position INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        slug TEXT NOT NULL,
        json TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX collect_staging_by_run ON collect_staging (run_id, slug);
      CREATE INDEX collect_staging_in_order ON collect_staging (run_id, position);

      CREATE TABLE collect_ledger (
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        status TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (run_id, url)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE collect_log (
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        at INTEGER NOT NULL,
        level TEXT NOT NULL,
        message TEXT NOT NULL,
        PRIMARY KEY (run_id, n)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE collect_url_history (
        collection_id TEXT NOT NULL REFERENCES collections(id) ON DELETE CASCADE,
        url TEXT NOT NULL,
        status TEXT NOT NULL,
        visited_at INTEGER NOT NULL,
        PRIMARY KEY (collection_id, url)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE collect_pictures (
        id TEXT PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        blob_id TEXT NOT NULL REFERENCES blobs(id) ON DELETE CASCADE,
        content_hash TEXT NOT NULL,
        width INTEGER,
        height INTEGER
      ) STRICT;
      CREATE INDEX collect_pictures_by_run ON collect_pictures (run_id);
      CREATE INDEX collect_pictures_by_blob ON collect_pictures (blob_id);

      CREATE TABLE collect_proposals (
        position INTEGER PRIMARY KEY,
        run_id TEXT NOT NULL REFERENCES collect_runs(id) ON DELETE CASCADE,
        slug TEXT NOT NULL,
        kind TEXT NOT NULL,
        decision TEXT,
        json TEXT NOT NULL,
        before TEXT,
        base_hash TEXT,
        item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        picture_id TEXT REFERENCES collect_pictures(id) ON DELETE SET NULL,
        note TEXT NOT NULL DEFAULT '',
        undo TEXT
      ) STRICT;
      CREATE UNIQUE INDEX collect_proposals_by_run ON collect_proposals (run_id, slug);
      CREATE INDEX collect_proposals_in_order ON collect_proposals (run_id, position);
      CREATE INDEX collect_proposals_undecided ON collect_proposals (run_id) WHERE decision IS NULL;
      CREATE INDEX collect_proposals_by_item ON collect_proposals (item_id) WHERE item_id IS NOT NULL;
      CREATE INDEX collect_proposals_by_picture ON collect_proposals (picture_id) WHERE picture_id IS NOT NULL;
    `)
  },
}

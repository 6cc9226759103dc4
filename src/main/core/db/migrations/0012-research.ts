import type { Migration } from '../migrate'

/**
 * Questions that were researched on the web. `item_id` is the thought that a question was asked from, NULL for a question alone; `report_id`
 * the item that came of it. `owner_id` is the item that a run goes with when it is erased: the thought until there is a report, then the
 * report. `queries`, `pages` and `unsupported` are JSON lists: what was searched for, every page that was opened and what became of it, and
 * what was left out since no page says it. `research_sources` has the pages that were read, by the number they have in the report, and
 * as JSON the passages that it cites.
 */
export const migration: Migration = {
  version: 12,
  name: 'research',
  up(db) {
    db.exec(`
      CREATE TABLE research_runs (
        id TEXT PRIMARY KEY,
        item_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        report_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        owner_id TEXT REFERENCES items(id) ON DELETE CASCADE,
        job_id TEXT,
        question TEXT NOT NULL,
        private INTEGER NOT NULL,
        state TEXT NOT NULL,
        search_engine TEXT NOT NULL,
        engine_kind TEXT,
        engine_label TEXT,
        queries TEXT NOT NULL DEFAULT '[]',
        pages TEXT NOT NULL DEFAULT '[]',
        unsupported TEXT NOT NULL DEFAULT '[]',
        dropped_citations INTEGER NOT NULL DEFAULT 0,
        error TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX research_runs_by_item ON research_runs (item_id, created_at DESC, id DESC);
      CREATE INDEX research_runs_by_time ON research_runs (created_at DESC, id DESC);
      CREATE INDEX research_runs_by_report ON research_runs (report_id);
      CREATE INDEX research_runs_by_owner ON research_runs (owner_id);
      CREATE INDEX research_runs_by_job ON research_runs (job_id);

      CREATE TABLE research_sources (
        run_id TEXT NOT NULL REFERENCES research_runs(id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        url TEXT NOT NULL,
        title TEXT NOT NULL,
        host TEXT NOT NULL,
        fetched_at INTEGER NOT NULL,
        passages TEXT NOT NULL,
        PRIMARY KEY (run_id, n)
      ) STRICT, WITHOUT ROWID;
    `)
  },
}

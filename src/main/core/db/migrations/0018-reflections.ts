import type { Migration } from '../migrate'

/** Fills `thesis_marks` and `thesis_clashes` for the items that `which` chooses, from the newest finished thesis of each. */
const fill = (which: string) => `
  INSERT INTO thesis_marks (item_id, thesis_id, at, open_gates)
    SELECT t.item_id, t.id, t.created_at,
      (SELECT COUNT(*) FROM json_each(t.output, '$.gates') g WHERE json_extract(g.value, '$.status') = 'open')
    FROM theses t WHERE ${which};
  INSERT INTO thesis_clashes (thesis_id, position, item_id, other_id, at)
    SELECT t.id, c.key, t.item_id, o.id, t.created_at
    FROM theses t JOIN json_each(t.output, '$.contradictions') c JOIN items o ON o.id = json_extract(c.value, '$.itemId')
    WHERE ${which} AND o.id <> t.item_id AND c.key NOT IN (SELECT s.value FROM json_each(t.settled) s);`

const newestDone = (itemId: string) =>
  `t.id = (SELECT n.id FROM theses n WHERE n.item_id = ${itemId} AND n.output IS NOT NULL ORDER BY n.created_at DESC, n.id DESC LIMIT 1)`

const refill = `
  DELETE FROM thesis_marks WHERE item_id = NEW.item_id;
  DELETE FROM thesis_clashes WHERE item_id = NEW.item_id;
  ${fill(newestDone('NEW.item_id'))}`

/**
 * Passes over many items, and the daily review.
 *
 * `reflections` has each pass; it is erased with the item that came of it. `since_private` is its own moment for items that stay here, which
 * an earlier pass may have left out; both are NULL for everything. `reflection_items` are the items it read by their numbers,
 * `reflection_findings` what it found and what the person said to it, `reflection_citations` what each rests on, with the words of a side of
 * a contradiction. `superseded` findings were found again by a later pass.
 *
 * `items_reflected` finds the items that a pass reads, those changed last first, without looking at any other.
 *
 * `thesis_marks` and `thesis_clashes` are what the review asks of theses: of each item's newest finished thesis the number of open gates, and
 * the contradictions that nobody has settled. Triggers keep them. `review_put_offs` hides entries of the review until a time.
 */
export const migration: Migration = {
  version: 18,
  name: 'reflections',
  up(db) {
    db.exec(`
      CREATE INDEX items_reflected ON items (private, updated_at DESC, id DESC)
        WHERE deleted_at IS NULL AND kind IN ('thought', 'research', 'collected');

      CREATE TABLE reflections (
        id TEXT PRIMARY KEY,
        report_id TEXT REFERENCES items(id) ON DELETE CASCADE,
        job_id TEXT,
        state TEXT NOT NULL,
        asked INTEGER NOT NULL,
        hide_private INTEGER NOT NULL,
        private INTEGER NOT NULL DEFAULT 0,
        since INTEGER,
        since_private INTEGER,
        until INTEGER,
        item_count INTEGER NOT NULL DEFAULT 0,
        over_count INTEGER NOT NULL DEFAULT 0,
        private_count INTEGER NOT NULL DEFAULT 0,
        engine_kind TEXT,
        engine_label TEXT,
        narrative TEXT NOT NULL DEFAULT '',
        previous_id TEXT,
        dropped INTEGER NOT NULL DEFAULT 0,
        note TEXT NOT NULL DEFAULT '',
        error TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX reflections_by_time ON reflections (created_at DESC, id DESC);
      CREATE INDEX reflections_done ON reflections (until DESC, id DESC) WHERE state = 'done';
      CREATE INDEX reflections_by_report ON reflections (report_id) WHERE report_id IS NOT NULL;
      CREATE INDEX reflections_by_job ON reflections (job_id) WHERE job_id IS NOT NULL;

      CREATE TABLE reflection_items (
        reflection_id TEXT NOT NULL REFERENCES reflections(id) ON DELETE CASCADE,
        n INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        PRIMARY KEY (reflection_id, n)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX reflection_items_by_item ON reflection_items (item_id);

      CREATE TABLE reflection_findings (
        id TEXT PRIMARY KEY,
        reflection_id TEXT NOT NULL REFERENCES reflections(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        text TEXT NOT NULL,
        question TEXT,
        state TEXT NOT NULL,
        captured_id TEXT REFERENCES items(id) ON DELETE SET NULL,
        before_id TEXT,
        superseded INTEGER NOT NULL DEFAULT 0,
        created_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX reflection_findings_by_reflection ON reflection_findings (reflection_id, position);
      CREATE INDEX reflection_findings_open ON reflection_findings (kind, created_at DESC, position) WHERE state = 'open' AND superseded = 0;
      CREATE INDEX reflection_findings_captured ON reflection_findings (captured_id) WHERE captured_id IS NOT NULL;

      CREATE TABLE reflection_citations (
        finding_id TEXT NOT NULL REFERENCES reflection_findings(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        quote TEXT,
        PRIMARY KEY (finding_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX reflection_citations_by_item ON reflection_citations (item_id);

      CREATE TABLE thesis_marks (
        item_id TEXT PRIMARY KEY REFERENCES items(id) ON DELETE CASCADE,
        thesis_id TEXT NOT NULL REFERENCES theses(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        open_gates INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX thesis_marks_open ON thesis_marks (at DESC, item_id DESC) WHERE open_gates > 0;
      CREATE INDEX thesis_marks_by_thesis ON thesis_marks (thesis_id);

      CREATE TABLE thesis_clashes (
        thesis_id TEXT NOT NULL REFERENCES theses(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        item_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        other_id TEXT NOT NULL REFERENCES items(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        PRIMARY KEY (thesis_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX thesis_clashes_newest ON thesis_clashes (at DESC, thesis_id DESC, position);
      CREATE INDEX thesis_clashes_by_item ON thesis_clashes (item_id);
      CREATE INDEX thesis_clashes_by_other ON thesis_clashes (other_id);

      ${fill(newestDone('t.item_id'))}
      CREATE TRIGGER theses_marked_insert AFTER INSERT ON theses WHEN NEW.output IS NOT NULL BEGIN ${refill} END;
      CREATE TRIGGER theses_marked_update AFTER UPDATE OF output, settled ON theses WHEN NEW.output IS NOT NULL BEGIN ${refill} END;

      CREATE TABLE review_put_offs (key TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    `)
  },
}

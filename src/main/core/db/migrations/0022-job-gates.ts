import type { Migration } from '../migrate'

/**
 * A job stands behind a gate, which is named here and opened and closed in memory (docs/decisions/0015). The index begins with the gate, so
 * that a claim passes over all jobs behind a closed one by a single step. What waited for a server comes back to its place in the queue. The
 * gate of an older job stays open; it gets its own when it meets something closed.
 */
export const migration: Migration = {
  version: 22,
  name: 'job gates',
  up(db) {
    db.exec(`
      ALTER TABLE jobs ADD COLUMN gate TEXT NOT NULL DEFAULT '';
      UPDATE jobs SET gate = CASE
          WHEN changes ->> '$.model' IS NOT NULL THEN ''
          WHEN type = 'embed' THEN 'role embedder embed'
          WHEN type IN ('summarize', 'generate_item_briefing', 'generate_briefing') THEN 'role worker ' || type
          WHEN type IN ('auto_link', 'read_attachment', 'migrate_embeddings') THEN ''
          ELSE 'role thinker ' || type
        END WHERE status IN ('pending', 'running');
      DROP INDEX jobs_due;
      CREATE INDEX jobs_due ON jobs (gate, lane, priority, next_run_at, id) WHERE status = 'pending' AND due = 1;
      UPDATE jobs SET due = 1 WHERE status = 'pending' AND due = 0 AND waiting_reason IS NOT NULL;
    `)
  },
}

import type { Migration } from '../migrate'

/** Tokens by day, model, role and job type; and what was found out about model servers. */
export const migration: Migration = {
  version: 3,
  name: 'usage',
  up(db) {
    db.exec(`
      CREATE TABLE usage (
        day TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        model TEXT NOT NULL,
        role TEXT NOT NULL,
        job_type TEXT NOT NULL,
        calls INTEGER NOT NULL,
        prompt_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        estimated_calls INTEGER NOT NULL,
        PRIMARY KEY (day, endpoint, model, role, job_type)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE model_capabilities (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    `)
  },
}

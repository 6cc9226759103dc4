import type { Migration } from '../migrate'

/**
 * What runs by itself, and each run that was planned for it. `slot` is the local date and time of a run and `slot_at` the moment that was then;
 * both are NULL for a run that a person asked for. A moment is planned once. `started_at` is set by the start of the job, never by its planning.
 */
export const migration: Migration = {
  version: 16,
  name: 'schedules',
  up(db) {
    db.exec(`
      CREATE TABLE schedules (
        id TEXT PRIMARY KEY,
        kind TEXT NOT NULL,
        rule TEXT NOT NULL,
        question TEXT NOT NULL,
        enabled INTEGER NOT NULL,
        settled_until INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        deleted_at INTEGER
      ) STRICT;

      CREATE TABLE schedule_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        schedule_id TEXT NOT NULL REFERENCES schedules(id) ON DELETE CASCADE,
        slot TEXT,
        slot_at INTEGER,
        job_id TEXT,
        planned_at INTEGER NOT NULL,
        started_at INTEGER,
        ended_at INTEGER,
        outcome TEXT,
        note TEXT,
        item_id TEXT
      ) STRICT;
      CREATE UNIQUE INDEX schedule_runs_slot ON schedule_runs (schedule_id, slot_at) WHERE slot_at IS NOT NULL;
      CREATE INDEX schedule_runs_label ON schedule_runs (schedule_id, slot) WHERE slot IS NOT NULL;
      CREATE INDEX schedule_runs_job ON schedule_runs (job_id) WHERE job_id IS NOT NULL;
      CREATE INDEX schedule_runs_newest ON schedule_runs (schedule_id, id);
    `)
  },
}

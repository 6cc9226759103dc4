import type { CollectLogLine, CollectRun } from '../../../shared/contract/collect'
import type { VaultDatabase } from '../../core/db/open-database'

/** What changes while a run goes on. */
export type RunProgress = Pick<CollectRun, 'percent' | 'message' | 'steps' | 'found' | 'pages' | 'tokens'>

export interface StoredVisit {
  url: string
  status: string
  visitedAt: number
}

interface Stored {
  id: string
  collection_id: string
  collection_name: string
  job_id: string
  mode: CollectRun['mode']
  prompt: string
  config: string
  run_status: CollectRun['status']
  percent: number
  message: string
  waiting_reason: string | null
  steps: string
  found: number
  pages: number
  tokens: string
  warnings: string
  error: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
  new_count: number | null
  changed_count: number | null
  removal_count: number | null
  undecided_count: number | null
}

/** The status of a run `r` with its job `j`: a run that did not end is what its job is. */
export const RUN_STATUS = `CASE WHEN r.finished_at IS NOT NULL THEN r.status WHEN j.status = 'running' THEN 'running' WHEN j.status = 'pending' THEN 'waiting'
  WHEN j.status = 'cancelled' THEN 'cancelled' WHEN r.id IS NULL THEN NULL ELSE 'failed' END`

const counts = (['new', 'changed', 'removal'] as const)
  .map((kind) => `(SELECT count(*) FROM collect_proposals p WHERE p.run_id = r.id AND p.kind = '${kind}') AS ${kind}_count`)
  .join(', ')
const RUN = `SELECT r.*, ${RUN_STATUS} AS run_status, c.name AS collection_name, j.waiting_reason, ${counts},
    (SELECT count(*) FROM collect_proposals p WHERE p.run_id = r.id AND p.decision IS NULL) AS undecided_count
  FROM collect_runs r JOIN collections c ON c.id = r.collection_id LEFT JOIN jobs j ON j.id = r.job_id`

/** Statements whose plans a test looks at. */
export const collectRunSql = {
  one: `${RUN} WHERE r.id = ?`,
  ofCollection: `${RUN} WHERE r.collection_id = ? ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
  unfinished: `SELECT r.id, r.collection_id AS collectionId, c.name FROM collect_runs r INDEXED BY collect_runs_unfinished
    JOIN collections c ON c.id = r.collection_id WHERE r.finished_at IS NULL ORDER BY r.created_at LIMIT 1`,
  log: 'SELECT n, at, level, message FROM collect_log WHERE run_id = ? AND n > ? ORDER BY n LIMIT ?',
  staged: 'SELECT json FROM collect_staging WHERE run_id = ? ORDER BY position',
}

/** A log of more lines repeats itself. */
export const MOST_LOG_LINES = 5000
export const noTokens: CollectRun['tokens'] = {
  parent: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  workers: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
  total: { promptTokens: 0, completionTokens: 0, totalTokens: 0 },
}

/** Runs of Collect with their log, their staging and the pages they read. Writes run inside the caller's transaction. */
export function createCollectRunStore(db: VaultDatabase) {
  const one = db.prepare<[string], Stored>(collectRunSql.one)
  const ofCollection = db.prepare<[string, number], Stored>(collectRunSql.ofCollection)
  const unfinished = db.prepare<[], { id: string; collectionId: string; name: string }>(collectRunSql.unfinished)
  const insert = db.prepare(
    `INSERT INTO collect_runs (id, collection_id, job_id, mode, prompt, config, status, message, steps, tokens, created_at)
     VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?, ?)`,
  )
  const begin = db.prepare(`UPDATE collect_runs SET status = 'running', started_at = COALESCE(started_at, ?), error = NULL WHERE id = ?`)
  const again = db.prepare(
    `UPDATE collect_runs SET status = 'waiting', mode = ?, percent = 0, message = ?, error = NULL, finished_at = NULL WHERE id = ?`,
  )
  const progress = db.prepare('UPDATE collect_runs SET percent = ?, message = ?, steps = ?, found = ?, pages = ?, tokens = ? WHERE id = ?')
  const message = db.prepare('UPDATE collect_runs SET message = ? WHERE id = ?')
  const warn = db.prepare('UPDATE collect_runs SET warnings = ? WHERE id = ?')
  const finish = db.prepare('UPDATE collect_runs SET status = ?, message = ?, error = ?, finished_at = ? WHERE id = ?')
  const old = db
    .prepare<[string, number], string>(
      'SELECT id FROM collect_runs WHERE collection_id = ? AND finished_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?',
    )
    .pluck()
  const remove = db.prepare('DELETE FROM collect_runs WHERE id = ?')
  const lastLine = db.prepare<[string], number | null>('SELECT max(n) FROM collect_log WHERE run_id = ?').pluck()
  const addLine = db.prepare('INSERT INTO collect_log (run_id, n, at, level, message) VALUES (?, ?, ?, ?, ?)')
  const log = db.prepare<[string, number, number], CollectLogLine>(collectRunSql.log)
  const staged = db.prepare<[string], string>(collectRunSql.staged).pluck()
  const stage = db.prepare(
    'INSERT INTO collect_staging (run_id, slug, json) VALUES (?, ?, ?) ON CONFLICT (run_id, slug) DO UPDATE SET json = excluded.json',
  )
  const unstage = db.prepare('DELETE FROM collect_staging WHERE run_id = ? AND slug = ?')
  const clearStaging = db.prepare('DELETE FROM collect_staging WHERE run_id = ?')
  const ledger = db.prepare<[string], { url: string; status: string; count: number }>(
    'SELECT url, status, count FROM collect_ledger WHERE run_id = ? ORDER BY url',
  )
  const putLedger = db.prepare('INSERT OR REPLACE INTO collect_ledger (run_id, url, status, count) VALUES (?, ?, ?, ?)')
  const clearLedger = db.prepare('DELETE FROM collect_ledger WHERE run_id = ?')
  const history = db.prepare<[string, number], StoredVisit>(
    'SELECT url, status, visited_at AS visitedAt FROM collect_url_history WHERE collection_id = ? AND visited_at > ?',
  )
  const remember = db.prepare('INSERT OR REPLACE INTO collect_url_history (collection_id, url, status, visited_at) VALUES (?, ?, ?, ?)')

  return {
    find(id: string): CollectRun | null {
      const found = one.get(id)
      return found ? toRun(found) : null
    },
    /** Newest first. */
    ofCollection: (collectionId: string, limit: number): CollectRun[] => ofCollection.all(collectionId, limit).map(toRun),
    /** The run that waits or goes on; there is one at a time. */
    unfinished: (): { id: string; collectionId: string; name: string } | null => unfinished.get() ?? null,
    insert(run: Pick<CollectRun, 'id' | 'collectionId' | 'jobId' | 'mode' | 'prompt' | 'config' | 'message' | 'steps'>, now: number): void {
      const { id, collectionId, jobId, mode, prompt, config, steps } = run
      insert.run(
        id,
        collectionId,
        jobId,
        mode,
        prompt,
        JSON.stringify(config),
        run.message,
        JSON.stringify(steps),
        JSON.stringify(noTokens),
        now,
      )
    },
    begin(id: string, now: number): void {
      begin.run(now, id)
    },
    /** A run that had ended waits again. */
    again(id: string, mode: CollectRun['mode'], words: string): void {
      again.run(mode, words, id)
    },
    setProgress(id: string, { percent, message: words, steps, found, pages, tokens }: RunProgress): void {
      progress.run(Math.round(percent), words, JSON.stringify(steps), found, pages, JSON.stringify(tokens), id)
    },
    setMessage(id: string, words: string): void {
      message.run(words, id)
    },
    setWarnings(id: string, warnings: readonly string[]): void {
      warn.run(JSON.stringify(warnings), id)
    },
    finish(id: string, status: CollectRun['status'], words: string, error: string | null, now: number): void {
      finish.run(status, words, error, now, id)
    },
    /** Ended runs of a collection beyond the newest `keep`. */
    olderThan: (collectionId: string, keep: number): string[] => old.all(collectionId, keep),
    remove(id: string): void {
      remove.run(id)
    },

    addLog(id: string, lines: readonly Omit<CollectLogLine, 'n'>[]): void {
      let n = lastLine.get(id) ?? 0
      for (const line of lines) {
        n += 1
        if (n > MOST_LOG_LINES) return
        const words = n === MOST_LOG_LINES ? 'The log is full; later lines are not kept.' : line.message
        addLine.run(id, n, line.at, n === MOST_LOG_LINES ? 'warning' : line.level, words)
      }
    },
    log: (id: string, after: number, limit: number): CollectLogLine[] => log.all(id, after, limit),

    /** JSON texts in the order in which they were first put. */
    staged: (id: string): string[] => staged.all(id),
    stage(id: string, slug: string, json: string): void {
      stage.run(id, slug, json)
    },
    unstage(id: string, slug: string): void {
      unstage.run(id, slug)
    },
    clearStaging(id: string): void {
      clearStaging.run(id)
    },
    ledger: (id: string) => ledger.all(id),
    putLedger(id: string, entry: { url: string; status: string; count: number }): void {
      putLedger.run(id, entry.url, entry.status, entry.count)
    },
    clearLedger(id: string): void {
      clearLedger.run(id)
    },
    /** Pages that earlier runs for this collection read after this moment. */
    history: (collectionId: string, after: number): StoredVisit[] => history.all(collectionId, after),
    remember(collectionId: string, url: string, status: string, at: number): void {
      remember.run(collectionId, url, status, at)
    },
  }
}

export type CollectRunStore = ReturnType<typeof createCollectRunStore>

function toRun(found: Stored): CollectRun {
  const isWaiting = found.run_status === 'waiting' && found.waiting_reason !== null
  return {
    id: found.id,
    collectionId: found.collection_id,
    collectionName: found.collection_name,
    jobId: found.job_id,
    mode: found.mode,
    prompt: found.prompt,
    config: JSON.parse(found.config),
    status: found.run_status,
    percent: found.percent,
    message: isWaiting ? (found.waiting_reason ?? '') : found.message,
    steps: JSON.parse(found.steps),
    found: found.found,
    pages: found.pages,
    tokens: JSON.parse(found.tokens),
    warnings: JSON.parse(found.warnings),
    error: found.error,
    proposals: {
      new: found.new_count ?? 0,
      changed: found.changed_count ?? 0,
      removal: found.removal_count ?? 0,
      undecided: found.undecided_count ?? 0,
    },
    createdAt: found.created_at,
    startedAt: found.started_at,
    finishedAt: found.finished_at,
  }
}

import { z } from 'zod'
import {
  type Research,
  ResearchPage,
  ResearchPassage,
  type ResearchSource,
  type ResearchState,
  type ResearchSummary,
} from '../../../shared/contract/research'
import type { EngineLabel } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'
import { isVisible, maxPrivate } from '../../core/privacy/private-rows'
import type { Viewer } from '../../core/privacy/viewer'

/** A run as it is kept; what its job does now is not known here. */
export type StoredResearch = Omit<Research, 'waitingFor' | 'text'>

export interface NewResearch {
  id: string
  itemId: string | null
  question: string
  private: boolean
  searchEngine: string
}

export interface FinishedResearch {
  reportId: string
  engine: EngineLabel
  sources: readonly ResearchSource[]
  unsupported: readonly string[]
  droppedCitations: number
}

export interface ResearchStore {
  create(run: NewResearch, now: number): void
  setJob(id: string, jobId: string): void
  find(id: string): StoredResearch | null
  findByJob(jobId: string): string | null
  newestOf(itemId: string): StoredResearch | null
  ofReport(reportId: string): StoredResearch | null
  list(options: { itemId?: string | undefined; cursor: string | undefined; limit: number; viewer: Viewer }): {
    research: ResearchSummary[]
    total: number
    nextCursor: string | null
  }
  setState(id: string, state: ResearchState, error: string | null, now: number): void
  /** What is known of the web so far. */
  setProgress(id: string, change: { state: ResearchState; queries?: readonly string[]; pages?: readonly ResearchPage[] }, now: number): void
  /** Begins anew: nothing of an earlier attempt is shown. */
  restart(id: string, searchEngine: string, now: number): void
  /** Stores what the report rests on. From now on the run is erased with the report. */
  finish(id: string, finished: FinishedResearch, now: number): void
}

interface Row {
  id: string
  item_id: string | null
  item_title: string | null
  report_id: string | null
  report_title: string | null
  report_deleted_at: number | null
  job_id: string | null
  question: string
  private: number
  state: ResearchState
  search_engine: string
  engine_kind: EngineLabel['kind'] | null
  engine_label: string | null
  queries: string
  pages: string
  unsupported: string
  dropped_citations: number
  error: string | null
  created_at: number
  updated_at: number
}

const Texts = z.array(z.string())
const Pages = z.array(ResearchPage)
const Passages = z.array(ResearchPassage)

function toSummary(row: Row): ResearchSummary {
  return {
    id: row.id,
    itemId: row.item_id,
    itemTitle: row.item_title,
    question: row.question,
    state: row.state,
    report: row.report_id === null ? null : { id: row.report_id, title: row.report_title ?? '', inTrash: row.report_deleted_at !== null },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Runs of Research with the sources of their reports. */
export function createResearchStore(db: VaultDatabase): ResearchStore {
  const joins = 'FROM research_runs r LEFT JOIN items i ON i.id = r.item_id LEFT JOIN items p ON p.id = r.report_id'
  const select = `SELECT r.*, i.title AS item_title, p.title AS report_title, p.deleted_at AS report_deleted_at ${joins}`
  const newestFirst = 'ORDER BY r.created_at DESC, r.id DESC'
  const insert = db.prepare(
    `INSERT INTO research_runs (id, item_id, owner_id, question, private, state, search_engine, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
  )
  const setJob = db.prepare('UPDATE research_runs SET job_id = ? WHERE id = ?')
  const find = db.prepare<[string], Row>(`${select} WHERE r.id = ?`)
  const byJob = db.prepare<[string], { id: string }>('SELECT id FROM research_runs WHERE job_id = ?')
  const newest = db.prepare<[string], Row>(`${select} WHERE r.item_id = ? ${newestFirst} LIMIT 1`)
  const ofReport = db.prepare<[string], Row>(`${select} WHERE r.report_id = ? ${newestFirst} LIMIT 1`)
  const shown = `(${['r.private', 'coalesce(i.private, 0)', 'coalesce(p.private, 0)'].map((flag) => isVisible(flag, '@upTo')).join(' AND ')}
    AND i.deleted_at IS NULL)`
  const pageOfAll = db.prepare<unknown[], Row>(`${select} WHERE ${shown} AND (r.created_at, r.id) < (@at, @id) ${newestFirst} LIMIT @limit`)
  const pageOfItem = db.prepare<unknown[], Row>(
    `${select} WHERE r.item_id = @itemId AND ${shown} AND (r.created_at, r.id) < (@at, @id) ${newestFirst} LIMIT @limit`,
  )
  const countAll = db.prepare<unknown[], { count: number }>(`SELECT COUNT(*) AS count ${joins} WHERE ${shown}`)
  const countOfItem = db.prepare<unknown[], { count: number }>(`SELECT COUNT(*) AS count ${joins} WHERE r.item_id = @itemId AND ${shown}`)
  const setState = db.prepare('UPDATE research_runs SET state = ?, error = ?, updated_at = ? WHERE id = ?')
  const setProgress = db.prepare(
    'UPDATE research_runs SET state = ?, error = NULL, queries = coalesce(?, queries), pages = coalesce(?, pages), updated_at = ? WHERE id = ?',
  )
  const restart = db.prepare(
    `UPDATE research_runs SET state = 'pending', error = NULL, queries = '[]', pages = '[]', search_engine = ?, updated_at = ? WHERE id = ?`,
  )
  const finish = db.prepare(
    `UPDATE research_runs SET state = 'done', error = NULL, report_id = @reportId, owner_id = @reportId, engine_kind = @kind, engine_label = @label,
       unsupported = @unsupported, dropped_citations = @dropped, updated_at = @now WHERE id = @id`,
  )
  const addSource = db.prepare(
    'INSERT INTO research_sources (run_id, n, url, title, host, fetched_at, passages) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const sources = db.prepare<[string], { n: number; url: string; title: string; host: string; fetched_at: number; passages: string }>(
    'SELECT n, url, title, host, fetched_at, passages FROM research_sources WHERE run_id = ? ORDER BY n',
  )

  function read(row: Row | undefined): StoredResearch | null {
    if (!row) return null
    return {
      ...toSummary(row),
      jobId: row.job_id,
      private: row.private === 1,
      searchEngine: row.search_engine,
      engine: row.engine_kind === null ? null : { kind: row.engine_kind, label: row.engine_label ?? '' },
      queries: Texts.parse(JSON.parse(row.queries)),
      pages: Pages.parse(JSON.parse(row.pages)),
      sources: sources.all(row.id).map(({ fetched_at, passages, ...source }) => ({
        ...source,
        fetchedAt: fetched_at,
        passages: Passages.parse(JSON.parse(passages)),
      })),
      unsupported: Texts.parse(JSON.parse(row.unsupported)),
      droppedCitations: row.dropped_citations,
      error: row.error,
    }
  }

  return {
    create(run, now) {
      insert.run(run.id, run.itemId, run.itemId, run.question, run.private ? 1 : 0, run.searchEngine, now, now)
    },
    setJob: (id, jobId) => void setJob.run(jobId, id),
    find: (id) => read(find.get(id)),
    findByJob: (jobId) => byJob.get(jobId)?.id ?? null,
    newestOf: (itemId) => read(newest.get(itemId)),
    ofReport: (reportId) => read(ofReport.get(reportId)),
    list({ itemId, cursor, limit, viewer }) {
      const [at, id] = parseCursor(cursor)
      const filter = { upTo: maxPrivate(viewer), ...(itemId === undefined ? {} : { itemId }) }
      const rows = (itemId === undefined ? pageOfAll : pageOfItem).all({ ...filter, at, id, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        research: page.map(toSummary),
        total: (itemId === undefined ? countAll : countOfItem).get(filter)?.count ?? 0,
        nextCursor: rows.length > limit && last ? JSON.stringify([last.created_at, last.id]) : null,
      }
    },
    setState: (id, state, error, now) => void setState.run(state, error, now, id),
    setProgress(id, { state, queries, pages }, now) {
      setProgress.run(state, queries ? JSON.stringify(queries) : null, pages ? JSON.stringify(pages) : null, now, id)
    },
    restart: (id, searchEngine, now) => void restart.run(searchEngine, now, id),
    finish(id, { reportId, engine, sources: list, unsupported, droppedCitations }, now) {
      finish.run({
        id,
        reportId,
        kind: engine.kind,
        label: engine.label,
        unsupported: JSON.stringify(unsupported),
        dropped: droppedCitations,
        now,
      })
      for (const { n, url, title, host, fetchedAt, passages } of list)
        addSource.run(id, n, url, title, host, fetchedAt, JSON.stringify(passages))
    },
  }
}

/** The first page starts after the end of time. */
function parseCursor(cursor: string | undefined): [number, string] {
  try {
    const parsed: unknown = cursor === undefined ? null : JSON.parse(cursor)
    if (Array.isArray(parsed) && typeof parsed[0] === 'number' && typeof parsed[1] === 'string') return [parsed[0], parsed[1]]
  } catch {
    // A cursor of somebody's own making starts at the first page.
  }
  return [Number.MAX_SAFE_INTEGER, '']
}

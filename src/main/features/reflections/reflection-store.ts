import type { FindingKind, FindingState, NamedItem, ReflectionState } from '../../../shared/contract/reflections'
import type { EngineLabel } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'
import { isShared, maxPrivate } from '../../core/privacy/private-rows'
import { sharedOnly, type Viewer } from '../../core/privacy/viewer'
import {
  FINDING_COLUMNS,
  FINDING_JOINS,
  type FindingRow,
  REFLECTION_COLUMNS,
  REFLECTION_JOINS,
  type ReflectionRow,
  type StoredFinding,
  toFinding,
  toReflection,
} from './reflection-rows'

/** Items that count for a pass: changed after a moment, for those that stay here after a moment of their own. Null for no bound. */
export interface ReflectionSpan {
  since: number | null
  sincePrivate: number | null
}

export interface NewReflection extends ReflectionSpan {
  id: string
  asked: boolean
  viewer: Viewer
}

/** A finding to be kept, with what the person said to it before. */
export interface NewFinding {
  id: string
  kind: FindingKind
  title: string
  text: string
  question: string | null
  citations: readonly { itemId: string; quote: string | null }[]
  state: FindingState
  capturedId: string | null
  before: string | null
}

/** What a run reads. */
export interface BegunReflection {
  until: number
  /** Whether one of them stays here. */
  private: boolean
  itemIds: readonly string[]
  leftOut: { over: number; private: number }
}

export interface FinishedReflection {
  reportId: string
  private: boolean
  itemIds: readonly string[]
  leftOut: { over: number; private: number }
  engine: EngineLabel
  narrative: string
  previousId: string | null
  dropped: number
  note: string
  findings: readonly NewFinding[]
}

export type ReflectionStore = ReturnType<typeof createReflectionStore>

/** What a person thinks and what was found for them; not what was made of it. An item without a word is told by its title and excerpt. */
const READABLE = `i.deleted_at IS NULL AND i.kind IN ('thought', 'research', 'collected')
  AND (i.given_title <> '' OR i.excerpt <> '' OR i.title <> 'Untitled')`
/** Walks one stretch of the index `items_reflected`, those changed last first. Open to a look at its plan. */
export const SPAN = `SELECT i.id, i.updated_at AS at FROM items i WHERE i.private = @private AND i.updated_at > @bound AND ${READABLE}
  ORDER BY i.updated_at DESC, i.id DESC LIMIT @limit`

/** So many earlier findings are compared with new ones: within a few milliseconds. */
const MOST_STANDING = 200

/** Reflections with their findings. Writes run inside the caller's transaction. */
export function createReflectionStore(db: VaultDatabase) {
  const select = `SELECT ${REFLECTION_COLUMNS} ${REFLECTION_JOINS}`
  const newestFirst = 'ORDER BY r.created_at DESC, r.id DESC'
  /** Programs see nothing of what rests on an item that stays here, whenever it came to. */
  const shown = `(@upTo = 1 OR (${isShared('r.private')} AND ${isShared('coalesce(p.private, 0)')} AND NOT EXISTS (
    SELECT 1 FROM reflection_items x JOIN items i ON i.id = x.item_id WHERE x.reflection_id = r.id AND i.private = 1)))`
  const insert = db.prepare(
    `INSERT INTO reflections (id, state, asked, hide_private, since, since_private, created_at, updated_at) VALUES (?, 'pending', ?, ?, ?, ?, ?, ?)`,
  )
  const setJob = db.prepare('UPDATE reflections SET job_id = ? WHERE id = ?')
  const find = db.prepare<[string], ReflectionRow>(`${select} WHERE r.id = ?`)
  const byJob = db.prepare<[string], { id: string }>('SELECT id FROM reflections WHERE job_id = ?')
  const ofReport = db.prepare<[string], ReflectionRow>(`${select} WHERE r.report_id = ?`)
  const newest = db.prepare<unknown[], ReflectionRow>(`${select} WHERE ${shown} ${newestFirst} LIMIT 1`)
  const lastDone = db.prepare<[string], ReflectionRow>(
    `${select} WHERE r.state = 'done' AND r.id <> ? AND p.deleted_at IS NULL ORDER BY r.until DESC, r.id DESC LIMIT 1`,
  )
  const page = db.prepare<unknown[], ReflectionRow>(
    `${select} WHERE ${shown} AND (r.created_at, r.id) < (@at, @id) ${newestFirst} LIMIT @limit`,
  )
  const count = db.prepare<unknown[], number>(`SELECT COUNT(*) ${REFLECTION_JOINS} WHERE ${shown}`).pluck()
  const open = db.prepare<unknown[], number>(`SELECT EXISTS (SELECT 1 ${REFLECTION_JOINS} WHERE r.id = @id AND ${shown})`).pluck()
  const setState = db.prepare('UPDATE reflections SET state = ?, error = ?, note = ?, updated_at = ? WHERE id = ?')
  const span = db.prepare<unknown[], { id: string; at: number }>(SPAN)
  const spanCount = db.prepare<unknown[], number>(`SELECT COUNT(*) FROM (${SPAN})`).pluck()
  const begin = db.prepare(
    `UPDATE reflections SET state = 'reading', error = NULL, note = '', private = @private, until = @until, item_count = @itemCount,
       over_count = @over, private_count = @withheld, updated_at = @now WHERE id = @id`,
  )
  const live = db.prepare<[], { id: string; job_id: string }>(
    `SELECT id, job_id FROM reflections WHERE state IN ('pending', 'reading', 'writing') AND job_id IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
  )
  const finish = db.prepare(
    `UPDATE reflections SET state = 'done', error = NULL, report_id = @reportId, private = @private, item_count = @itemCount,
       over_count = @over, private_count = @withheld, engine_kind = @kind, engine_label = @label, narrative = @narrative,
       previous_id = @previousId, dropped = @dropped, note = @note, updated_at = @now WHERE id = @id`,
  )
  const dropItems = db.prepare('DELETE FROM reflection_items WHERE reflection_id = ?')
  const addItem = db.prepare('INSERT INTO reflection_items (reflection_id, n, item_id) VALUES (?, ?, ?)')
  const addFinding = db.prepare(
    `INSERT INTO reflection_findings (id, reflection_id, position, kind, title, text, question, state, captured_id, before_id, created_at)
     VALUES (@id, @reflectionId, @position, @kind, @title, @text, @question, @state, @capturedId, @before, @now)`,
  )
  const addCitation = db.prepare('INSERT INTO reflection_citations (finding_id, position, item_id, quote) VALUES (?, ?, ?, ?)')
  const supersede = db.prepare('UPDATE reflection_findings SET superseded = 1 WHERE id = ?')
  const findings = db.prepare<[string], FindingRow>(
    `SELECT ${FINDING_COLUMNS} ${FINDING_JOINS} WHERE f.reflection_id = ? ORDER BY f.position`,
  )
  const standing = db.prepare<[string], FindingRow>(
    `SELECT ${FINDING_COLUMNS} ${FINDING_JOINS} JOIN reflections r ON r.id = f.reflection_id JOIN items p ON p.id = r.report_id
     WHERE f.kind IN ('contradiction', 'gap') AND f.superseded = 0 AND r.state = 'done' AND r.id <> ? AND p.deleted_at IS NULL
     ORDER BY f.created_at DESC, f.position LIMIT ${MOST_STANDING}`,
  )
  const movePutOff = db.prepare(
    `INSERT OR REPLACE INTO review_put_offs (key, until) SELECT 'finding:' || @id, until FROM review_put_offs WHERE key = 'finding:' || @before`,
  )
  const finding = db.prepare<[string, string], FindingRow>(
    `SELECT ${FINDING_COLUMNS} ${FINDING_JOINS} WHERE f.id = ? AND f.reflection_id = ?`,
  )
  const settle = db.prepare('UPDATE reflection_findings SET state = ? WHERE id = ?')
  const capture = db.prepare('UPDATE reflection_findings SET captured_id = ? WHERE id = ?')
  const named = db.prepare<[string], { id: string; title: string; gone: number }>(
    'SELECT i.id, i.title, i.deleted_at IS NOT NULL AS gone FROM json_each(?) j JOIN items i ON i.id = j.value ORDER BY j.key',
  )
  const itemsOf = db.prepare<[string], string>('SELECT item_id FROM reflection_items WHERE reflection_id = ? ORDER BY n').pluck()

  const bound = (time: number | null) => time ?? Number.MIN_SAFE_INTEGER
  function setItems(id: string, itemIds: readonly string[]): void {
    dropItems.run(id)
    for (const [index, itemId] of itemIds.entries()) addItem.run(id, index + 1, itemId)
  }
  const read = (row: ReflectionRow | undefined) => (row ? toReflection(row) : null)

  return {
    create({ id, asked, viewer, since, sincePrivate }: NewReflection, now: number): void {
      insert.run(id, asked ? 1 : 0, 1 - maxPrivate(viewer), since, sincePrivate, now, now)
    },
    setJob: (id: string, jobId: string) => void setJob.run(jobId, id),
    find: (id: string) => read(find.get(id)),
    findByJob: (jobId: string): string | null => byJob.get(jobId)?.id ?? null,
    ofReport: (itemId: string) => read(ofReport.get(itemId)),
    newest: (viewer: Viewer) => read(newest.get({ upTo: maxPrivate(viewer) })),
    /** The last finished one whose item is not in the trash, other than this. */
    lastDone: (except: string) => read(lastDone.get(except)),
    /** Whether programs see it; false for one that is gone, of which nothing is known. */
    isOpen: (id: string): boolean => open.get({ id, upTo: maxPrivate(sharedOnly) }) === 1,
    list({ cursor, limit, viewer }: { cursor: string | undefined; limit: number; viewer: Viewer }) {
      const [at, id] = parseCursor(cursor)
      const rows = page.all({ upTo: maxPrivate(viewer), at, id, limit: limit + 1 })
      const shownRows = rows.slice(0, limit)
      const last = shownRows.at(-1)
      return {
        reflections: shownRows.map(toReflection),
        total: count.get({ upTo: maxPrivate(viewer) }) ?? 0,
        nextCursor: rows.length > limit && last ? JSON.stringify([last.created_at, last.id]) : null,
      }
    },
    setState(id: string, state: ReflectionState, { error = null, note = '' }: { error?: string | null; note?: string }, now: number): void {
      setState.run(state, error, note, now, id)
    },
    /** Ids of the items of a span, those changed last first. */
    candidates({ since, sincePrivate }: ReflectionSpan, withPrivate: boolean, limit: number): string[] {
      const open = span.all({ private: 0, bound: bound(since), limit })
      const staying = withPrivate ? span.all({ private: 1, bound: bound(sincePrivate), limit }) : []
      return [...open, ...staying]
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(({ id }) => id)
    },
    /** How many open items, and items that stay here, a span has; each counted up to `limit`. */
    countCandidates({ since, sincePrivate }: ReflectionSpan, limit: number): { open: number; private: number } {
      return {
        open: spanCount.get({ private: 0, bound: bound(since), limit }) ?? 0,
        private: spanCount.get({ private: 1, bound: bound(sincePrivate), limit }) ?? 0,
      }
    },
    /** A run begins: from now on it is private where one of its items is. An earlier attempt leaves nothing. */
    begin(id: string, run: BegunReflection, now: number): void {
      begin.run({
        id,
        private: run.private ? 1 : 0,
        until: run.until,
        itemCount: run.itemIds.length,
        over: run.leftOut.over,
        withheld: run.leftOut.private,
        now,
      })
      setItems(id, run.itemIds)
    },
    /** The one that has not ended, with its job. */
    unfinished(): { id: string; jobId: string } | null {
      const row = live.get()
      return row ? { id: row.id, jobId: row.job_id } : null
    },
    finish(id: string, done: FinishedReflection, now: number): void {
      finish.run({
        id,
        reportId: done.reportId,
        private: done.private ? 1 : 0,
        itemCount: done.itemIds.length,
        over: done.leftOut.over,
        withheld: done.leftOut.private,
        kind: done.engine.kind,
        label: done.engine.label,
        narrative: done.narrative,
        previousId: done.previousId,
        dropped: done.dropped,
        note: done.note,
        now,
      })
      setItems(id, done.itemIds)
      for (const [position, { citations, ...found }] of done.findings.entries()) {
        addFinding.run({ ...found, reflectionId: id, position, now })
        for (const [place, { itemId, quote }] of citations.entries()) addCitation.run(found.id, place, itemId, quote)
        if (found.before === null) continue
        supersede.run(found.before)
        // What was put off stays so for the same finding.
        movePutOff.run({ id: found.id, before: found.before })
      }
    },
    findings: (reflectionId: string): StoredFinding[] => findings.all(reflectionId).map(toFinding),
    /** Contradictions and questions that no later reflection found again, of all others than this whose item is not in the trash; the newest. */
    standing: (except: string): StoredFinding[] => standing.all(except).map(toFinding),
    finding(reflectionId: string, findingId: string): StoredFinding | null {
      const row = finding.get(findingId, reflectionId)
      return row ? toFinding(row) : null
    },
    settle: (findingId: string, state: FindingState) => void settle.run(state, findingId),
    setCaptured: (findingId: string, itemId: string) => void capture.run(itemId, findingId),
    /** Items by their titles, in the order given, those in the trash too; their bodies are not read. */
    named: (ids: readonly string[]): NamedItem[] =>
      named.all(JSON.stringify(ids)).map(({ gone, ...item }) => ({ ...item, inTrash: gone === 1 })),
    /** Items that it read and that are still there, in the order of their numbers. */
    itemsOf: (reflectionId: string): string[] => itemsOf.all(reflectionId),
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

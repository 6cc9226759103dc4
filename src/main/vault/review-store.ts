import type { FindingSide } from '../../shared/contract/reflections'
import type { ReviewSection } from '../../shared/contract/review'
import { type ItemKind, type ItemSummary, ThesisOutput } from '../../shared/entities'
import type { VaultDatabase } from '../db/open-database'
import { staleBefore } from '../domain/confidence'
import { FINDING_COLUMNS, FINDING_JOINS, type FindingRow, type StoredFinding, toFinding } from './reflection-rows'

interface ReviewedItem {
  id: string
  kind: ItemKind
  title: string
  private: boolean
}

export interface StaleRow {
  key: string
  item: ReviewedItem
  excerpt: string
  score: number
  validatedAt: number
  validatedBy: ItemSummary['validation']['by']
  createdAt: number
  updatedAt: number
}

export interface GatesRow {
  key: string
  item: ReviewedItem
  thesisAt: number
  output: ThesisOutput
  changedSince: boolean
}

export interface ClashRow {
  key: string
  itemId: string
  index: number
  text: string
  sides: FindingSide[]
  at: number
}

export interface FindingEntryRow {
  key: string
  finding: StoredFinding
  report: { id: string; title: string; inTrash: boolean } | null
  at: number
}

/** Where a page begins: what the last entry of the page before is ordered by. */
export type ReviewMark = readonly [at: number, id: string, place: number]

/** What every question to the review is asked with. */
export interface ReviewScope {
  hidePrivate: boolean
  now: number
}

export type ReviewStore = ReturnType<typeof createReviewStore>

const shown = (key: string) => `NOT EXISTS (SELECT 1 FROM review_put_offs o WHERE o.key = ${key} AND o.until > @now)`

/** Entries of one score, those that became stale first before the others. */
const STALE = `FROM items i INDEXED BY items_by_confidence WHERE i.deleted_at IS NULL AND i.confidence = @score AND i.last_validated_at < @before
  AND (i.last_validated_at, i.id) > (@at, @id) AND i.private <= @upTo AND ${shown("'stale:' || i.id")} ORDER BY i.last_validated_at, i.id LIMIT @limit`
const GATES = `FROM thesis_marks m JOIN items i ON i.id = m.item_id WHERE m.open_gates > 0 AND (m.at, m.item_id) < (@at, @id)
  AND i.deleted_at IS NULL AND i.private <= @upTo AND ${shown("'gates:' || m.thesis_id")} ORDER BY m.at DESC, m.item_id DESC LIMIT @limit`
const CLASHES = `FROM thesis_clashes c JOIN items i ON i.id = c.item_id JOIN items p ON p.id = c.other_id WHERE c.at <= @at
  AND (c.at < @at OR c.thesis_id < @id OR (c.thesis_id = @id AND c.position > @place)) AND i.deleted_at IS NULL AND p.deleted_at IS NULL
  AND i.private <= @upTo AND p.private <= @upTo AND ${shown("'clash:' || c.thesis_id || ':' || c.position")}
  ORDER BY c.at DESC, c.thesis_id DESC, c.position LIMIT @limit`
/** Of reflections whose item is not in the trash; programs get none that rests on what stays here. */
const FINDINGS = `${FINDING_JOINS} JOIN reflections r ON r.id = f.reflection_id LEFT JOIN items p ON p.id = r.report_id
  WHERE f.kind = @kind AND f.state = 'open' AND f.superseded = 0 AND f.created_at <= @at AND (f.created_at < @at OR f.position > @place)
  AND r.state = 'done' AND p.deleted_at IS NULL
  AND (@upTo = 1 OR (r.private = 0 AND coalesce(p.private, 0) = 0 AND NOT EXISTS (SELECT 1 FROM reflection_items x JOIN items y ON y.id = x.item_id
    WHERE x.reflection_id = r.id AND y.private = 1)))
  AND CASE f.kind WHEN 'gap' THEN f.captured_id IS NULL OR k.deleted_at IS NOT NULL
    ELSE 2 = (SELECT COUNT(*) FROM reflection_citations c JOIN items y ON y.id = c.item_id WHERE c.finding_id = f.id AND y.deleted_at IS NULL) END
  AND ${shown("'finding:' || f.id")} ORDER BY f.created_at DESC, f.position LIMIT @limit`

/** The statements of the review, for their plans to be looked at. */
export const REVIEW_QUERIES = { stale: STALE, gates: GATES, clashes: CLASHES, findings: FINDINGS }

/**
 * What the daily review asks of the vault. Each list walks an index and stops at the end of its page; what it passes over on its way is in the
 * trash, put off, or, for programs, private.
 */
export function createReviewStore(db: VaultDatabase) {
  const lowest = db.prepare<[], number | null>('SELECT MIN(confidence) FROM items WHERE deleted_at IS NULL').pluck()
  const above = db.prepare<[number], number | null>('SELECT MIN(confidence) FROM items WHERE deleted_at IS NULL AND confidence > ?').pluck()
  const item = 'i.id, i.kind, i.title, i.private'
  const stale = db.prepare<unknown[], StaleColumns>(
    `SELECT ${item}, i.excerpt, i.summary, i.confidence, i.last_validated_at, i.created_at, i.updated_at,
       EXISTS (SELECT 1 FROM item_reviews w WHERE w.item_id = i.id AND w.at = i.last_validated_at) AS reviewed ${STALE}`,
  )
  const gates = db.prepare<unknown[], ItemColumns & { thesis_id: string; at: number; output: string; changed: number }>(
    `SELECT ${item}, m.thesis_id, m.at, (SELECT t.output FROM theses t WHERE t.id = m.thesis_id) AS output, i.updated_at > m.at AS changed ${GATES}`,
  )
  const clashes = db.prepare<
    unknown[],
    {
      thesis_id: string
      position: number
      at: number
      item_id: string
      item_title: string
      other_id: string
      other_title: string
      clash: string
    }
  >(
    `SELECT c.thesis_id, c.position, c.at, i.id AS item_id, i.title AS item_title, p.id AS other_id, p.title AS other_title,
       (SELECT json_extract(t.output, '$.contradictions[' || c.position || ']') FROM theses t WHERE t.id = c.thesis_id) AS clash ${CLASHES}`,
  )
  const findings = db.prepare<
    unknown[],
    FindingRow & { position: number; created_at: number; report_id: string | null; report_title: string | null }
  >(`SELECT ${FINDING_COLUMNS}, f.position, f.created_at, r.report_id, p.title AS report_title ${FINDINGS}`)
  const count = (from: string) => db.prepare<unknown[], number>(`SELECT COUNT(*) FROM (SELECT 1 ${from})`).pluck()
  const [staleCount, gatesCount, clashCount, findingCount] = [count(STALE), count(GATES), count(CLASHES), count(FINDINGS)]
  const putOff = db.prepare('INSERT INTO review_put_offs (key, until) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET until = excluded.until')
  const bringBack = db.prepare('DELETE FROM review_put_offs WHERE key = ?')
  const forgetOver = db.prepare('DELETE FROM review_put_offs WHERE until <= ?')

  const bind = ({ hidePrivate, now }: ReviewScope) => ({ upTo: hidePrivate ? 0 : 1, now })
  const from = (mark: ReviewMark | null) => ({
    at: mark?.[0] ?? Number.MAX_SAFE_INTEGER,
    id: mark?.[1] ?? '\uffff',
    place: mark?.[2] ?? -1,
  })

  function scores(): { score: number; before: number; offset: number }[] {
    const found: number[] = []
    for (let score = lowest.get() ?? null; score !== null; score = above.get(score) ?? null) found.push(score)
    // The time from the validation until an item of this score is stale; at once where it begins so.
    return found.map((score) => ({ score, before: 0, offset: Math.max(0, Math.round(-staleBefore(score, 0))) }))
  }

  /** The question for one score: its entries after a moment at which they became stale. */
  function staleOf({ score, offset }: { score: number; offset: number }, scope: ReviewScope, mark: ReviewMark | null, limit: number) {
    return {
      ...bind(scope),
      score,
      before: Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(Math.min(staleBefore(score, scope.now), Number.MAX_SAFE_INTEGER))),
      at: mark === null ? Number.MIN_SAFE_INTEGER : mark[0] - offset,
      id: mark?.[1] ?? '',
      limit,
    }
  }

  const findingRow = (row: ReturnType<typeof findings.all>[number]): FindingEntryRow => ({
    key: `finding:${row.id}`,
    finding: toFinding(row),
    report: row.report_id === null ? null : { id: row.report_id, title: row.report_title ?? '', inTrash: false },
    at: row.created_at,
  })

  return {
    /** Stale items, the longest stale first, each with the mark after it. */
    stale(scope: ReviewScope, mark: ReviewMark | null, limit: number): { row: StaleRow; mark: ReviewMark }[] {
      return scores()
        .flatMap((one) => stale.all(staleOf(one, scope, mark, limit)).map((row) => ({ row, at: row.last_validated_at + one.offset })))
        .sort((a, b) => a.at - b.at || (a.row.id < b.row.id ? -1 : 1))
        .slice(0, limit)
        .map(({ row, at }) => ({ row: toStale(row), mark: [at, row.id, 0] }))
    },
    /** Items whose newest finished thesis has open gates, the newest thesis first. */
    gates(scope: ReviewScope, mark: ReviewMark | null, limit: number): { row: GatesRow; mark: ReviewMark }[] {
      return gates.all({ ...bind(scope), ...from(mark), limit }).map((row) => ({
        row: {
          key: `gates:${row.thesis_id}`,
          item: toItem(row),
          thesisAt: row.at,
          output: ThesisOutput.parse(JSON.parse(row.output)),
          changedSince: row.changed === 1,
        },
        mark: [row.at, row.id, 0],
      }))
    },
    /** Contradictions of theses that nobody settled, the newest thesis first. */
    clashes(scope: ReviewScope, mark: ReviewMark | null, limit: number): { row: ClashRow; mark: ReviewMark }[] {
      return clashes.all({ ...bind(scope), ...from(mark), limit }).map((row) => {
        const { quote, reason } = ThesisOutput.shape.contradictions.element.parse(JSON.parse(row.clash))
        return {
          row: {
            key: `clash:${row.thesis_id}:${row.position}`,
            itemId: row.item_id,
            index: row.position,
            text: reason,
            sides: [
              { itemId: row.item_id, title: row.item_title, inTrash: false, quote: null },
              { itemId: row.other_id, title: row.other_title, inTrash: false, quote: quote === '' ? null : quote },
            ],
            at: row.at,
          },
          mark: [row.at, row.thesis_id, row.position],
        }
      })
    },
    /** Open contradictions or questions of reflections, the newest first; each found again counts once, where it was found last. */
    findings(
      kind: 'contradiction' | 'gap',
      scope: ReviewScope,
      mark: ReviewMark | null,
      limit: number,
    ): { row: FindingEntryRow; mark: ReviewMark }[] {
      return findings
        .all({ ...bind(scope), ...from(mark), kind, limit })
        .map((row) => ({ row: findingRow(row), mark: [row.created_at, '', row.position] }))
    },
    /** How many entries a section has, counted up to `limit`. */
    count(section: ReviewSection, scope: ReviewScope, limit: number): number {
      const all = { ...bind(scope), ...from(null), limit }
      switch (section) {
        case 'stale': {
          let sum = 0
          for (const one of scores()) if (sum < limit) sum += staleCount.get(staleOf(one, scope, null, limit - sum)) ?? 0
          return sum
        }
        case 'gates':
          return gatesCount.get(all) ?? 0
        case 'contradictions': {
          const clashing = clashCount.get(all) ?? 0
          return Math.min(limit, clashing + (findingCount.get({ ...all, kind: 'contradiction' }) ?? 0))
        }
        case 'questions':
          return findingCount.get({ ...all, kind: 'gap' }) ?? 0
      }
    },
    putOff(key: string, until: number, now: number): void {
      forgetOver.run(now)
      putOff.run(key, until)
    },
    bringBack: (key: string) => void bringBack.run(key),
  }
}

interface ItemColumns {
  id: string
  kind: ItemKind
  title: string
  private: number
}
type StaleColumns = ItemColumns & {
  excerpt: string
  summary: string
  confidence: number
  last_validated_at: number
  created_at: number
  updated_at: number
  reviewed: number
}

const toItem = ({ id, kind, title, private: stays }: ItemColumns): ReviewedItem => ({ id, kind, title, private: stays === 1 })

function toStale(row: StaleColumns): StaleRow {
  const changed = row.last_validated_at === row.updated_at ? 'changed' : 'pinned'
  return {
    key: `stale:${row.id}`,
    item: toItem(row),
    excerpt: row.summary === '' ? row.excerpt : row.summary,
    score: row.confidence,
    validatedAt: row.last_validated_at,
    validatedBy: row.reviewed === 1 ? 'reviewed' : row.last_validated_at === row.created_at ? 'captured' : changed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

import type { FindingSide } from '../../../shared/contract/reflections'
import type { ReviewSection } from '../../../shared/contract/review'
import { type ItemKind, type ItemSummary, ThesisOutput } from '../../../shared/entities'
import type { VaultDatabase } from '../../core/db/open-database'
import { maxPrivate } from '../../core/privacy/private-rows'
import type { Viewer } from '../../core/privacy/viewer'
import { staleBefore } from '../items/confidence'
import { clashSides } from '../reflections/clash-sides'
import { FINDING_COLUMNS, type FindingRow, type StoredFinding, toFinding } from '../reflections/reflection-rows'
import { keyOfPair, READABLE_BODIES, REVIEW_QUERIES } from './review-queries'

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
  viewer: Viewer
  now: number
}

export type ReviewStore = ReturnType<typeof createReviewStore>

/**
 * What the daily review asks of the vault. Each list walks an index and stops at the end of its page; what it passes over on its way is in the
 * trash, put off, or, for programs, private.
 */
export function createReviewStore(db: VaultDatabase) {
  const { stale: STALE, gates: GATES, clashes: CLASHES, findings: FINDINGS } = REVIEW_QUERIES
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
      item_body: string | null
      other_body: string | null
      clash: string
    }
  >(
    `SELECT c.thesis_id, c.position, c.at, i.id AS item_id, i.title AS item_title, p.id AS other_id, p.title AS other_title,
       ${READABLE_BODIES},
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
  const later = db
    .prepare<[string], string>(
      `WITH RECURSIVE again(id) AS (SELECT id FROM reflection_findings WHERE 'finding:' || before_id = ?
         UNION SELECT f.id FROM reflection_findings f JOIN again ON f.before_id = again.id) SELECT 'finding:' || id FROM again`,
    )
    .pluck()
  const forgetOver = db.prepare('DELETE FROM review_put_offs WHERE until <= ?')

  const bind = ({ viewer, now }: ReviewScope) => ({ upTo: maxPrivate(viewer), now })
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

  function findingRow(row: ReturnType<typeof findings.all>[number]): FindingEntryRow {
    const finding = toFinding(row)
    const [one, other] = finding.sides ?? []
    return {
      key: one && other ? keyOfPair(one.itemId, other.itemId) : `finding:${row.id}`,
      finding,
      report: row.report_id === null ? null : { id: row.report_id, title: row.report_title ?? '', inTrash: false },
      at: row.created_at,
    }
  }

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
        const claim = ThesisOutput.shape.contradictions.element.parse(JSON.parse(row.clash))
        const own = { title: row.item_title, body: row.item_body }
        const { text, quotes } = clashSides(claim, own, { title: row.other_title, body: row.other_body })
        return {
          row: {
            key: keyOfPair(row.item_id, row.other_id),
            itemId: row.item_id,
            index: row.position,
            text,
            sides: [
              { itemId: row.item_id, title: row.item_title, inTrash: false, quote: quotes[0] },
              { itemId: row.other_id, title: row.other_title, inTrash: false, quote: quotes[1] },
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
    /** A finding that a reflection found again meanwhile is put off, or brought back, as the one that it is now. */
    putOff(key: string, until: number, now: number): void {
      forgetOver.run(now)
      for (const one of [key, ...later.all(key)]) putOff.run(one, until)
    },
    bringBack(key: string): void {
      for (const one of [key, ...later.all(key)]) bringBack.run(one)
    },
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

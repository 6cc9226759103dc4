import { decayedConfidence } from '../../../shared/confidence'
import { MOST_COUNTED, type ReviewCount, type ReviewEntry, type ReviewSection } from '../../../shared/contract/review'
import { AppError } from '../../../shared/errors'
import { DAY_MS, WEEK_MS } from '../../../shared/timing'
import type { Handlers } from '../../core/commands/dispatch'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { ClashRow, FindingEntryRow, ReviewMark, ReviewScope, ReviewStore } from './review-store'

export interface ReviewCommandDeps {
  write: UnitOfWork['write']
  now: () => number
  review: ReviewStore
}

type ReviewCommands = Pick<Handlers, 'get-review' | 'list-review' | 'put-off-review'>

/** A time further away than this is a slip of the year. */
const LATEST_MS = 366 * DAY_MS

/** An entry with the place after it, by which the next page begins. */
interface Placed {
  entry: ReviewEntry
  mark: ReviewMark
}

export function reviewCommands(s: ReviewCommandDeps): ReviewCommands {
  return {
    'get-review': (_, caller) => {
      const scope = { viewer: caller.viewer, now: s.now() }
      const of = (section: ReviewSection) => countOf(s, section, scope)
      return { counts: { stale: of('stale'), gates: of('gates'), contradictions: of('contradictions'), questions: of('questions') } }
    },

    'list-review': ({ section, cursor, limit = 20 }, caller) => {
      const scope = { viewer: caller.viewer, now: s.now() }
      const { placed, next } = pageOf(s, section, scope, readCursor(cursor), limit)
      return {
        entries: placed.map(({ entry }) => entry),
        total: countOf(s, section, scope),
        nextCursor: next === null ? null : JSON.stringify(next),
      }
    },

    'put-off-review': ({ key, until, undo }) => {
      if (!/^(?:stale|gates|pair|finding):/.test(key))
        throw new AppError('BAD_INPUT', 'There is no entry with this key. Take the key from the list of the review.')
      const time = until ?? s.now() + WEEK_MS
      if (!undo && (time <= s.now() || time > s.now() + LATEST_MS))
        throw new AppError('BAD_INPUT', 'An entry can be put off for up to a year from now. Choose a time within it.')
      s.write((tx) => {
        if (undo) s.review.bringBack(key)
        else s.review.putOff(key, time, tx.now)
        tx.emit('review-changed', {})
      })
      return { until: undo ? null : time }
    },
  }
}

function countOf(s: ReviewCommandDeps, section: ReviewSection, scope: ReviewScope): ReviewCount {
  const count = s.review.count(section, scope, MOST_COUNTED + 1)
  return { count: Math.min(count, MOST_COUNTED), more: count > MOST_COUNTED }
}

/** Two marks, since contradictions come from two places: theses and reflections. */
type Cursor = readonly [ReviewMark | null, ReviewMark | null]

function pageOf(
  s: ReviewCommandDeps,
  section: ReviewSection,
  scope: ReviewScope,
  [first, second]: Cursor,
  limit: number,
): { placed: Placed[]; next: Cursor | null } {
  if (section === 'contradictions') return contradictionsOf(s, scope, [first, second], limit)
  const found =
    section === 'stale'
      ? staleOf(s, scope, first, limit + 1)
      : section === 'gates'
        ? gatesOf(s, scope, first, limit + 1)
        : questionsOf(s, scope, first, limit + 1)
  const placed = found.slice(0, limit)
  return { placed, next: found.length > limit ? [placed.at(-1)?.mark ?? null, null] : null }
}

function staleOf(s: ReviewCommandDeps, scope: ReviewScope, mark: ReviewMark | null, limit: number): Placed[] {
  return s.review.stale(scope, mark, limit).map(({ row, mark: after }) => {
    const { key, item, excerpt, score, validatedAt, validatedBy, createdAt, updatedAt } = row
    const confidence = decayedConfidence(score, validatedAt, scope.now)
    const validation = { score, at: validatedAt, by: validatedBy }
    return { entry: { section: 'stale', key, item, excerpt, confidence, validation, createdAt, updatedAt }, mark: after }
  })
}

function gatesOf(s: ReviewCommandDeps, scope: ReviewScope, mark: ReviewMark | null, limit: number): Placed[] {
  return s.review.gates(scope, mark, limit).map(({ row: { output, ...row }, mark: after }) => ({
    entry: { section: 'gates', ...row, gates: output.gates.filter(({ status }) => status === 'open') },
    mark: after,
  }))
}

function questionsOf(s: ReviewCommandDeps, scope: ReviewScope, mark: ReviewMark | null, limit: number): Placed[] {
  return s.review.findings('gap', scope, mark, limit).map(({ row: { key, finding, report, at }, mark: after }) => ({
    entry: {
      section: 'questions',
      key,
      reflectionId: finding.reflectionId,
      findingId: finding.id,
      report,
      kind: finding.kind,
      title: finding.title,
      text: finding.text,
      question: finding.question ?? finding.title,
      items: finding.items,
      at,
    },
    mark: after,
  }))
}

/** Those of theses and those of reflections in one order, the newest first. */
function contradictionsOf(
  s: ReviewCommandDeps,
  scope: ReviewScope,
  [ofTheses, ofReflections]: Cursor,
  limit: number,
): { placed: Placed[]; next: Cursor | null } {
  const theses = s.review.clashes(scope, ofTheses, limit + 1).map(({ row, mark }) => ({ entry: clashEntry(row), mark, isThesis: true }))
  const reflections = s.review
    .findings('contradiction', scope, ofReflections, limit + 1)
    .flatMap(({ row, mark }) => findingEntry(row).map((entry) => ({ entry, mark, isThesis: false })))
  const all = [...theses, ...reflections].sort((a, b) => b.mark[0] - a.mark[0] || Number(b.isThesis) - Number(a.isThesis))
  const placed = all.slice(0, limit)
  const lastOf = (isThesis: boolean, before: ReviewMark | null) => placed.filter((one) => one.isThesis === isThesis).at(-1)?.mark ?? before
  return { placed, next: all.length > limit ? [lastOf(true, ofTheses), lastOf(false, ofReflections)] : null }
}

function clashEntry({ key, itemId, index, text, sides, at }: ClashRow): ReviewEntry {
  return { section: 'contradictions', key, from: { kind: 'thesis', itemId, index }, title: '', text, sides, at }
}

function findingEntry({ key, finding, report, at }: FindingEntryRow): ReviewEntry[] {
  const { id: findingId, reflectionId, title, text, sides } = finding
  if (sides === null) return []
  return [{ section: 'contradictions', key, from: { kind: 'reflection', reflectionId, findingId, report }, title, text, sides, at }]
}

/** A cursor of somebody's own making starts at the first page. */
function readCursor(cursor: string | undefined): Cursor {
  const isMark = (value: unknown): value is ReviewMark =>
    Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'string' && typeof value[2] === 'number'
  try {
    const parsed: unknown = cursor === undefined ? null : JSON.parse(cursor)
    if (Array.isArray(parsed)) return [isMark(parsed[0]) ? parsed[0] : null, isMark(parsed[1]) ? parsed[1] : null]
  } catch {
    // Not a cursor of ours.
  }
  return [null, null]
}

import { FEWEST_ITEMS } from '../../../shared/contract/reflections'
import { AppError } from '../../../shared/errors'
import { DAY_MS } from '../../../shared/timing'
import type { Engine, TextRole } from '../../core/jobs/engine'
import { reflectionRequest } from '../../core/jobs/pipeline'
import { theVault, type Viewer } from '../../core/privacy/viewer'
import type { JobStore } from '../../core/queue/job-store'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { ReflectionSpan, ReflectionStore } from './reflection-store'

export interface SessionReflectionsDeps {
  reflections: ReflectionStore
  settings: Pick<SettingsStore, 'readFlag' | 'writeFlag'>
  jobs: Pick<JobStore, 'find'>
  engineOf: (role: TextRole) => Pick<Engine, 'leavesComputer'>
  now: () => number
  newId: () => string
}

export type ReflectionSince = 'last' | 'week' | 'month' | 'everything'
export type SessionReflections = ReturnType<typeof createSessionReflections>

/** Up to when open items, and items that stay here, have been reflected on. */
const flags = { open: 'reflection-until', private: 'reflection-until-private' }
/** Waiting items are counted so far. */
const MOST_COUNTED = 1000

/** Which items a reflection reads, and the one way to begin it, for a person and a schedule. */
export function createSessionReflections({ reflections, settings, jobs, engineOf, now, newId }: SessionReflectionsDeps) {
  const readFlag = (name: string): number | null => {
    const value = settings.readFlag(name)
    return value === null ? null : Number(value)
  }

  function spanOf(since: ReflectionSince): ReflectionSpan {
    if (since === 'everything') return { since: null, sincePrivate: null }
    if (since === 'last') return { since: readFlag(flags.open), sincePrivate: readFlag(flags.private) }
    const from = now() - (since === 'week' ? 7 : 30) * DAY_MS
    return { since: from, sincePrivate: from }
  }

  /** Whether a pass may read what stays here. */
  const readsPrivate = (viewer: Viewer) => viewer.seesPrivate && !engineOf('thinker').leavesComputer()

  function assertEnough(since: ReflectionSince, span: ReflectionSpan, viewer: Viewer): void {
    const counts = reflections.countCandidates(span, FEWEST_ITEMS)
    const withPrivate = readsPrivate(viewer)
    const found = counts.open + (withPrivate ? counts.private : 0)
    if (found >= FEWEST_ITEMS) return
    const isWithheld = !withPrivate && viewer.seesPrivate && counts.private > 0
    throw new AppError('BAD_INPUT', tooFew(found, since, since === 'last' && span.since === null, isWithheld))
  }

  return {
    readsPrivate,
    /** How many items a reflection since the last one would read. */
    waiting(viewer: Viewer): number {
      const counts = reflections.countCandidates(spanOf('last'), MOST_COUNTED)
      return Math.min(MOST_COUNTED, counts.open + (readsPrivate(viewer) ? counts.private : 0))
    },
    /** What a reflection that a person begins would read: how many, counted up to 1,000, and the ids of the first `limit`. */
    preview(since: ReflectionSince, limit: number): { count: number; ids: string[] } {
      const withPrivate = readsPrivate(theVault)
      const counts = reflections.countCandidates(spanOf(since), MOST_COUNTED)
      return {
        count: Math.min(MOST_COUNTED, counts.open + (withPrivate ? counts.private : 0)),
        ids: reflections.candidates(spanOf(since), withPrivate, limit),
      }
    },
    /**
     * Begins a reflection in the caller's transaction and enqueues its job; names the one that is under way when there is one. Throws
     * BAD_INPUT, and writes nothing, when there are fewer than three items. `viewer`: for whom it is.
     */
    begin(tx: WriteTransaction, since: ReflectionSince, { asked, viewer }: { asked: boolean; viewer: Viewer }) {
      const live = reflections.unfinished()
      const status = live && jobs.find(live.jobId)?.status
      if (live && (status === 'pending' || status === 'running')) return { jobId: live.jobId, reflectionId: live.id, created: false }
      const span = spanOf(since)
      assertEnough(since, span, viewer)
      const reflectionId = newId()
      reflections.create({ id: reflectionId, asked, viewer, ...span }, tx.now)
      const { jobId, created } = tx.enqueue(reflectionRequest(reflectionId, asked))
      reflections.setJob(reflectionId, jobId)
      tx.emit('reflection-updated', { reflectionId, itemId: null, state: 'pending' })
      return { jobId, reflectionId, created }
    },
    /**
     * In the transaction of a pass that is done: what it covered needs no other. A pass over a part of the time since the last one leaves
     * the rest for the next.
     */
    covered(span: ReflectionSpan, until: number, withPrivate: boolean): void {
      for (const [name, from, counts] of [
        [flags.open, span.since, true],
        [flags.private, span.sincePrivate, withPrivate],
      ] as const) {
        const before = readFlag(name)
        const isWhole = from === null || (before !== null && from <= before)
        if (counts && isWhole && until > (before ?? Number.NEGATIVE_INFINITY)) settings.writeFlag(name, String(until))
      }
    },
  }
}

function tooFew(found: number, since: ReflectionSince, isFirst: boolean, isWithheld: boolean): string {
  const when = {
    last: isFirst ? 'so far' : 'since the last reflection',
    week: 'in the last seven days',
    month: 'in the last thirty days',
    everything: 'so far',
  }[since]
  const count = found === 0 ? 'Nothing was' : found === 1 ? 'Only 1 thought was' : `Only ${found} thoughts were`
  const others = isWithheld ? ' Those that stay here are not counted, as the chosen model is on another computer.' : ''
  const advice = since === 'everything' || isFirst ? 'Write more first.' : 'Write more first, or choose a longer time.'
  return `${count} written or changed ${when}, and a reflection needs at least ${FEWEST_ITEMS}.${others} ${advice}`
}

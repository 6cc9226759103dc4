import type { BriefingItem, BriefingScope } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { DAY_MS } from '../../../shared/timing'
import type { BlobStore } from '../../core/crypto/blob-store'
import type { Engine, TextRole } from '../../core/jobs/engine'
import { briefingRequest } from '../../core/jobs/pipeline'
import { maySee, type Viewer } from '../../core/privacy/viewer'
import type { JobReference, JobStore } from '../../core/queue/job-store'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import { type AutoBriefDeps, createAutoBrief } from './auto-brief'
import type { BriefingPartStore } from './briefing-part-store'
import type { BriefingCandidate, BriefingScopeStore } from './briefing-scope-store'
import type { BriefingStore } from './briefing-store'
import { scopeStart } from './briefing-title'
import type { Voice } from './voice-briefing'

export interface SessionBriefingsDeps extends Omit<AutoBriefDeps, 'leaves'> {
  briefings: BriefingStore
  briefingScopes: BriefingScopeStore
  briefingParts: BriefingPartStore
  jobs: Pick<JobStore, 'cancel'>
  blobs: Pick<BlobStore, 'remove'>
  write: UnitOfWork['write']
  now: () => number
  newId: () => string
  engineOf: (role: TextRole) => Pick<Engine, 'leavesComputer'>
  voice: Pick<Voice, 'leavesComputer'>
  announceCancelled: (tx: WriteTransaction, job: JobReference) => void
  onFault: (where: string, error: unknown) => void
}

/** Which items, as a command or a schedule asks for them. `found` are the hits of a search, best first. */
export type ManyWish =
  | { scope: 'day' | 'week' | 'since_last' }
  | { scope: 'tag'; words: string }
  | { scope: 'search'; words: string; found: readonly string[] }
  | { scope: 'chosen'; itemIds: readonly string[] }

export interface ResolvedWish {
  /** What it would speak of, at most 40. */
  items: BriefingItem[]
  over: BriefingCandidate[]
  private: BriefingCandidate[]
  /** Since when items count, where that matters. */
  since: number | null
}

/** A briefing of 600 words says fifteen words of each of so many; of more it could only count. */
const MOST_ITEMS = 40
/** More than this are counted and not looked at. */
const MOST_CANDIDATES = 2000
/** Left-out items that can be looked up later. */
const MOST_LEFT_OUT = 200

const LOOK_EVERY_MS = 60_000
const TIDY_EVERY = 360
/** A deleted briefing can be brought back for a day; parts of a reading that nobody went on with are kept for a week. */

export type SessionBriefings = ReturnType<typeof createSessionBriefings>

/** Briefings of many items, those that make themselves, and what is cleared away. */
export function createSessionBriefings(deps: SessionBriefingsDeps) {
  const { briefings, briefingScopes, briefingParts, write, now, newId } = deps
  const leaves = () => deps.engineOf('worker').leavesComputer() || deps.voice.leavesComputer()
  const autoBrief = createAutoBrief({ ...deps, leaves })
  let looks = 0

  function candidatesOf(wish: ManyWish): { found: BriefingCandidate[]; since: number | null } {
    switch (wish.scope) {
      case 'tag':
        return { found: briefingScopes.tagged(wish.words, MOST_CANDIDATES), since: null }
      case 'search':
        return { found: briefingScopes.chosen(wish.found), since: null }
      case 'chosen':
        return { found: briefingScopes.chosen(wish.itemIds), since: null }
      default: {
        const since = scopeStart(wish.scope, now(), briefings.lastAt()) ?? 0
        return { found: briefingScopes.since(since, MOST_CANDIDATES), since }
      }
    }
  }

  /** What a wish comes to. Items that stay here are not even counted for programs, and are left out when the script would leave this computer. */
  function resolve(wish: ManyWish, viewer: Viewer): ResolvedWish {
    const { found, since } = candidatesOf(wish)
    const seen = found.filter((item) => maySee(viewer, item))
    const open = leaves() ? seen.filter((item) => !item.private) : seen
    return {
      items: open.slice(0, MOST_ITEMS).map(({ id, title }) => ({ itemId: id, title, trashed: false })),
      over: open.slice(MOST_ITEMS),
      private: seen.filter((item) => !open.includes(item)),
      since,
    }
  }

  /**
   * Begins a briefing of many in the caller's transaction and enqueues its job; the one that is being made of the same, when there is one.
   * Throws BAD_INPUT, and writes nothing, when the wish comes to nothing. `asked`: a person waits for it.
   */
  function begin(tx: WriteTransaction, wish: ManyWish, { asked, viewer }: { asked: boolean; viewer: Viewer }) {
    const words = wish.scope === 'tag' || wish.scope === 'search' ? wish.words : ''
    const live = wish.scope === 'chosen' ? null : briefings.unfinished(wish.scope, words)
    if (live?.jobId) return { briefingId: live.id, jobId: live.jobId, created: false, count: live.items.length, leftOut: live.leftOut }
    const resolved = resolve(wish, viewer)
    if (resolved.items.length === 0) throw nothingFor(wish, resolved)
    const briefingId = newId()
    briefings.createMany(
      {
        id: briefingId,
        scope: wish.scope,
        words,
        asked,
        spoken: resolved.items.map(({ itemId }) => itemId),
        over: resolved.over.slice(0, MOST_LEFT_OUT).map(({ id }) => id),
        overCount: resolved.over.length,
        private: resolved.private.slice(0, MOST_LEFT_OUT).map(({ id }) => id),
      },
      tx.now,
    )
    const { jobId, created } = tx.enqueue(briefingRequest(briefingId, asked))
    briefings.setJob(briefingId, jobId)
    tx.emit('briefing-updated', { briefingId, itemId: null, status: 'pending' })
    const leftOut = { over: resolved.over.length, private: resolved.private.length }
    return { briefingId, jobId, created, count: resolved.items.length, leftOut }
  }

  /** Puts a briefing away; what is being made of it stops. */
  function remove(id: string): void {
    const briefing = briefings.find(id)
    if (!briefing) throw new AppError('NOT_FOUND', 'There is no such briefing. It may have been deleted already.')
    write((tx) => {
      const job = briefing.jobId === null ? null : deps.jobs.cancel(briefing.jobId, tx.now)
      if (job) deps.announceCancelled(tx, job)
      briefings.setDeleted(id, tx.now)
      tx.emit('briefing-updated', { briefingId: id, itemId: briefing.itemId, status: briefing.status })
    })
  }

  function restore(id: string): void {
    write((tx) => {
      if (!briefings.setDeleted(id, null)) throw new AppError('NOT_FOUND', 'This briefing is gone for good. Make it anew.')
      const briefing = briefings.find(id)
      if (briefing) tx.emit('briefing-updated', { briefingId: id, itemId: briefing.itemId, status: briefing.status })
    })
  }

  const dropFiles = (tx: WriteTransaction, blobIds: readonly string[]) =>
    tx.afterCommit(() => void Promise.all(blobIds.map((id) => deps.blobs.remove(id))).catch((error) => deps.onFault('blob-remove', error)))

  /** Clears away what was deleted a day ago, and parts of readings that nobody went on with. */
  function tidy(): void {
    write((tx) => {
      const blobIds = briefings.deletedBefore(tx.now - DAY_MS, 100).flatMap((id) => {
        const own = briefings.blobsOf(id)
        briefings.erase(id)
        return own
      })
      for (const id of blobIds) briefings.removeBlobRow(id)
      dropFiles(tx, [...blobIds, ...briefingParts.removeOld(tx.now - 7 * DAY_MS, 500)])
    })
  }

  function look(): void {
    try {
      autoBrief.look()
      if (looks % TIDY_EVERY === 0) tidy()
      looks += 1
    } catch (error) {
      // A vault that is damaged takes no writes, which is told elsewhere.
      if (!(error instanceof AppError && error.code === 'VAULT_DAMAGED')) deps.onFault('briefings', error)
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()

  return {
    resolve,
    begin,
    remove,
    restore,
    /** What the minute's timer does; for tests. */
    look,
    stop(): void {
      clearInterval(timer)
    },
  }
}

const emptyWords: Record<Exclude<BriefingScope, 'item'>, string> = {
  day: 'Nothing was written or changed today, so there is nothing to hear. Choose a longer time.',
  week: 'Nothing was written or changed in the last seven days, so there is nothing to hear. Choose a tag or single thoughts.',
  since_last: 'Nothing is new or changed since the last briefing, so there is nothing to hear.',
  tag: 'No thought has this tag, so there is nothing to hear. Choose another one.',
  search: 'This search finds nothing, so there is nothing to hear. Try other words.',
  chosen: 'None of these thoughts is there any more, so there is nothing to hear. Choose others.',
}

function nothingFor(wish: ManyWish, { private: withheld }: ResolvedWish): AppError {
  if (withheld.length === 0) return new AppError('BAD_INPUT', emptyWords[wish.scope])
  return new AppError(
    'ITEM_PRIVATE',
    'All of these thoughts are set to stay here, and the chosen model or voice is on another computer. Choose the built-in ones, or turn off "Stays here".',
  )
}

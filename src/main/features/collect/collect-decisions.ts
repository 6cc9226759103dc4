import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CollectRun } from '../../../shared/contract/collect'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import type { SessionAttachments } from '../attachments/session-attachments'
import { moveToTrash } from '../items/item-writes'
import { accept, type SettleDeps, type Settled } from './collect-accept'
import type { CollectProposalStore } from './collect-proposal-store'
import { reopen } from './collect-reopen'
import type { CollectRunStore } from './collect-run-store'
import type { SessionCollect } from './session-collect'

export interface CollectDecisionDeps extends SettleDeps {
  write: UnitOfWork['write']
  collectRuns: CollectRunStore
  collectProposals: CollectProposalStore
  eraseItems: (ids: readonly string[]) => void
  collect: Pick<SessionCollect, 'removeBlobs'>
  files: Pick<SessionAttachments, 'readBlobPart'>
  isOpen: () => boolean
}

/** So long one write decides before something else may run: about what a frame of the window has time for. */
const TURN_MS = 12
const ERASED_AT_ONCE = 20

type Decisions = Pick<Handlers, 'list-proposals' | 'decide-proposals' | 'read-proposal-picture' | 'delete-collection'>

export function requireRun(s: CollectDecisionDeps, id: string): CollectRun {
  const run = s.collectRuns.find(id)
  if (!run) throw new AppError('NOT_FOUND', 'There is no run with this id. It may have gone with its collection.')
  return run
}

/** Works through a list in writes of a few milliseconds each. What is done stays done when the vault is locked in the middle. */
async function inTurns<T>(
  { write, isOpen }: CollectDecisionDeps,
  all: readonly T[],
  step: (tx: WriteTransaction, one: T) => void,
  end: (tx: WriteTransaction) => void,
) {
  for (let at = 0; at < all.length; ) {
    if (!isOpen())
      throw new AppError('VAULT_LOCKED', 'The vault was locked in the middle. What was decided until then is kept; unlock it and go on.')
    write((tx) => {
      const start = performance.now()
      while (at < all.length) {
        step(tx, all[at] as T)
        at += 1
        if (performance.now() - start > TURN_MS) break
      }
      end(tx)
    })
    if (at < all.length) await nextTurn()
  }
}

function decideOne(
  s: CollectDecisionDeps,
  tx: WriteTransaction,
  run: CollectRun,
  slug: string,
  decision: 'accept' | 'discard' | 'reopen',
  caller: Caller,
) {
  const proposal = s.collectProposals.find(run.id, slug)
  if (!proposal) return { isDecided: false, note: '', untouched: null }
  const place = { collectionId: run.collectionId, caller }
  const isOpen = proposal.decision === null
  if (isOpen === (decision === 'reopen')) return { isDecided: false, note: '', untouched: null }
  const settled: Settled =
    decision === 'accept'
      ? accept(s, tx, proposal, place)
      : decision === 'reopen'
        ? reopen(s, tx, proposal, place)
        : { decision: 'discarded', itemId: proposal.itemId, note: '', undo: null }
  s.collectProposals.decide(run.id, slug, settled)
  return {
    isDecided: settled.decision !== proposal.decision,
    note: settled.note,
    untouched: settled.isUntouched === true ? settled.itemId : null,
  }
}

export function collectDecisions(s: CollectDecisionDeps): Decisions {
  /** Ends the run of a collection that is about to go, in the caller's transaction. */
  function cancelRun(s: CollectDecisionDeps, tx: WriteTransaction, collectionId: string): void {
    const unfinished = s.collectRuns.unfinished()
    const run = unfinished?.collectionId === collectionId ? s.collectRuns.find(unfinished.id) : null
    const job = run && s.jobs.cancel(run.jobId, tx.now)
    if (job) s.announceCancelled(tx, job)
  }

  return {
    'list-proposals': ({ runId }, caller) => {
      requireRun(s, runId)
      return { proposals: s.collectProposals.ofRun(runId, caller.viewer) }
    },

    'decide-proposals': async ({ runId, decision, slugs }, caller) => {
      const run = requireRun(s, runId)
      if (decision === 'reopen' && slugs === undefined)
        throw new AppError('BAD_INPUT', 'Say in `slugs` which decisions are to be taken back.')
      const decided: string[] = []
      const notes: string[] = []
      const untouched: string[] = []
      await inTurns(
        s,
        [...new Set(slugs ?? s.collectProposals.undecided(runId))],
        (tx, slug) => {
          const { isDecided, note, untouched: itemId } = decideOne(s, tx, run, slug, decision, caller)
          if (isDecided) decided.push(slug)
          if (note !== '') notes.push(note)
          if (itemId !== null) untouched.push(itemId)
        },
        (tx) => {
          // The collection may have been deleted between two turns.
          const now = s.collectRuns.find(runId)
          tx.emit('collection-changed', { collectionId: run.collectionId })
          if (now) tx.emit('collect-run-updated', { runId, collectionId: run.collectionId, status: now.status })
        },
      )
      // What the vault is locked before stays in the trash.
      for (let at = 0; at < untouched.length && s.isOpen(); at += ERASED_AT_ONCE) {
        s.eraseItems(untouched.slice(at, at + ERASED_AT_ONCE))
        await nextTurn()
      }
      return { decided, notes }
    },

    'read-proposal-picture': async ({ runId, slug }) => {
      requireRun(s, runId)
      const picture = s.collectProposals.find(runId, slug)?.picture
      if (!picture) return { picture: null }
      const { bytes } = await s.files.readBlobPart(picture.blobId, picture.wrappedKey, 0, picture.bytes)
      return { picture: { mime: picture.mime, base64: bytes.toString('base64') } }
    },

    'delete-collection': async ({ id, items }) => {
      if (!s.collections.row(id)) throw new AppError('NOT_FOUND', 'There is no collection with this id. It may have been deleted already.')
      s.write((tx) => cancelRun(s, tx, id))
      let trashed = 0
      if (items === 'trash') {
        const ids = s.collections.members(id, '', Number.MAX_SAFE_INTEGER).flatMap(({ itemId, isTrashed }) => (isTrashed ? [] : [itemId]))
        await inTurns(
          s,
          ids,
          (tx, itemId) => {
            // It may have gone from the vault or the collection since.
            if (s.collections.ofItem(itemId)?.collectionId !== id || s.items.find(itemId)?.deleted_at !== null) return
            moveToTrash(s, tx, itemId)
            trashed += 1
          },
          (tx) => tx.emit('collection-changed', { collectionId: id }),
        )
      }
      s.write((tx) => {
        cancelRun(s, tx, id)
        const blobIds = s.collectProposals.forgetOfCollection(id)
        s.collections.remove(id)
        tx.emit('collection-changed', { collectionId: id })
        tx.afterCommit(() => s.collect.removeBlobs(blobIds))
      })
      return { trashed }
    },
  }
}

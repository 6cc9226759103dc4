import type { ItemSource } from '../../../shared/entities'
import type { Caller } from '../../core/commands/dispatch'
import { autoLinkRequest, embedRequest, summarizeRequest } from '../../core/jobs/pipeline'
import type { JobReference, JobStore } from '../../core/queue/job-store'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { TextIndex } from '../../core/search/text-index'
import type { SettingsStore } from '../../core/settings/settings-store'
import { itemHash } from '../../core/text/content-hash'
import type { ItemRow, ItemStore } from './item-store'
import type { SessionConfidence } from './session-confidence'
import type { SessionHistory } from './session-history'
import type { TagStore } from './tag-store'

/** What saving an item takes with it: search, links, history, jobs. */
export interface ItemWriteDeps {
  settings: SettingsStore
  items: ItemStore
  tags: TagStore
  textIndex: TextIndex
  jobs: JobStore
  announceCancelled: (tx: WriteTransaction, job: JobReference) => void
  indexRest: () => void
  attachments: { textMark(itemId: string): string }
  names: { saved(tx: WriteTransaction, item: ItemRow): void; restored(tx: WriteTransaction, item: ItemRow): void }
  history: Pick<SessionHistory, 'packLater'>
  staleMarks: Pick<SessionConfidence, 'settle'>
  vectorIndex: { hasVector(id: string, contentHash: string): boolean; reload(id: string): void; remove(id: string): void }
}

/** The source that a text has by the way it came in. */
export const sourceOf = { window: 'manual', http: 'api', mcp: 'mcp', cli: 'cli' } as const satisfies Record<Caller['host'], string>

/** What of an item a person or program changes. */
export interface TextChange {
  givenTitle?: string | undefined
  body?: string | undefined
  private?: boolean | undefined
  summary?: string | undefined
  tags?: readonly string[] | undefined
  /** Who wrote it, where it is not the caller: the way in, and the summary's author. */
  by?: ItemSource | undefined
  summaryBy?: 'model' | undefined
  /** The text it replaces was kept already. */
  versionKept?: boolean | undefined
}

/** Asks for what follows a new text. */
export function enqueueBackground(s: ItemWriteDeps, tx: WriteTransaction, id: string, hash: string, length: number): void {
  tx.enqueue(embedRequest(id, hash, length))
  if (s.settings.read().autoSummary) tx.enqueue(summarizeRequest(id, hash, false))
}

/** Brings the words of an item into search, and the names in them into its links. */
export function indexItem(s: ItemWriteDeps, tx: WriteTransaction, id: string): void {
  const item = s.items.find(id)
  if (!item) return
  s.textIndex.index({ id, title: item.title, body: item.body, tags: s.tags.get(id) })
  tx.afterCommit(s.indexRest)
  s.names.saved(tx, item)
}

/** A thought as it comes in. One of title and body is not blank. */
export interface NewThought {
  id: string
  source: ItemSource
  givenTitle: string
  body: string
  private: boolean
  tags: readonly string[]
}

/** Saves a new thought with all that follows from one: search, links, jobs, the event. Gives the hash of its text. */
export function saveNew(s: ItemWriteDeps, tx: WriteTransaction, { tags, ...thought }: NewThought): string {
  const contentHash = itemHash(thought.givenTitle, thought.body, '')
  s.items.insert({ ...thought, kind: 'thought', contentHash }, tx.now)
  if (tags.length > 0) s.tags.set(thought.id, tags, tx.now)
  indexItem(s, tx, thought.id)
  tx.emit('item-changed', { itemId: thought.id, change: 'created' })
  enqueueBackground(s, tx, thought.id, contentHash, thought.body.length)
  return contentHash
}

/** Saves a change of an item with all that follows from it: the version it replaces, search, links, jobs, the event. */
export function saveChange(s: ItemWriteDeps, tx: WriteTransaction, before: ItemRow, change: TextChange, caller: Caller): void {
  const { id } = before
  const body = change.body ?? before.body
  const hash = itemHash(change.givenTitle ?? before.given_title, body, s.attachments.textMark(id))
  const textChanged = hash !== before.content_hash
  // A summary that was made of words that are gone goes with them; one the person wrote is theirs.
  const emptied = textChanged && body.trim() === '' && before.summary_by !== 'person'
  const summary = change.summary?.trim()
  s.items.update(
    id,
    {
      givenTitle: change.givenTitle,
      body: change.body,
      contentHash: hash,
      private: change.private,
      summary:
        summary === undefined
          ? emptied
            ? ({ text: '', by: 'none' } as const)
            : undefined
          : { text: summary, by: summary === '' ? 'none' : (change.summaryBy ?? 'person') },
      by: change.by ?? sourceOf[caller.host],
      versionKept: change.versionKept,
    },
    tx.now,
  )
  tx.afterCommit(s.history.packLater)
  if (change.tags) s.tags.set(id, change.tags, tx.now)
  if (textChanged || change.tags) indexItem(s, tx, id)
  s.staleMarks.settle(tx, id)
  tx.emit('item-changed', { itemId: id, change: 'updated' })
  if (!textChanged) return
  // A summary that came with the text is not made anew.
  if (change.summaryBy === undefined) enqueueBackground(s, tx, id, hash, body.length)
  else tx.enqueue(embedRequest(id, hash, body.length))
}

/** Puts an item into the trash: out of search, and what was to be done with it is not. */
export function moveToTrash(s: ItemWriteDeps, tx: WriteTransaction, id: string): void {
  s.items.setDeleted(id, tx.now)
  s.textIndex.remove(id)
  for (const job of s.jobs.cancelForItem(id, tx.now)) s.announceCancelled(tx, job)
  tx.emit('item-changed', { itemId: id, change: 'deleted' })
  tx.afterCommit(() => s.vectorIndex.remove(id))
}

/** Takes an item out of the trash: search, links and what is missing of its vectors come back. */
export function restoreFromTrash(s: ItemWriteDeps, tx: WriteTransaction, item: ItemRow): void {
  const { id } = item
  s.items.setDeleted(id, null)
  indexItem(s, tx, id)
  s.names.restored(tx, item)
  s.staleMarks.settle(tx, id)
  tx.emit('item-changed', { itemId: id, change: 'restored' })
  tx.afterCommit(() => s.vectorIndex.reload(id))
  if (s.vectorIndex.hasVector(id, item.content_hash)) tx.enqueue(autoLinkRequest(id, item.content_hash))
  else tx.enqueue(embedRequest(id, item.content_hash, item.body.length))
}

import type { CollectedFacts } from '../../../shared/contract/collect'
import type { Caller } from '../../core/commands/dispatch'
import { embedRequest } from '../../core/jobs/pipeline'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import { itemHash } from '../../core/text/content-hash'
import { safeFileName } from '../../core/text/file-name'
import { foldTag } from '../../core/text/item-text'
import type { AttachmentStore } from '../attachments/attachment-store'
import { type ItemWriteDeps, indexItem, moveToTrash, restoreFromTrash, saveChange } from '../items/item-writes'
import type { LinkStore } from '../links/link-store'
import type { ProposalUndo, StoredPicture, StoredProposal } from './collect-proposal-store'
import type { CollectionStore } from './collection-store'
import { itemBody } from './item-body'
import { makeSlug } from './item-names'

/** What taking in a proposal, or taking that back, works on. */
export interface SettleDeps extends ItemWriteDeps {
  newId: () => string
  collections: CollectionStore
  attachments: AttachmentStore
  links: LinkStore
}

/** What became of a proposal. `note` is a sentence for the person on what was not done as proposed. */
export interface Settled {
  /** Null when nothing was decided. */
  decision: 'accepted' | 'discarded' | null
  itemId: string | null
  note: string
  undo: ProposalUndo | null
  /** Nobody has touched the item since the acceptance made it: it need not stay in the trash. */
  isUntouched?: boolean
}

export interface Place {
  collectionId: string
  caller: Caller
}

/** Takes a proposal as it is, as far as that still makes sense: a person's own edit since the run wins. In the caller's transaction. */
export function accept(s: SettleDeps, tx: WriteTransaction, proposal: StoredProposal, place: Place): Settled {
  switch (proposal.kind) {
    case 'new':
      return acceptNew(s, tx, proposal, place)
    case 'changed':
      return acceptChange(s, tx, proposal, place)
    case 'removal':
      return acceptRemoval(s, tx, proposal)
  }
}

function discarded(itemId: string | null, note: string): Settled {
  return { decision: 'discarded', itemId, note, undo: null }
}

function acceptNew(s: SettleDeps, tx: WriteTransaction, { item, itemId, picture }: StoredProposal, { collectionId }: Place): Settled {
  const known = s.collections.itemWithUrl(collectionId, item.sourceUrl)
  if (known !== null) return discarded(null, `“${item.name}” was not added: its source is in the collection already.`)
  const facts = { ...item, slug: makeSlug(item.name, item.sourceUrl, (slug) => s.collections.bySlug(collectionId, slug) !== null) }
  // Accepted before and taken back: that item is in the trash, and comes out again.
  const earlier = itemId === null ? null : s.items.find(itemId)
  const id = earlier === null ? s.newId() : earlier.id
  if (earlier === null) insertItem(s, tx, id, facts)
  else if (earlier.deleted_at !== null) restoreFromTrash(s, tx, earlier)
  s.collections.put(id, collectionId, facts, tx.now)
  if (picture) attachPicture(s, tx, id, facts, picture)
  return {
    decision: 'accepted',
    itemId: id,
    note: '',
    undo: { facts: null, ...(earlier === null ? { leftHash: s.items.find(id)?.content_hash ?? '' } : {}) },
  }
}

/** The same as a captured thought, save for the summary, which it has already. */
function insertItem(s: SettleDeps, tx: WriteTransaction, id: string, facts: CollectedFacts): void {
  const body = itemBody(facts)
  const contentHash = itemHash(facts.name, body, '')
  s.items.insert({ id, kind: 'collected', source: 'collect', givenTitle: facts.name, body, private: false, contentHash }, tx.now)
  s.items.update(id, { summary: { text: facts.description, by: 'model' } }, tx.now)
  s.tags.set(id, facts.tags, tx.now)
  indexItem(s, tx, id)
  tx.emit('item-changed', { itemId: id, change: 'created' })
  tx.enqueue(embedRequest(id, contentHash, body.length))
}

/** Makes the picture that the run took an attachment. It stays out where the item has it, and is shown with the proposal all the same. */
function attachPicture(s: SettleDeps, tx: WriteTransaction, itemId: string, facts: CollectedFacts, picture: StoredPicture): void {
  if (s.attachments.same(itemId, picture.contentHash) !== null) return
  const { blobId, mime, contentHash, width, height } = picture
  const name = safeFileName(
    `${facts.name.replace(/[/\\.]/g, ' ').slice(0, 80)}.${mime === 'image/jpeg' ? 'jpg' : mime.replace('image/', '')}`,
  )
  const size = width === null || height === null ? null : { width, height }
  const id = s.newId()
  s.attachments.adopt({ id, itemId, blobId, name, kind: 'image', contentHash, size, isRead: false }, tx.now)
  s.textIndex.indexAttachment({ attachmentId: id, itemId, name, text: '' })
  tx.emit('attachments-changed', { itemId })
}

function acceptChange(s: SettleDeps, tx: WriteTransaction, proposal: StoredProposal, { collectionId, caller }: Place): Settled {
  const { itemId, baseHash, picture } = proposal
  const member = itemId === null ? null : s.collections.ofItem(itemId)
  const item = itemId === null ? null : s.items.find(itemId)
  if (!member || !item || itemId === null || member.collectionId !== collectionId)
    return discarded(itemId, `“${proposal.item.name}” was not changed: it is no longer in the collection.`)
  if (item.deleted_at !== null)
    return { decision: null, itemId, undo: null, note: `“${item.title}” is in the trash. Restore it first, then accept the change.` }
  const owner = s.collections.itemWithUrl(collectionId, proposal.item.sourceUrl)
  if (owner !== null && owner !== itemId)
    return discarded(itemId, `“${item.title}” was not changed: its new source belongs to another item of the collection.`)

  const { facts: old } = member
  // The slug never changes, and what nothing was said of stays as it is now, not as the run read it.
  const wanted = { ...proposal.item, slug: old.slug }
  const body = itemBody(wanted)
  const textChanges = body !== itemBody(old) || wanted.name !== old.name
  const isTheirs = textChanges && item.content_hash !== baseHash
  const facts: CollectedFacts = isTheirs
    ? {
        ...wanted,
        name: old.name,
        description: old.description,
        markdown: old.markdown,
        sourceUrl: old.sourceUrl,
        alsoSeenAt: old.alsoSeenAt,
      }
    : wanted
  const tags = s.tags.get(itemId)
  const undo: ProposalUndo = {
    facts: old,
    tags,
    title: item.given_title,
    body: item.body,
    summary: { text: item.summary, by: item.summary_by },
  }
  const change = {
    tags: mergeTags(tags, old.tags, facts.tags),
    ...(textChanges && !isTheirs ? { givenTitle: facts.name, body, by: 'collect' as const } : {}),
    ...(textChanges && !isTheirs && item.summary_by !== 'person' ? { summary: facts.description, summaryBy: 'model' as const } : {}),
  }
  saveChange(s, tx, item, change, caller)
  s.collections.put(itemId, collectionId, facts, tx.now)
  if (picture) attachPicture(s, tx, itemId, facts, picture)
  const leftHash = s.items.find(itemId)?.content_hash
  return {
    decision: 'accepted',
    itemId,
    note: isTheirs ? `You edited “${item.title}” after the run read it, so your text was kept.` : '',
    undo: { ...undo, ...(leftHash === undefined ? {} : { leftHash }) },
  }
}

/** The tags as the person has them, with those that the run took away or added. */
function mergeTags(present: readonly string[], before: readonly string[], after: readonly string[]): string[] {
  const [old, next] = [new Set(before.map(foldTag)), new Set(after.map(foldTag))]
  const kept = present.filter((tag) => !old.has(foldTag(tag)) || next.has(foldTag(tag)))
  const has = new Set(kept.map(foldTag))
  // One that the collection had and the person took off stays off.
  return [...kept, ...after.filter((tag) => !has.has(foldTag(tag)) && !old.has(foldTag(tag)))]
}

function acceptRemoval(s: SettleDeps, tx: WriteTransaction, { item: facts, itemId, baseHash }: StoredProposal): Settled {
  const item = itemId === null ? null : s.items.find(itemId)
  const member = itemId === null ? null : s.collections.ofItem(itemId)
  if (!item || !member || itemId === null)
    return { decision: 'accepted', itemId, note: `“${facts.name}” was gone from the collection already.`, undo: null }
  if (item.content_hash !== baseHash) return discarded(itemId, `You edited “${item.title}” after the run read it, so it was kept.`)
  s.collections.drop(itemId)
  if (item.deleted_at === null) moveToTrash(s, tx, itemId)
  return { decision: 'accepted', itemId, note: '', undo: { facts: member.facts } }
}

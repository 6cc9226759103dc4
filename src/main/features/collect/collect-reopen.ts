import { theVault } from '../../core/privacy/viewer'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import { foldTag } from '../../core/text/item-text'
import type { ItemRow } from '../items/item-store'
import { moveToTrash, restoreFromTrash, saveChange } from '../items/item-writes'
import type { Place, SettleDeps, Settled } from './collect-accept'
import type { StoredProposal } from './collect-proposal-store'

/** Takes a decision back. `decision` of the answer is null when the proposal is open again, else what it was. In the caller's transaction. */
export function reopen(s: SettleDeps, tx: WriteTransaction, proposal: StoredProposal, place: Place): Settled {
  const open: Settled = { decision: null, itemId: proposal.itemId, note: '', undo: null }
  if (proposal.decision !== 'accepted' || proposal.undo === null) return open
  switch (proposal.kind) {
    case 'new':
      return reopenNew(s, tx, proposal, open)
    case 'changed':
      return reopenChange(s, tx, proposal, place, open)
    case 'removal':
      return reopenRemoval(s, tx, proposal, place, open)
  }
}

function stays({ decision, itemId, undo }: StoredProposal, note: string): Settled {
  return { decision, itemId, note, undo }
}

function reopenNew(s: SettleDeps, tx: WriteTransaction, proposal: StoredProposal, open: Settled): Settled {
  const { itemId } = proposal
  const item = itemId === null ? null : s.items.find(itemId)
  if (!item) return { ...open, itemId: null }
  const untouched = isUntouched(s, proposal, item)
  s.collections.drop(item.id)
  if (item.deleted_at === null) moveToTrash(s, tx, item.id)
  return { ...open, isUntouched: untouched }
}

/** Whether the item is still what the acceptance made. One with a file is not erased: its picture is the proposal's too. */
function isUntouched(s: SettleDeps, { undo, item: facts }: StoredProposal, item: ItemRow): boolean {
  const [now, made] = [s.tags.get(item.id), facts.tags].map((tags) => new Set(tags.map(foldTag)))
  return (
    undo?.leftHash !== undefined &&
    undo.leftHash === item.content_hash &&
    item.deleted_at === null &&
    item.private === 0 &&
    item.updated_at === item.created_at &&
    item.last_validated_at === item.created_at &&
    item.summary === facts.description &&
    now?.size === made?.size &&
    [...(now ?? [])].every((tag) => made?.has(tag)) &&
    s.attachments.idsOfItem(item.id).length === 0 &&
    !s.links.ofItem(item.id, theVault).some(({ kind }) => kind === 'manual' || kind === 'wikilink')
  )
}

function reopenChange(s: SettleDeps, tx: WriteTransaction, proposal: StoredProposal, place: Place, open: Settled): Settled {
  const { itemId, undo } = proposal
  const item = itemId === null ? null : s.items.find(itemId)
  const member = itemId === null ? null : s.collections.ofItem(itemId)
  if (!item || !member || !undo?.facts || itemId === null)
    return stays(proposal, `The change of “${proposal.item.name}” cannot be taken back: it is no longer in the collection.`)
  if (item.deleted_at !== null) return stays(proposal, `“${item.title}” is in the trash. Restore it first, then take the change back.`)
  const owner = s.collections.itemWithUrl(place.collectionId, undo.facts.sourceUrl)
  if (owner !== null && owner !== itemId)
    return stays(proposal, `The change of “${item.title}” cannot be taken back: its earlier source belongs to another item now.`)
  const isTheirs = item.content_hash !== undo.leftHash
  const text = isTheirs ? {} : { givenTitle: undo.title, body: undo.body, by: 'collect' as const }
  saveChange(s, tx, item, { ...text, tags: undo.tags }, place.caller)
  // With its author, which a change of the text alone does not know.
  if (!isTheirs && undo.summary) s.items.update(itemId, { summary: undo.summary }, tx.now)
  s.collections.put(itemId, place.collectionId, undo.facts, tx.now)
  return { ...open, note: isTheirs ? `You edited “${item.title}” after the change was accepted, so your text was kept.` : '' }
}

function reopenRemoval(s: SettleDeps, tx: WriteTransaction, proposal: StoredProposal, place: Place, open: Settled): Settled {
  const { itemId, undo } = proposal
  const item = itemId === null ? null : s.items.find(itemId)
  if (!item || !undo?.facts) return stays(proposal, `“${proposal.item.name}” was deleted for good and cannot be put back.`)
  const { facts } = undo
  const isTaken =
    s.collections.itemWithUrl(place.collectionId, facts.sourceUrl) !== null || s.collections.bySlug(place.collectionId, facts.slug) !== null
  if (isTaken) return stays(proposal, `“${facts.name}” was not put back: the collection has another item with its source or name now.`)
  s.collections.put(item.id, place.collectionId, facts, tx.now)
  if (item.deleted_at !== null) restoreFromTrash(s, tx, item)
  return open
}

import type { HiveEntry } from '../../../shared/contract/hive'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { pageOf, readCursor } from '../../core/commands/page-cursor'
import { crossSynthesizeRequest } from '../../core/jobs/pipeline'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import { itemHash } from '../../core/text/content-hash'
import { requireItem } from '../items/item-commands'
import { enqueueBackground, type ItemWriteDeps, indexItem, saveChange } from '../items/item-writes'
import type { VersionStore } from '../items/version-store'
import type { ThesisStore } from '../thinking/thesis-store'
import type { CrossSynthesisStore } from './cross-synthesis-store'
import { comparesByItself } from './hive-commands'
import type { HiveInboxStore, ItemOrigin, StoredEntry } from './hive-inbox-store'
import type { HivePeerStore } from './hive-peer-store'
import type { SessionHive } from './session-hive'
import { fromSharedThesis } from './shared-thesis'

export interface HiveInboxCommandDeps extends ItemWriteDeps {
  write: UnitOfWork['write']
  newId: () => string
  versions: VersionStore
  hivePeers: HivePeerStore
  hiveInbox: HiveInboxStore
  theses: ThesisStore
  crossSyntheses: CrossSynthesisStore
  hive: Pick<SessionHive, 'takeIn' | 'lookIntoFolders'>
}

type HiveInboxCommands = Pick<
  Handlers,
  | 'import-hive-file'
  | 'check-hive-folders'
  | 'list-hive-inbox'
  | 'get-hive-entry'
  | 'accept-hive-entry'
  | 'discard-hive-entry'
  | 'restore-hive-entry'
  | 'get-hive-origin'
>

function requireEntry(s: HiveInboxCommandDeps, id: string): StoredEntry {
  const entry = s.hiveInbox.find(id)
  if (!entry) throw new AppError('NOT_FOUND', 'This thought is not in the import inbox.')
  return entry
}

/** The item that an earlier version of the same thought was made into; null when there is none any more, or it is as new as this. */
function updatedBy(s: HiveInboxCommandDeps, entry: StoredEntry): ItemOrigin | null {
  const origin = s.hiveInbox.originOfThread(entry.peerId, entry.thread)
  return origin !== null && origin.revision < entry.revision ? origin : null
}

function shownUpdate(s: HiveInboxCommandDeps, entry: StoredEntry): HiveEntry['updates'] {
  const origin = entry.state === 'waiting' ? updatedBy(s, entry) : null
  const item = origin && s.items.find(origin.itemId)
  if (!origin || !item) return null
  return {
    itemId: item.id,
    title: item.title,
    inTrash: item.deleted_at !== null,
    edited: item.content_hash !== origin.leftHash,
    revision: origin.revision,
  }
}

/** A new item with all that follows from a captured one, in the name of a peer. Their tags are not taken over. */
function insertItem(s: HiveInboxCommandDeps, tx: WriteTransaction, { givenTitle, body }: StoredEntry, isPrivate: boolean): string {
  const id = s.newId()
  const contentHash = itemHash(givenTitle, body, '')
  s.items.insert({ id, kind: 'thought', source: 'hive', givenTitle, body, private: isPrivate, contentHash }, tx.now)
  indexItem(s, tx, id)
  tx.emit('item-changed', { itemId: id, change: 'created' })
  enqueueBackground(s, tx, id, contentHash, body.length)
  return id
}

function updateItem(
  s: HiveInboxCommandDeps,
  tx: WriteTransaction,
  entry: StoredEntry,
  isPrivate: boolean | undefined,
  caller: Caller,
): string {
  const origin = updatedBy(s, entry)
  const item = origin && s.items.find(origin.itemId)
  if (!item) throw new AppError('CONFLICT', 'The thought that this one updates is not there any more. Take it in as a new one.')
  if (item.deleted_at !== null)
    throw new AppError('CONFLICT', 'The thought that this one updates is in the trash. Restore it first, or take this in as a new one.')
  const { givenTitle, body } = entry
  // However soon it comes after the last one: a text that somebody else replaces is always kept.
  const differs = item.given_title !== givenTitle || item.body !== body
  if (differs) s.versions.keepPresent(item.id, 'sitting', item.body, tx.now)
  saveChange(s, tx, item, { givenTitle, body, private: isPrivate, by: 'hive', versionKept: differs }, caller)
  return item.id
}

/** The thesis that came along becomes the newest one of the item, and is compared with the person's own. */
function storeThesis(s: HiveInboxCommandDeps, tx: WriteTransaction, { thesis, peerId }: StoredEntry, itemId: string): string | null {
  if (thesis === null) return null
  const thesisId = s.newId()
  const from = s.hivePeers.find(peerId)?.name ?? 'a peer'
  s.theses.create(thesisId, itemId, tx.now)
  s.theses.finish(thesisId, fromSharedThesis(thesis), { kind: 'model', label: `From ${from}` }, tx.now)
  tx.emit('thesis-updated', { itemId, status: 'done' })
  if (comparesByItself(s)) tx.enqueue(crossSynthesizeRequest(itemId, false))
  return thesisId
}

/** What came in from peers, and what the person decides on it. All for the window alone. */
export function hiveInboxCommands(s: HiveInboxCommandDeps): HiveInboxCommands {
  return {
    'import-hive-file': ({ base64 }) => s.hive.takeIn(Buffer.from(base64, 'base64'), 'file'),

    'check-hive-folders': async () => ({ taken: await s.hive.lookIntoFolders() }),

    'list-hive-inbox': ({ decided, cursor, limit = 50 }) => {
      const which = decided ? 'decided' : 'waiting'
      const found = s.hiveInbox.list(which, readCursor(cursor), limit + 1)
      const { rows, nextCursor } = pageOf(found, limit, ({ receivedAt, id }) => ({ at: receivedAt, id }))
      return { entries: rows, total: s.hiveInbox.count(which), nextCursor }
    },

    'get-hive-entry': ({ id }) => {
      const { thread: _, givenTitle: __, ...entry } = requireEntry(s, id)
      const peer = s.hivePeers.find(entry.peerId)
      return {
        ...entry,
        peerName: peer?.name ?? '',
        peerVerified: peer?.verifiedAt != null && peer.removedAt === null,
        hasThesis: entry.thesis !== null,
        updates: shownUpdate(s, requireEntry(s, id)),
      }
    },

    'accept-hive-entry': ({ id, as, private: isPrivate }, caller) => {
      return s.write((tx) => {
        // In the transaction: two clicks are one acceptance.
        const entry = requireEntry(s, id)
        if (entry.state === 'accepted' && entry.itemId !== null) return { itemId: entry.itemId, already: true }
        if (entry.state !== 'waiting')
          throw new AppError(
            'CONFLICT',
            entry.state === 'discarded'
              ? 'This thought was discarded. Put it back into the import inbox first.'
              : 'This thought was decided on already, or a newer version of it has come.',
          )
        if (s.hivePeers.find(entry.peerId)?.blockedAt != null)
          throw new AppError('FORBIDDEN', 'You blocked this peer, so nothing of theirs is taken in. Unblock them first, or discard it.')
        const itemId = as === 'update' ? updateItem(s, tx, entry, isPrivate, caller) : insertItem(s, tx, entry, isPrivate ?? false)
        const { peerId, thread, revision, sentAt } = entry
        s.hiveInbox.putOrigin({
          itemId,
          peerId,
          thread,
          revision,
          sentAt,
          leftHash: s.items.find(itemId)?.content_hash ?? '',
          thesisId: storeThesis(s, tx, entry, itemId),
        })
        s.hiveInbox.setState(id, 'accepted', itemId, tx.now)
        s.hiveInbox.clearText(id)
        tx.emit('hive-changed', {})
        return { itemId, already: false }
      })
    },

    'discard-hive-entry': ({ id }) => {
      s.write((tx) => {
        if (requireEntry(s, id).state !== 'waiting') throw new AppError('CONFLICT', 'This thought was decided on already.')
        s.hiveInbox.setState(id, 'discarded', null, tx.now)
        tx.emit('hive-changed', {})
      })
      return {}
    },

    'restore-hive-entry': ({ id }) => {
      s.write((tx) => {
        const entry = requireEntry(s, id)
        if (entry.state !== 'discarded') throw new AppError('CONFLICT', 'Only a thought that was discarded can be put back.')
        if (entry.body === '' && entry.title === '')
          throw new AppError(
            'NOT_FOUND',
            'The text of this thought was deleted 30 days after it was discarded. Ask for it to be shared again.',
          )
        s.hiveInbox.setState(id, 'waiting', null, null)
        tx.emit('hive-changed', {})
      })
      return {}
    },

    'get-hive-origin': ({ itemId }, caller) => {
      requireItem(s, itemId, caller, { deleted: true })
      const origin = s.hiveInbox.origin(itemId)
      const peer = origin && s.hivePeers.find(origin.peerId)
      return {
        from: origin && {
          peerName: peer?.name ?? '',
          verified: peer?.verifiedAt != null && peer.removedAt === null,
          sentAt: origin.sentAt,
          revision: origin.revision,
        },
        hasThesis: s.theses.newestDone(itemId) !== null,
        syntheses: s.crossSyntheses.about(itemId),
      }
    },
  }
}

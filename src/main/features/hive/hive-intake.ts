import type { HiveEntrySummary } from '../../../shared/contract/hive'
import { plainLine } from '../../../shared/untrusted-text'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import { excerptOf, titleOf } from '../../core/text/item-text'
import { hiveRefusal, openThought } from './hive-file'
import type { HiveInboxStore } from './hive-inbox-store'
import type { HiveKeys, Sodium } from './hive-keys'
import { LATEST_AHEAD_MS } from './hive-payload'
import type { HivePeerStore } from './hive-peer-store'
import { cleanPeerText, cleanPeerTitle } from './peer-text'

export interface HiveIntakeDeps {
  hivePeers: HivePeerStore
  hiveInbox: HiveInboxStore
  sodium: () => Sodium
  /** Throws when this vault has no name and keys yet. */
  keys: () => HiveKeys
  write: <T>(body: (tx: WriteTransaction) => T) => T
  now: () => number
  newId: () => string
}

export interface TakenIn {
  entryId: string
  already: boolean
}

/** Characters of a row's preview. */
const PREVIEW = 240

/**
 * Verifies a file and puts what it says into the import inbox. The same file again gives the entry it became. Nothing follows from it: no item, no
 * job, no search. Throws AppError with `data.reason`.
 */
export function createHiveIntake({ hivePeers, hiveInbox, sodium, keys, write, now, newId }: HiveIntakeDeps) {
  return function takeIn(file: Uint8Array, way: HiveEntrySummary['way']): TakenIn {
    const { senderId, payload } = openThought(sodium(), file, keys(), (signKey) => {
      const peer = hivePeers.bySignKey(signKey)
      return peer === null || peer.removedAt !== null ? null : { ...peer, blocked: peer.blockedAt !== null }
    })
    const body = cleanPeerText(payload.body)
    const title = cleanPeerTitle(payload.title)
    return write((tx) => {
      // Looked up anew: who it is from may have been blocked or removed between the two.
      const sender = hivePeers.find(senderId)
      if (!sender || sender.removedAt !== null) throw hiveRefusal('unknown')
      if (sender.blockedAt !== null) throw hiveRefusal('blocked')
      const before = hiveInbox.seen(sender.sign, payload.id)
      if (before !== null) return { entryId: before, already: true }
      const entryId = newId()
      hiveInbox.see(sender.sign, payload.id, entryId, tx.now)
      hiveInbox.insert(
        {
          id: entryId,
          peerId: senderId,
          thread: payload.thread,
          revision: payload.revision,
          givenTitle: title,
          title: cleanPeerTitle(titleOf(title, body.text)),
          preview: plainLine(excerptOf(title, body.text).slice(0, PREVIEW * 2), PREVIEW),
          body: body.text,
          tags: payload.tags.map((tag) => plainLine(tag, 100)).filter((tag) => tag !== ''),
          thesis: payload.thesis ?? null,
          hiddenRemoved: body.removed,
          way,
          sentAt: Math.min(payload.created, now() + LATEST_AHEAD_MS),
          receivedAt: tx.now,
        },
        tx.now,
      )
      tx.emit('hive-changed', {})
      return { entryId, already: false }
    })
  }
}

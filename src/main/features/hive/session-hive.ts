import { realpath } from 'node:fs/promises'
import { AppError } from '../../../shared/errors'
import { DAY_MS } from '../../../shared/timing'
import { readySodium } from '../../core/crypto/sodium'
import { assertFeedFolder } from './feed-folder'
import { createHiveFeeds, type HiveFeedsDeps } from './hive-feeds'
import type { HiveIdentityStore } from './hive-identity-store'
import type { HiveInboxStore } from './hive-inbox-store'
import { createHiveIntake } from './hive-intake'
import { type HiveKeys, makeHiveKeys, pairCode, sameKeys } from './hive-keys'
import { createHiveShares, type HiveSharesDeps } from './hive-shares'
import { cleanName, readCard, writeCard } from './peer-card'

export interface SessionHiveDeps extends Omit<HiveSharesDeps, 'sodium' | 'keys'>, Pick<HiveFeedsDeps, 'elapsed' | 'onFault' | 'settleMs'> {
  hiveIdentity: HiveIdentityStore
  hiveInbox: HiveInboxStore
  dataDir: string
}

export type SessionHive = ReturnType<typeof createSessionHive>

/** So long the text of a discarded thought can be had back. */
const KEPT_MS = 30 * DAY_MS

const noName = new AppError('CONFLICT', 'Choose the name that your peers see first, in Hive. That makes the keys of this vault.')

/** Sharing with peers in an open vault: who one is, who they are, what goes out and what came in. No network of its own. */
export function createSessionHive(deps: SessionHiveDeps) {
  const { hiveIdentity, hivePeers, hiveInbox, write, newId, now } = deps
  const sodium = readySodium

  /** Read anew for each use, so that nothing holds the private halves in between. */
  function keys(): HiveKeys {
    const found = hiveIdentity.find()
    if (!found) throw noName
    return found
  }

  const intake = createHiveIntake({ hivePeers, hiveInbox, sodium, keys, write, now, newId })
  const feeds = createHiveFeeds({ ...deps, sodium, publicKeys: () => hiveIdentity.find(), takeIn: intake })
  const shares = createHiveShares({ ...deps, sodium, keys })

  return {
    takeIn: intake,
    shares,
    lookIntoFolders: feeds.lookTwice,

    /** Null until a name was chosen. */
    identity() {
      const found = hiveIdentity.find()
      return found && { name: found.name, card: writeCard(sodium(), found, found.name), createdAt: found.createdAt }
    },

    /** Makes the keys with the first name. Throws BAD_INPUT for a name of which nothing can be seen. */
    setName(raw: string): { name: string; card: string } {
      const name = cleanName(raw)
      if (name === '') throw new AppError('BAD_INPUT', 'Write a name by which your peers know you.')
      write((tx) => {
        if (hiveIdentity.find()) hiveIdentity.rename(name)
        else hiveIdentity.create({ name, ...makeHiveKeys(sodium()) }, tx.now)
        tx.emit('hive-changed', {})
      })
      return { name, card: writeCard(sodium(), keys(), name) }
    },

    /** Adds who a card names, unverified. */
    addPeer(text: string): { id: string; already: boolean; sameName: boolean } {
      const card = readCard(sodium(), text)
      const mine = keys()
      if (sameKeys(card, mine)) throw new AppError('BAD_INPUT', 'This is your own card. Ask your peer for theirs, and give them this one.')
      const known = hivePeers.bySignKey(card.sign)
      if (known && !sameKeys(known, card))
        throw new AppError(
          'CONFLICT',
          'This card has a key of a peer you know together with another one, so it was not added. Ask them for a new card.',
        )
      const sameName = hivePeers.list().some((peer) => peer.name.toLowerCase() === card.name.toLowerCase() && peer.id !== known?.id)
      if (known && known.removedAt === null) return { id: known.id, already: true, sameName }
      const id = known?.id ?? newId()
      const code = pairCode(sodium(), mine, card)
      write((tx) => {
        if (known) hivePeers.addAgain(id, card.name)
        else hivePeers.insert({ id, name: card.name, sign: card.sign, box: card.box, code }, tx.now)
        hivePeers.forgetProblems()
        tx.emit('hive-changed', {})
      })
      return { id, already: false, sameName }
    },

    /** Throws AppError for a folder that cannot be shared. */
    assertFolder: (folder: string) => assertFeedFolder(folder, deps.dataDir, (path) => realpath(path)),

    start(): void {
      write(() => hiveInbox.forgetDiscarded(now() - KEPT_MS))
      feeds.start()
    },
    stop: feeds.stop,
  }
}

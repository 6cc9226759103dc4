import type { HivePeer } from '../../../shared/contract/hive'
import { AppError } from '../../../shared/errors'
import type { Handlers } from '../../core/commands/dispatch'
import { pageOf, readCursor } from '../../core/commands/page-cursor'
import { crossSynthesizeRequest } from '../../core/jobs/pipeline'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import { type ItemLookup, requireItem } from '../items/item-commands'
import type { ThesisStore } from '../thinking/thesis-store'
import type { CrossSynthesisStore } from './cross-synthesis-store'
import type { HiveInboxStore } from './hive-inbox-store'
import type { HivePeerStore, StoredPeer } from './hive-peer-store'
import type { HiveShareStore } from './hive-share-store'
import { cleanName } from './peer-card'
import type { SessionHive } from './session-hive'

export interface HiveCommandDeps extends ItemLookup {
  write: UnitOfWork['write']
  settings: SettingsStore
  hivePeers: HivePeerStore
  hiveInbox: HiveInboxStore
  hiveShares: HiveShareStore
  theses: ThesisStore
  crossSyntheses: CrossSynthesisStore
  hive: Pick<SessionHive, 'identity' | 'setName' | 'addPeer' | 'assertFolder' | 'shares'>
  forgetOldRefusal: () => void
}

type HiveCommands = Pick<
  Handlers,
  | 'get-hive'
  | 'set-hive-name'
  | 'set-cross-synthesis'
  | 'add-hive-peer'
  | 'update-hive-peer'
  | 'verify-hive-peer'
  | 'block-hive-peer'
  | 'remove-hive-peer'
  | 'restore-hive-peer'
  | 'preview-share'
  | 'share-to-file'
  | 'confirm-share-saved'
  | 'share-to-folder'
  | 'list-shares'
  | 'cross-synthesize'
  | 'get-cross-synthesis'
>

const CROSS_FLAG = 'cross-synthesis-off'

/** Whether an accepted thesis is compared with the person's own by itself. */
export function comparesByItself(s: Pick<HiveCommandDeps, 'settings'>): boolean {
  return s.settings.readFlag(CROSS_FLAG) !== '1'
}

function requirePeer(s: HiveCommandDeps, id: string, options: { removed?: boolean } = {}): StoredPeer {
  const peer = s.hivePeers.find(id)
  if (!peer || (peer.removedAt !== null && !options.removed)) throw new AppError('NOT_FOUND', 'This peer is not on your list any more.')
  return peer
}

/** Identity, peers and what goes out. All for the window alone. */
export function hiveCommands(s: HiveCommandDeps): HiveCommands {
  function change(id: string, body: (s: HiveCommandDeps, peer: StoredPeer, tx: WriteTransaction) => void): Record<string, never> {
    const peer = requirePeer(s, id)
    s.write((tx) => {
      body(s, peer, tx)
      tx.emit('hive-changed', {})
    })
    return {}
  }

  function shown(s: HiveCommandDeps, peer: StoredPeer): HivePeer {
    const { id, name, cardName, code, verifiedAt, blockedAt, feedFolder, feedProblem, createdAt } = peer
    return {
      id,
      name,
      cardName,
      code,
      verifiedAt,
      blockedAt,
      feedFolder,
      feedProblem,
      refused: s.hivePeers.problems(id),
      waiting: s.hiveInbox.waitingOf(id),
      createdAt,
    }
  }

  return {
    'get-hive': () => {
      return {
        identity: s.hive.identity(),
        peers: s.hivePeers.list().map((peer) => shown(s, peer)),
        waiting: s.hiveInbox.count('waiting'),
        crossSynthesis: comparesByItself(s),
      }
    },

    'set-hive-name': ({ name }) => s.hive.setName(name),

    'set-cross-synthesis': ({ enabled }) => {
      s.write((tx) => {
        s.settings.writeFlag(CROSS_FLAG, enabled ? '0' : '1')
        tx.emit('hive-changed', {})
      })
      return {}
    },

    'add-hive-peer': ({ card }) => s.hive.addPeer(card),

    'update-hive-peer': async ({ id, name, feedFolder }) => {
      requirePeer(s, id)
      const folder = feedFolder?.trim() ?? feedFolder
      if (typeof folder === 'string') await s.hive.assertFolder(folder)
      const words = name === undefined ? undefined : cleanName(name)
      if (words === '') throw new AppError('BAD_INPUT', 'Write a name for this peer.')
      return change(id, (open) => {
        if (words !== undefined) open.hivePeers.rename(id, words)
        if (folder !== undefined) open.hivePeers.setFolder(id, folder)
      })
    },

    'verify-hive-peer': ({ id, verified }) => change(id, (s, _, tx) => s.hivePeers.setVerified(id, verified ? tx.now : null)),

    'block-hive-peer': ({ id, blocked }) =>
      change(id, (s, _, tx) => {
        s.hivePeers.setBlocked(id, blocked ? tx.now : null)
        if (!blocked) s.hivePeers.forgetProblems()
      }),

    'remove-hive-peer': ({ id }) => change(id, (s, _, tx) => s.hivePeers.setRemoved(id, tx.now)),

    'restore-hive-peer': ({ id }) => {
      requirePeer(s, id, { removed: true })
      s.write((tx) => {
        s.hivePeers.setRemoved(id, null)
        tx.emit('hive-changed', {})
      })
      return {}
    },

    'preview-share': ({ itemId, peerId, withThesis }) => s.hive.shares.preview(itemId, peerId, withThesis),

    'share-to-file': ({ previewId, confirmUnverified }) => {
      const { shareId, fileName, bytes } = s.hive.shares.seal(previewId, 'file', confirmUnverified ?? false)
      return { shareId, fileName, base64: Buffer.from(bytes).toString('base64') }
    },

    'confirm-share-saved': ({ shareId, fileName }) => {
      s.hive.shares.saved(shareId, fileName)
      return {}
    },

    'share-to-folder': ({ previewId, confirmUnverified }) => s.hive.shares.toFolder(previewId, confirmUnverified ?? false),

    'list-shares': ({ itemId, cursor, limit = 50 }) => {
      const found = s.hiveShares.list({ itemId, before: readCursor(cursor), limit: limit + 1 })
      const { rows, nextCursor } = pageOf(found, limit, ({ at, id }) => ({ at, id }))
      return { shares: rows, total: s.hiveShares.count(itemId), nextCursor }
    },

    'cross-synthesize': ({ itemId }, caller) => {
      requireItem(s, itemId, caller)
      if (s.hiveInbox.origin(itemId) === null || s.theses.newestDone(itemId) === null)
        throw new AppError('CONFLICT', 'Only a thought that came from a peer, with a thesis, can be compared with yours.')
      return s.write((tx) => {
        s.forgetOldRefusal()
        return { jobId: tx.enqueue(crossSynthesizeRequest(itemId, true)).jobId }
      })
    },

    'get-cross-synthesis': ({ itemId }) => ({ synthesis: s.crossSyntheses.find(itemId) }),
  }
}

import type { HiveShare } from '../../../shared/contract/hive'
import { AppError } from '../../../shared/errors'
import type { SharePreview } from '../../../shared/hive-texts'
import { theVault } from '../../core/privacy/viewer'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import { titleOf } from '../../core/text/item-text'
import type { ItemRow, ItemStore } from '../items/item-store'
import type { TagStore } from '../items/tag-store'
import type { LinkStore } from '../links/link-store'
import type { ThesisRow, ThesisStore } from '../thinking/thesis-store'
import { writeFeedFile } from './feed-folder'
import { sealedLength, sealThought } from './hive-file'
import type { HiveKeys, Sodium } from './hive-keys'
import { writePayload } from './hive-payload'
import type { HivePeerStore, StoredPeer } from './hive-peer-store'
import type { HiveShareStore } from './hive-share-store'
import { toSharedThesis } from './shared-thesis'

export interface HiveSharesDeps {
  items: ItemStore
  tags: TagStore
  theses: ThesisStore
  links: Pick<LinkStore, 'all'>
  attachments: { count(itemId: string): number }
  hivePeers: HivePeerStore
  hiveShares: HiveShareStore
  sodium: () => Sodium
  /** Throws when this vault has no name and keys yet. */
  keys: () => HiveKeys
  write: <T>(body: (tx: WriteTransaction) => T) => T
  now: () => number
  newId: () => string
}

interface Prepared {
  preview: SharePreview
  thread: string
  /** What the text was made of: anything else by now is another text. */
  basis: string
}

/** Previews that are kept; the oldest gives way. */
const MOST_PREVIEWS = 8
/** Other thoughts whose words are looked for in a thesis. */
const MOST_OTHERS = 30

const sealing = new AppError(
  'CONFLICT',
  'The thought was changed since this preview, so nothing was shared. Look at it again, then share it.',
)

/** What goes to a peer: made ready and shown, and sealed only as it was shown. */
export function createHiveShares(deps: HiveSharesDeps) {
  const { items, theses, hivePeers, hiveShares, write } = deps
  const prepared = new Map<string, Prepared>()
  const randomHex = () => Buffer.from(deps.sodium().randombytes_buf(16)).toString('hex')

  function requireItem(id: string): ItemRow {
    const item = items.find(id)
    if (!item || item.deleted_at !== null)
      throw new AppError('ITEM_NOT_FOUND', item ? 'This thought is in the trash. Restore it first.' : 'This thought is not there any more.')
    if (item.private === 1)
      throw new AppError(
        'ITEM_PRIVATE',
        'This thought is set to stay here, so it cannot be shared. Turn off “Stays here” first if you want to share it.',
      )
    return item
  }

  function requirePeer(id: string): StoredPeer {
    const peer = hivePeers.find(id)
    if (!peer || peer.removedAt !== null) throw new AppError('NOT_FOUND', 'This peer is not on your list any more. Add their card again.')
    if (peer.blockedAt !== null)
      throw new AppError('FORBIDDEN', `You blocked ${peer.name}, so nothing is shared with them. Unblock them first.`)
    return peer
  }

  const basisOf = (item: ItemRow, tags: readonly string[], thesis: ThesisRow | null) =>
    JSON.stringify([item.given_title, item.body, tags, thesis?.id ?? null])

  /** The thoughts whose words may be in the thesis of this one. */
  function othersOf(item: ItemRow, thesis: ThesisRow): { title: string; body: string }[] {
    const { sources = [], contradictions = [] } = thesis.output ?? {}
    const ids = new Set([
      ...sources.map(({ itemId }) => itemId),
      ...contradictions.map(({ itemId }) => itemId),
      ...deps.links.all(item.id, theVault).map((link) => link.item.id),
    ])
    const named = [...sources, ...contradictions].map(({ title }) => ({ title, body: '' }))
    const found = [...ids].slice(0, MOST_OTHERS).flatMap((id) => items.find(id) ?? [])
    return [...named, ...found]
  }

  function stayingHere(item: ItemRow, dropped: number, hasThesis: boolean, withThesis: boolean, thesisGoes: boolean): string[] {
    const files = deps.attachments.count(item.id)
    return [
      'Links to other thoughts, and their texts',
      ...(files > 0 ? [files === 1 ? 'The attached file' : `The ${files} attached files`] : []),
      'The summary, earlier versions, briefings and research',
      ...(hasThesis && !withThesis ? ['The thesis'] : []),
      ...(hasThesis && withThesis && !thesisGoes ? ['The thesis: its core speaks of another thought'] : []),
      ...(thesisGoes ? ['Contradictions and sources of the thesis'] : []),
      ...(dropped > 0
        ? [
            dropped === 1
              ? 'One point of the thesis that speaks of another thought'
              : `${dropped} points of the thesis that speak of other thoughts`,
          ]
        : []),
    ]
  }

  return {
    /** What would go, word for word. Nothing leaves, nothing is written. Throws AppError. */
    preview(itemId: string, peerId: string, withThesis: boolean): SharePreview {
      deps.keys()
      const item = requireItem(itemId)
      const peer = requirePeer(peerId)
      const tags = deps.tags.get(itemId)
      const thesis = theses.newestDone(itemId)
      const shared =
        withThesis && thesis?.output ? toSharedThesis(thesis.output, thesis.engine?.kind ?? 'builtin', item, othersOf(item, thesis)) : null
      const last = hiveShares.last(itemId, peerId)
      const thread = last?.thread ?? randomHex()
      const revision = (last?.revision ?? 0) + 1
      if (Buffer.byteLength(item.body, 'utf8') > 4_500_000)
        throw new AppError('TOO_LARGE', 'This thought is longer than what can be shared, which is 5 MB. Share a shorter part of it.')
      const payload = writePayload({
        format: 'cortexa-thought',
        version: 1,
        id: randomHex(),
        thread,
        revision,
        created: deps.now(),
        title: item.given_title,
        body: item.body,
        tags,
        ...(shared?.thesis ? { thesis: shared.thesis } : {}),
      })
      const preview: SharePreview = {
        previewId: deps.newId(),
        itemId,
        peer: { id: peer.id, name: peer.name, verified: peer.verifiedAt !== null, feedFolder: peer.feedFolder },
        payload,
        bytes: sealedLength(payload),
        title: item.title,
        body: item.body,
        tags,
        thesis: shared?.thesis ?? null,
        hasThesis: thesis !== null,
        staysHere: stayingHere(item, shared?.leftOut ?? 0, thesis !== null, withThesis, shared?.thesis != null),
        revision,
      }
      prepared.set(preview.previewId, { preview, thread, basis: basisOf(item, tags, thesis) })
      for (const old of [...prepared.keys()].slice(0, -MOST_PREVIEWS)) prepared.delete(old)
      return preview
    },

    /** Seals the text of a preview, and no other, and writes down that it was sealed. Throws AppError. */
    seal(
      previewId: string,
      way: HiveShare['way'],
      confirmUnverified: boolean,
    ): { shareId: string; fileName: string; bytes: Uint8Array; peer: StoredPeer } {
      const found = prepared.get(previewId)
      if (!found) throw new AppError('NOT_FOUND', 'This preview is too old, so nothing was shared. Look at it again, then share it.')
      const { preview, thread, basis } = found
      const item = requireItem(preview.itemId)
      const peer = requirePeer(preview.peer.id)
      if (basisOf(item, deps.tags.get(item.id), theses.newestDone(item.id)) !== basis) throw sealing
      if (peer.verifiedAt === null && !confirmUnverified)
        throw new AppError(
          'CONFLICT',
          `You have not compared the code with ${peer.name}, so it is not sure that the keys are theirs. Compare it first, or say that you share all the same.`,
        )
      if (way === 'folder' && peer.feedFolder === null)
        throw new AppError('CONFLICT', `There is no feed folder for ${peer.name}. Choose one on their page, or save a file.`)
      const bytes = sealThought(deps.sodium(), preview.payload, deps.keys(), peer)
      const shareId = deps.newId()
      const fileName = way === 'folder' ? `${randomHex()}.hive` : `cortexa-${randomHex().slice(0, 8)}.hive`
      write((tx) => {
        hiveShares.insert({
          id: shareId,
          peerId: peer.id,
          itemId: item.id,
          thread,
          revision: preview.revision,
          title: titleOf(item.given_title, item.body),
          withThesis: preview.thesis !== null,
          way,
          state: 'made',
          fileName,
          bytes: bytes.length,
          verified: peer.verifiedAt !== null,
          at: tx.now,
        })
        tx.emit('hive-changed', {})
      })
      return { shareId, fileName, bytes, peer }
    },

    saved(shareId: string, fileName: string): void {
      write((tx) => {
        if (!hiveShares.setSaved(shareId, fileName)) throw new AppError('NOT_FOUND', 'There is no record of this file.')
        tx.emit('hive-changed', {})
      })
    },

    /** Seals and puts the file into the folder. The record says saved only once the file is there. */
    async toFolder(previewId: string, confirmUnverified: boolean): Promise<{ shareId: string; fileName: string }> {
      const { shareId, fileName, bytes, peer } = this.seal(previewId, 'folder', confirmUnverified)
      await writeFeedFile(peer.feedFolder ?? '', fileName, bytes)
      this.saved(shareId, fileName)
      prepared.delete(previewId)
      return { shareId, fileName }
    },
  }
}

export type HiveShares = ReturnType<typeof createHiveShares>

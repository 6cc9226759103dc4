import { AppError } from '../../../shared/errors'
import { theVault } from '../../core/privacy/viewer'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { packText, unpackText } from './packed-text'
import { giveUpOrder, MOST_VERSION_BYTES, MOST_VERSIONS, THINNED_AFTER_MS, versionsToDrop } from './version-rules'
import type { StoredVersion, VersionStore } from './version-store'

export interface SessionHistoryDeps {
  versions: VersionStore
  write: UnitOfWork['write']
  now: () => number
  /** Puts a step of background work behind what waits already. */
  inTurn: (where: string, step: (signal: AbortSignal) => Promise<void>) => void
}

/** Chunks written in one turn: about 500 kB. */
const CHUNKS_A_TURN = 60
/** Items whose old versions are looked at in one turn. */
const ITEMS_A_TURN = 100
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Earlier texts in an open vault. A save only copies the text it replaces; packing it, and dropping what is too old or too much, follows in
 * the background, so that saving a long text takes no longer because of its history.
 */
export function createSessionHistory({ versions, write, now, inTurn }: SessionHistoryDeps) {
  let asked = false

  /** Drops what is over the limits of one item. */
  function thin(itemId: string): void {
    const all = versions.list(itemId, { viewer: theVault, before: null, limit: MOST_VERSIONS * 10 })
    const dropped = new Set(versionsToDrop(all, now()))
    if (dropped.size > 0) write(() => versions.remove(itemId, [...dropped]))
    const order = giveUpOrder(all.filter(({ at }) => !dropped.has(at)))
    for (const { at } of order) {
      if (versions.bytes(itemId) <= MOST_VERSION_BYTES) return
      write(() => versions.remove(itemId, [at]))
    }
  }

  async function packWaiting(signal: AbortSignal): Promise<void> {
    asked = false
    for (;;) {
      // Before the next text, what is left of the one before.
      for (let part = versions.sparePart(); part !== null; part = versions.sparePart()) {
        const spare = part
        write(() => versions.dropPart(spare))
        await nextTurn()
        if (signal.aborted) return
      }
      const next = versions.nextUnpacked()
      if (next === null) return
      const { itemId } = next
      const version = versions.find(itemId, next.at)
      if (!version) return
      const { keys, fresh } = await packText(version.body, versions.known(itemId), signal)
      for (let first = 0; first < fresh.length; first += CHUNKS_A_TURN) {
        if (signal.aborted) return
        // Erased meanwhile: its chunks would belong to nothing.
        if (!versions.has(itemId, next.at)) break
        write(() => versions.addChunks(itemId, fresh.slice(first, first + CHUNKS_A_TURN)))
        await nextTurn()
      }
      if (signal.aborted) return
      if (versions.has(itemId, next.at) && write(() => versions.setPacked(itemId, version, keys))) thin(itemId)
      await nextTurn()
      if (signal.aborted) return
    }
  }

  async function thinAged(signal: AbortSignal): Promise<void> {
    let after = ''
    for (;;) {
      const ids = versions.aged(now() - THINNED_AFTER_MS, after, ITEMS_A_TURN)
      for (const id of ids) thin(id)
      const last = ids.at(-1)
      if (last === undefined || signal.aborted) return
      after = last
      await nextTurn()
    }
  }

  return {
    /** After a commit that kept a version. */
    packLater(): void {
      if (asked) return
      asked = true
      inTurn('versions', packWaiting)
    },
    thinLater: () => inTurn('versions', thinAged),
    /** The text of a version. The database is read before this first waits. */
    text(itemId: string, version: StoredVersion): Promise<string> {
      if (version.chunks === null) return Promise.resolve(version.body)
      const chunks = versions.chunksOf(itemId, version.chunks)
      if (chunks === null)
        throw new AppError(
          'NOT_FOUND',
          'A part of this earlier version is missing, so it cannot be shown. The thought itself and its other versions are not affected.',
        )
      return unpackText(chunks)
    },
  }
}

export type SessionHistory = ReturnType<typeof createSessionHistory>

import { wikilinkSteps } from '../../../shared/wikilinks'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import type { ItemRow, ItemStore } from '../items/item-store'
import { type FollowNames, READ_AT_ONCE } from './follow-names'

export interface SessionNamesDeps {
  write: UnitOfWork['write']
  items: Pick<ItemStore, 'find'>
  follow: FollowNames
  /** Puts a step of background work behind what waits already. */
  inTurn: (step: (signal: AbortSignal) => Promise<void>) => void
}

type Named = Pick<ItemRow, 'id' | 'title' | 'given_title' | 'body' | 'content_hash'>

/** Short texts read in one transaction: some 10 ms. */
const AT_ONCE = 30
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** An item without any words is called so for people; no text means it by that name. */
const titleOf = ({ title, given_title, body }: Named) => (given_title === '' && body.trim() === '' ? '' : title)
const textOf = (item: Named) => ({ id: item.id, title: titleOf(item), body: item.body })

/** Names in texts, followed through the life of an open vault: each change in the caller's transaction, long texts in the background. */
export function createSessionNames({ write, items, follow, inTurn }: SessionNamesDeps) {
  function announce(tx: WriteTransaction, changed: readonly string[]): void {
    for (const itemId of new Set(changed)) tx.emit('links-changed', { itemId })
  }

  /** Several short texts in one transaction: a vault of an earlier version has all of its texts unread. */
  function readShort(texts: readonly Named[]): void {
    write((tx) => {
      for (const item of texts) announce(tx, follow.readNow(textOf(item), tx.now))
    })
  }

  /** A long text, with turns of the event loop while it is read. */
  async function readLong(item: Named, signal: AbortSignal): Promise<void> {
    const steps = wikilinkSteps(item.body)
    let step = steps.next()
    while (!step.done) {
      await nextTurn()
      if (signal.aborted) return
      step = steps.next()
    }
    const links = step.value
    // Changed meanwhile: it is still marked, and read again with its new text.
    if (items.find(item.id)?.content_hash !== item.content_hash) return
    write((tx) => announce(tx, [...follow.noteTitle(textOf(item), tx.now), ...follow.takeNames(textOf(item), links, tx.now), item.id]))
  }

  async function readUnread(signal: AbortSignal): Promise<void> {
    for (let ids = follow.unread(AT_ONCE); ids.length > 0; ids = follow.unread(AT_ONCE)) {
      const short: Named[] = []
      let length = 0
      for (const id of ids) {
        const item = items.find(id)
        if (!item) continue
        if (item.body.length > READ_AT_ONCE) {
          // What was gathered goes first, so that no turn waits for the long one.
          if (short.length === 0) await readLong(item, signal)
          break
        }
        length += item.body.length
        if (length > READ_AT_ONCE && short.length > 0) break
        short.push(item)
      }
      if (signal.aborted) return
      if (short.length > 0) readShort(short)
      await nextTurn()
    }
  }

  const readLater = () => inTurn(readUnread)

  return {
    readLater,
    saved(tx: WriteTransaction, item: Named): void {
      announce(tx, follow.saved(textOf(item), tx.now))
      if (follow.unread(1).length > 0) tx.afterCommit(readLater)
    },
    restored: (tx: WriteTransaction, item: Named): void => announce(tx, follow.restored(textOf(item), tx.now)),
    /** Erases by `erase`, and lets the names that stood for the item stand for another one of that title. */
    erasing(tx: WriteTransaction, itemId: string, erase: () => boolean): boolean {
      const names = follow.namesOf(itemId)
      const erased = erase()
      if (erased) announce(tx, follow.rebind(names, tx.now))
      return erased
    },
  }
}

export type SessionNames = ReturnType<typeof createSessionNames>

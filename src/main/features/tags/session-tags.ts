import { setImmediate as nextTurn } from 'node:timers/promises'
import { STALE_TAG } from '../../../shared/confidence'
import { AppError } from '../../../shared/errors'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import type { TextIndex } from '../../core/search/text-index'
import { foldTag, tidyTag } from '../../core/text/item-text'
import type { ItemStore } from '../items/item-store'
import type { TagStore } from '../items/tag-store'
import type { TaggedItem, TagListStore, TagRow } from './tag-list-store'

export interface SessionTagsDeps {
  write: UnitOfWork['write']
  newId: () => string
  items: Pick<ItemStore, 'find'>
  tags: Pick<TagStore, 'get'>
  tagList: TagListStore
  textIndex: Pick<TextIndex, 'retag' | 'setBulk' | 'compact'>
  /** Puts a step of background work behind what waits already. */
  inTurn: (step: (signal: AbortSignal) => Promise<void>) => void
}

/** Items that change their tag in one write: about 10 ms. */
const MOVE_STEP = 400
/** Fewer where each item is asked whether it still is as the change left it. */
const TAKE_BACK_STEP = 150
/** Progress is told no oftener. */
const TELL_MS = 250
/** Items whose entry in the text index is made anew in one write: about 20 ms for notes of a page. */
const INDEX_STEP = 20
/** From so many on the text index puts off its merging to the end. */
const BULK_FROM = 400
/** So long one write makes entries anew, when the notes are long. */
const INDEX_MS = 20
/** Changes that can be taken back; each keeps the ids of the items it touched. */
const KEPT_CHANGES = 5

type Change =
  | { kind: 'rename'; id: number; before: Pick<TagRow, 'name' | 'folded'>; after: string }
  | { kind: 'move'; tag: Omit<TagRow, 'id'>; into: string | null; rows: TaggedItem[] }

const gone = (name: string) =>
  new AppError('NOT_FOUND', `There is no tag #${name}. It may have been renamed or taken off its last thought.`)

/**
 * What is done to a tag on all its items. A new name is there at once; items move to another tag in steps, each a write of its own, and go
 * on moving at the next unlocking when the program is ended in the middle. The text index follows in the background.
 */
export function createSessionTags({ write, newId, items, tags, tagList, textIndex, inTurn }: SessionTagsDeps) {
  const changes = new Map<string, Change>()
  /** One change after the other: two that have a tag in common would take it from under each other. */
  let last: Promise<unknown> = Promise.resolve()
  let closed = false

  function afterLast<T>(change: () => Promise<T>): Promise<T> {
    const own = last.then(change)
    last = own.catch(() => undefined)
    return own
  }

  function assertOpen(): void {
    if (closed) throw new AppError('VAULT_LOCKED', 'The vault was locked while a tag changed. The change goes on once it is unlocked.')
  }

  function keep(change: Change): string {
    const id = newId()
    changes.set(id, change)
    for (const old of changes.keys()) {
      if (changes.size <= KEPT_CHANGES) break
      changes.delete(old)
    }
    return id
  }

  function requireTag(name: string): TagRow {
    const tag = tagList.find(foldTag(name))
    if (!tag) throw foldTag(name) === STALE_TAG ? systemTag() : gone(tidyTag(name))
    return tag
  }

  async function indexHeadings(signal: AbortSignal): Promise<void> {
    const isBulk = tagList.outdated(BULK_FROM).length === BULK_FROM
    if (isBulk) write(() => textIndex.setBulk(true))
    for (;;) {
      const ids = tagList.outdated(INDEX_STEP)
      if (ids.length === 0 || signal.aborted) break
      write(() => {
        const start = performance.now()
        for (const id of ids) {
          const item = items.find(id)
          if (item && item.deleted_at === null) textIndex.retag({ id, title: item.title, body: item.body, tags: tags.get(id) })
          tagList.isCurrent(id)
          if (performance.now() - start > INDEX_MS) break
        }
        // In the same write: no process that ends here leaves the index without its usual rules.
        if (tagList.outdated(1).length === 0) textIndex.setBulk(false)
      })
      await nextTurn()
    }
    if (isBulk && !signal.aborted) await textIndex.compact(signal)
  }
  const indexLater = () => inTurn(indexHeadings)

  /** Notes all items of a tag for the text index, in steps. */
  async function outdateItems(id: number): Promise<void> {
    for (let after = ''; !closed; ) {
      const page = tagList.itemIds(id, after, MOVE_STEP)
      const lastId = page.at(-1)
      if (page[0] !== undefined && lastId !== undefined) {
        const range = [page[0], lastId] as const
        write(() => tagList.outdateRange(id, ...range))
      }
      if (lastId === undefined || page.length < MOVE_STEP) break
      after = lastId
      await nextTurn()
    }
    indexLater()
  }

  /** Moves the items of a tag to another, or takes it off them, until none is left. Answers what was moved. */
  async function moveItems(from: TagRow, into: TagRow | null): Promise<TaggedItem[]> {
    const total = tagList.countOf(from.id)
    const moved: TaggedItem[] = []
    let told = performance.now()
    for (;;) {
      const isLast = write((tx) => {
        // Noted in the first step, so that it is done to the end whatever happens to this process.
        if (moved.length === 0) tagList.beginMove(from.id, into?.id ?? null)
        const page = tagList.items(from.id, into?.id ?? null, MOVE_STEP)
        const [first, last] = [page[0], page.at(-1)]
        if (first && last) {
          tagList.outdateRange(from.id, first.itemId, last.itemId)
          tagList.moveRange(from.id, into?.id ?? null, first.itemId, last.itemId)
        }
        moved.push(...page)
        const done = page.length < MOVE_STEP
        if (done) {
          tagList.endMove(from.id)
          tagList.removeEmpty(from.id)
          if (into) tagList.use(into.id, from.usedAt)
        }
        const all = Math.max(total, moved.length)
        if (done || performance.now() - told > TELL_MS) {
          told = performance.now()
          tx.emit('tags-changed', { done: done ? all : moved.length, total: all })
        }
        return done
      })
      if (isLast) break
      await nextTurn()
      assertOpen()
    }
    indexLater()
    return moved
  }

  function announce(tx: WriteTransaction, count: number): void {
    tx.emit('tags-changed', { done: count, total: count })
  }

  async function takeBackMove(change: Extract<Change, { kind: 'move' }>): Promise<void> {
    const into = change.into === null ? null : tagList.find(change.into)
    const id = tagList.find(change.tag.folded)?.id ?? write(() => tagList.create(change.tag))
    for (let at = 0; at < change.rows.length; at += TAKE_BACK_STEP) {
      assertOpen()
      write((tx) => {
        for (const { itemId, position, had } of change.rows.slice(at, at + TAKE_BACK_STEP)) {
          // Where the person took the other tag off since, they meant this one, too.
          if (change.into !== null && !(into && tagList.has(itemId, into.id))) continue
          tagList.attach(itemId, id, position)
          if (into && !had) tagList.detach(itemId, into.id)
          tagList.outdate(itemId)
        }
        if (into && at + TAKE_BACK_STEP >= change.rows.length) tagList.removeEmpty(into.id)
        tx.emit('tags-changed', { done: Math.min(at + TAKE_BACK_STEP, change.rows.length), total: change.rows.length })
      })
      await nextTurn()
    }
    write((tx) => {
      tagList.removeEmpty(id)
      announce(tx, change.rows.length)
    })
    indexLater()
  }

  async function takeBackRename({ id, before, after }: Extract<Change, { kind: 'rename' }>): Promise<void> {
    const now = tagList.find(after)
    const other = tagList.find(before.folded)
    if (now?.id !== id || (other && other.id !== id))
      throw new AppError('CONFLICT', 'This cannot be taken back, because the tags were changed since. Rename it by hand.')
    write((tx) => {
      tagList.rename(id, before.name, before.folded)
      announce(tx, tagList.countOf(id))
    })
    await outdateItems(id)
  }

  return {
    /** Renames a tag. To the name of another only with `merge`: the two become that one. Throws NOT_FOUND, BAD_INPUT, or CONFLICT with how many have the other. */
    rename: (from: string, to: string, merge: boolean) =>
      afterLast(async () => {
        assertOpen()
        const name = tidyTag(to)
        const folded = foldTag(name)
        if (folded === '') throw new AppError('BAD_INPUT', 'A tag needs at least one letter or sign. The tag keeps its name.')
        if (folded === STALE_TAG) throw systemTag()
        const tag = requireTag(from)
        const other = tagList.find(folded)
        if (other && other.id !== tag.id) {
          if (!merge)
            throw new AppError(
              'CONFLICT',
              `There is a tag #${other.name} already, so the two would become one. Merge them, or choose another name.`,
            )
          const { id: _, ...kept } = tag
          const rows = await moveItems(tag, other)
          return {
            name: other.name,
            merged: true,
            count: rows.length,
            changeId: keep({ kind: 'move', tag: kept, into: other.folded, rows }),
          }
        }
        const count = tagList.countOf(tag.id)
        write((tx) => {
          tagList.rename(tag.id, name, folded)
          announce(tx, count)
        })
        await outdateItems(tag.id)
        return { name, merged: false, count, changeId: keep({ kind: 'rename', id: tag.id, before: tag, after: folded }) }
      }),
    /** Takes a tag off all its items. Throws NOT_FOUND. */
    remove: (name: string) =>
      afterLast(async () => {
        assertOpen()
        const tag = requireTag(name)
        const { id: _, ...kept } = tag
        const rows = await moveItems(tag, null)
        return { count: rows.length, changeId: keep({ kind: 'move', tag: kept, into: null, rows }) }
      }),
    /** Takes a change back, on each item that still is as the change left it. Throws NOT_FOUND for one that is too long ago. */
    takeBack: (changeId: string) =>
      afterLast(async () => {
        assertOpen()
        const change = changes.get(changeId)
        if (!change) throw new AppError('NOT_FOUND', 'This change is too long ago to be taken back. Change the tag by hand.')
        await (change.kind === 'rename' ? takeBackRename(change) : takeBackMove(change))
        changes.delete(changeId)
      }),
    /** Goes on with what an earlier process left unfinished. */
    start(): void {
      for (const { fromId, intoId } of tagList.moves()) {
        void afterLast(async () => {
          if (!closed)
            await moveItems(
              { id: fromId, name: '', folded: '', usedAt: 0 },
              intoId === null ? null : { id: intoId, name: '', folded: '', usedAt: 0 },
            )
        }).catch(() => undefined)
      }
      if (tagList.outdated(1).length > 0) indexLater()
    },
    /** Ends after the step in hand. */
    async stop(): Promise<void> {
      closed = true
      await last
    },
  }
}

export type SessionTags = ReturnType<typeof createSessionTags>

function systemTag(): AppError {
  return new AppError(
    'BAD_INPUT',
    `Cortexa sets and removes #${STALE_TAG} itself, by how long ago a thought was confirmed. Choose another tag.`,
  )
}

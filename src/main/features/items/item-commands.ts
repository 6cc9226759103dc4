import type { SearchAnswer } from '../../../shared/contract/search'
import type { Item } from '../../../shared/entities'
import { AppError } from '../../../shared/errors'
import { isFromOutside } from '../../../shared/origin'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { maySee, type Viewer } from '../../core/privacy/viewer'
import type { JobTrace } from '../../core/queue/job-trace'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import type { ItemListStore } from './item-list-store'
import type { ItemRow, ItemStore } from './item-store'
import { type ItemWriteDeps, moveToTrash, restoreFromTrash, saveChange, saveNew, sourceOf } from './item-writes'
import type { VersionStore } from './version-store'

export interface ItemCommandDeps extends ItemWriteDeps {
  write: UnitOfWork['write']
  now: () => number
  newId: () => string
  itemLists: ItemListStore
  versions: VersionStore
  trace: JobTrace
  eraseItems: (ids: readonly string[]) => void
  links: { ofItem(itemId: string, viewer: Viewer): Item['links'] }
  briefings: { count(viewer: Viewer): number }
  tagList: { counted(viewer: Viewer): { name: string; count: number }[] }
  search: (query: string, options: { limit: number; viewer: Viewer; quick: boolean }) => Promise<SearchAnswer>
}

type ItemCommands = Pick<
  Handlers,
  | 'capture-item'
  | 'list-items'
  | 'get-item'
  | 'update-item'
  | 'pin-item'
  | 'delete-item'
  | 'restore-item'
  | 'erase-item'
  | 'search-items'
  | 'get-places'
  | 'get-origins'
>

/** Tags beside the places; all of them are in `list-tags`. */
const SIDE_TAGS = 200

/** Where `requireItem` looks. */
export interface ItemLookup {
  items: Pick<ItemStore, 'find'>
}

/** The item, if this caller may see it. A deleted one only when asked for. */
export function requireItem({ items }: ItemLookup, id: string, caller: Caller, options: { deleted?: boolean } = {}): ItemRow {
  const item = items.find(id)
  if (!item || (item.deleted_at !== null && !options.deleted)) {
    throw new AppError(
      'ITEM_NOT_FOUND',
      item ? 'This thought is in the trash. Restore it first.' : 'There is no thought with this id. It may have been deleted for good.',
    )
  }
  if (!maySee(caller.viewer, item)) {
    throw new AppError('ITEM_PRIVATE', 'This thought is set to stay here, so no program gets it. Open it in the Cortexa window.')
  }
  return item
}

export function itemCommands(s: ItemCommandDeps): ItemCommands {
  return {
    'capture-item': (input, caller) => {
      const title = input.title?.trim() ?? ''
      if (input.body.trim() === '' && title === '') throw new AppError('BAD_INPUT', 'There is nothing to save yet. Write a thought first.')
      const id = s.newId()
      s.write((tx) =>
        saveNew(s, tx, {
          id,
          source: sourceOf[caller.host],
          givenTitle: title,
          body: input.body,
          private: input.private ?? false,
          tags: input.tags ?? [],
        }),
      )
      return { id }
    },

    'list-items': (input, caller) =>
      s.itemLists.list(
        {
          place: input.place ?? 'all',
          tag: input.tag,
          sort: input.sort ?? 'newest',
          cursor: input.cursor,
          limit: input.limit ?? 50,
          viewer: caller.viewer,
        },
        s.now(),
      ),

    'get-item': ({ id }, caller) => {
      const row = requireItem(s, id, caller, { deleted: caller.viewer.seesTrash })
      const summary = s.items.summary(id, s.now())
      if (!summary) throw new AppError('ITEM_NOT_FOUND', 'There is no thought with this id. It may have been deleted for good.')
      const item: Item = {
        ...summary,
        body: row.body,
        givenTitle: row.given_title,
        summaryBy: row.summary_by,
        links: s.links.ofItem(id, caller.viewer),
        versions: s.versions.count(id, caller.viewer),
      }
      return item
    },

    'update-item': (input, caller) => {
      const before = requireItem(s, input.id, caller)
      const { body, summary, tags } = input
      const change = { givenTitle: input.title?.trim(), body, private: input.private, summary, tags }
      s.write((tx) => saveChange(s, tx, before, change, caller))
      return { id: input.id }
    },

    'pin-item': ({ id, pinned }, caller) => {
      requireItem(s, id, caller)
      s.write((tx) => {
        s.items.pin(id, pinned ?? true, tx.now)
        s.staleMarks.settle(tx, id)
        tx.emit('item-changed', { itemId: id, change: 'updated' })
      })
      return {}
    },

    'delete-item': ({ id }, caller) => {
      requireItem(s, id, caller)
      s.write((tx) => moveToTrash(s, tx, id))
      return {}
    },

    'restore-item': ({ id }, caller) => {
      const item = requireItem(s, id, caller, { deleted: true })
      s.write((tx) => restoreFromTrash(s, tx, item))
      return {}
    },

    'erase-item': ({ id }, caller) => {
      const item = requireItem(s, id, caller, { deleted: true })
      if (item.deleted_at === null)
        throw new AppError('CONFLICT', 'Only a thought in the trash can be deleted for good. Move it to the trash first.')
      s.eraseItems([id])
      return {}
    },

    'search-items': ({ query, limit, quick }, caller) =>
      s.search(query, { limit: limit ?? 20, viewer: caller.viewer, quick: quick ?? false }),

    'get-origins': ({ ids }, caller) => {
      const now = s.now()
      const found = ids.flatMap((id) => s.items.summary(id, now) ?? [])
      const shown = found.filter((item) => maySee(caller.viewer, item))
      return { origins: shown.map((item) => ({ id: item.id, outside: isFromOutside(item) })) }
    },

    'get-places': (_, { viewer }) => {
      const counts = s.trace.counts(viewer)
      return {
        inbox: s.itemLists.count('inbox', viewer),
        all: s.itemLists.count('all', viewer),
        pinned: s.itemLists.count('pinned', viewer),
        theses: s.itemLists.count('theses', viewer),
        briefings: s.briefings.count(viewer),
        stale: s.itemLists.count('stale', viewer, s.now()),
        trash: s.itemLists.count('trash', viewer),
        jobs: { dead: counts.dead, running: counts.running, pending: counts.pending },
        tags: s.tagList
          .counted(viewer)
          .slice(0, SIDE_TAGS)
          .map(({ name, count }) => ({ name, count })),
      }
    },
  }
}

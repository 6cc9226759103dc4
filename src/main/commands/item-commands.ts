import type { Item } from '../../shared/entities'
import { AppError } from '../../shared/errors'
import type { WriteTransaction } from '../db/write-transaction'
import { contentHash } from '../domain/content-hash'
import { autoLinkRequest, embedRequest, summarizeRequest } from '../jobs/pipeline'
import type { Session } from '../session'
import type { ItemRow } from '../vault/item-store'
import type { Caller, Handlers } from './dispatch'

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
  | 'reject-link'
  | 'get-places'
>

const sourceOf = { window: 'manual', http: 'api', mcp: 'mcp', cli: 'cli' } as const

/** The item, if this caller may see it. A deleted one only when asked for. */
export function requireItem(session: Session, id: string, caller: Caller, options: { deleted?: boolean } = {}): ItemRow {
  const item = session.items.find(id)
  if (!item || (item.deleted_at !== null && !options.deleted)) {
    throw new AppError(
      'ITEM_NOT_FOUND',
      item ? 'This thought is in the trash. Restore it first.' : 'There is no thought with this id. It may have been deleted for good.',
    )
  }
  if (item.private === 1 && caller.host !== 'window') {
    throw new AppError('ITEM_PRIVATE', 'This thought is set to stay here, so no program gets it. Open it in the Cortexa window.')
  }
  return item
}

export function itemCommands(session: () => Session): ItemCommands {
  function enqueueBackground(s: Session, tx: WriteTransaction, id: string, hash: string, length: number): void {
    tx.enqueue(embedRequest(id, hash, length))
    if (s.settings.read().settings.autoSummary) tx.enqueue(summarizeRequest(id, hash, false))
  }

  function index(s: Session, tx: WriteTransaction, id: string): void {
    const item = s.items.find(id)
    if (!item) return
    s.textIndex.index({ id, title: item.title, body: item.body, tags: s.tags.get(id) })
    tx.afterCommit(s.indexRest)
  }

  return {
    'capture-item': (input, caller) => {
      const s = session()
      const title = input.title?.trim() ?? ''
      if (input.body.trim() === '' && title === '') throw new AppError('BAD_INPUT', 'There is nothing to save yet. Write a thought first.')
      const id = s.newId()
      const hash = contentHash(`${title}\n${input.body}`)
      s.write((tx) => {
        s.items.insert(
          {
            id,
            kind: 'thought',
            source: sourceOf[caller.host],
            givenTitle: title,
            body: input.body,
            private: input.private ?? false,
            contentHash: hash,
          },
          tx.now,
        )
        if (input.tags) s.tags.set(id, input.tags)
        index(s, tx, id)
        tx.emit('item-changed', { itemId: id, change: 'created' })
        enqueueBackground(s, tx, id, hash, input.body.length)
      })
      return { id }
    },

    'list-items': (input, caller) =>
      session().itemLists.list(
        {
          place: input.place ?? 'all',
          tag: input.tag,
          sort: input.sort ?? 'newest',
          cursor: input.cursor,
          limit: input.limit ?? 50,
          hidePrivate: caller.host !== 'window',
        },
        Date.now(),
      ),

    'get-item': ({ id }, caller) => {
      const s = session()
      const row = requireItem(s, id, caller, { deleted: caller.host === 'window' })
      const summary = s.items.summary(id, Date.now())
      if (!summary) throw new AppError('ITEM_NOT_FOUND', 'There is no thought with this id. It may have been deleted for good.')
      const item: Item = {
        ...summary,
        body: row.body,
        givenTitle: row.given_title,
        summaryBy: row.summary_by,
        links: s.links.ofItem(id, caller.host !== 'window'),
        versions: s.items.versionCount(id),
      }
      return item
    },

    'update-item': (input, caller) => {
      const s = session()
      const before = requireItem(s, input.id, caller)
      const title = input.title?.trim()
      const body = input.body ?? before.body
      const hash = contentHash(`${title ?? before.given_title}\n${body}`)
      const textChanged = hash !== before.content_hash
      // A summary that was made of words that are gone goes with them; one the person wrote is theirs.
      const emptied = textChanged && body.trim() === '' && before.summary_by !== 'person'
      s.write((tx) => {
        s.items.update(
          input.id,
          {
            givenTitle: title,
            body: input.body,
            contentHash: hash,
            private: input.private,
            summary:
              input.summary === undefined
                ? emptied
                  ? ({ text: '', by: 'none' } as const)
                  : undefined
                : { text: input.summary.trim(), by: input.summary.trim() === '' ? 'none' : 'person' },
          },
          tx.now,
        )
        if (input.tags) s.tags.set(input.id, input.tags)
        if (textChanged || input.tags) index(s, tx, input.id)
        tx.emit('item-changed', { itemId: input.id, change: 'updated' })
        if (textChanged) enqueueBackground(s, tx, input.id, hash, body.length)
      })
      return { id: input.id }
    },

    'pin-item': ({ id, pinned }, caller) => {
      const s = session()
      requireItem(s, id, caller)
      s.write((tx) => {
        s.items.pin(id, pinned ?? true, tx.now)
        tx.emit('item-changed', { itemId: id, change: 'updated' })
      })
      return {}
    },

    'delete-item': ({ id }, caller) => {
      const s = session()
      requireItem(s, id, caller)
      s.write((tx) => {
        s.items.setDeleted(id, tx.now)
        s.textIndex.remove(id)
        for (const job of s.jobs.cancelForItem(id, tx.now)) s.announceCancelled(tx, job)
        tx.emit('item-changed', { itemId: id, change: 'deleted' })
        tx.afterCommit(() => s.vectorIndex.remove(id))
      })
      return {}
    },

    'restore-item': ({ id }, caller) => {
      const s = session()
      const item = requireItem(s, id, caller, { deleted: true })
      s.write((tx) => {
        s.items.setDeleted(id, null)
        index(s, tx, id)
        tx.emit('item-changed', { itemId: id, change: 'restored' })
        tx.afterCommit(() => s.vectorIndex.reload(id))
        if (s.vectorIndex.hasVector(id, item.content_hash)) tx.enqueue(autoLinkRequest(id, item.content_hash))
        else tx.enqueue(embedRequest(id, item.content_hash, item.body.length))
      })
      return {}
    },

    'erase-item': ({ id }, caller) => {
      const s = session()
      const item = requireItem(s, id, caller, { deleted: true })
      if (item.deleted_at === null)
        throw new AppError('CONFLICT', 'Only a thought in the trash can be deleted for good. Move it to the trash first.')
      s.eraseItems([id])
      return {}
    },

    'search-items': async ({ query, limit }, caller) => ({ hits: await session().search(query, limit ?? 20, caller.host !== 'window') }),

    'reject-link': ({ linkId, rejected }) => {
      const s = session()
      s.write((tx) => {
        const ends = s.links.reject(linkId, rejected ?? true)
        if (!ends) throw new AppError('NOT_FOUND', 'This link is no longer there. The two thoughts may have been changed since.')
        tx.emit('links-changed', { itemId: ends.fromId })
        tx.emit('links-changed', { itemId: ends.toId })
      })
      return {}
    },

    'get-places': (_, caller) => {
      const s = session()
      const counts = s.trace.counts()
      const hide = caller.host !== 'window'
      return {
        inbox: s.itemLists.count('inbox', hide),
        all: s.itemLists.count('all', hide),
        pinned: s.itemLists.count('pinned', hide),
        theses: s.itemLists.count('theses', hide),
        briefings: s.itemLists.count('briefings', hide),
        trash: s.itemLists.count('trash', hide),
        jobs: { dead: counts.dead, running: counts.running, pending: counts.pending },
        tags: s.itemLists.tags(hide),
      }
    },
  }
}

import type { ListedLink } from '../../../shared/contract/links'
import { AppError } from '../../../shared/errors'
import type { Caller, Handlers } from '../../core/commands/dispatch'
import { maySee } from '../../core/privacy/viewer'
import type { UnitOfWork, WriteTransaction } from '../../core/queue/write-transaction'
import { type ItemLookup, requireItem } from '../items/item-commands'
import type { DirectedLink, LinkRow, LinkStore } from './link-store'
import type { TitleStore } from './title-store'
import type { WikilinkStore } from './wikilink-store'
import { foldTitle } from './wikilinks'

export interface LinkCommandDeps extends ItemLookup {
  write: UnitOfWork['write']
  newId: () => string
  links: LinkStore
  titles: TitleStore
  wikilinks: WikilinkStore
}

type LinkCommands = Pick<Handlers, 'list-links' | 'complete-title' | 'pick-title' | 'add-link' | 'remove-link' | 'reject-link'>

/** As many titles as a person looks through while typing. */
const SUGGESTIONS = 8

export function linkCommands(s: LinkCommandDeps): LinkCommands {
  /** A link whose two ends this caller may see. */
  function requireLink(s: LinkCommandDeps, linkId: string, caller: Caller): LinkRow {
    const link = s.links.find(linkId)
    const hidden = (id: string) => !maySee(caller.viewer, s.items.find(id) ?? { private: false })
    if (!link || hidden(link.from_id) || hidden(link.to_id))
      throw new AppError('NOT_FOUND', 'This link is no longer there. The two thoughts may have been changed since.')
    return link
  }

  function announce(tx: WriteTransaction, link: Pick<LinkRow, 'from_id' | 'to_id'>): void {
    tx.emit('links-changed', { itemId: link.from_id })
    tx.emit('links-changed', { itemId: link.to_id })
  }

  return {
    'list-links': ({ id }, caller) => {
      const { viewer } = caller
      const { title } = requireItem(s, id, caller, { deleted: viewer.seesTrash })
      const all = s.links.all(id, viewer)
      const names = s.wikilinks.named(id)
      const mentions = s.wikilinks.mentions(id, title)
      const order = new Map(names.map(({ target }, place) => [target?.id ?? '', place] as const).reverse())
      const listed = ({ outgoing, rejected: _, private: __, ...link }: DirectedLink): ListedLink => {
        const mention = link.kind === 'wikilink' && !outgoing ? mentions.get(link.item.id) : undefined
        return { ...link, mention: mention ? { text: mention.text, mark: [mention.markStart, mention.markEnd] } : null }
      }
      const place = (link: DirectedLink) => (link.kind === 'wikilink' ? (order.get(link.item.id) ?? 0) : Number.MAX_SAFE_INTEGER)
      const kept = all.filter((link) => !link.rejected)
      const outgoing = kept.filter((link) => link.kind !== 'auto' && link.outgoing).sort((a, b) => place(a) - place(b))
      const backlinks = kept.filter((link) => link.kind !== 'auto' && !link.outgoing)
      const linked = new Set([...outgoing, ...backlinks].map((link) => link.item.id))
      return {
        outgoing: outgoing.map(listed),
        backlinks: backlinks.map(listed),
        related: kept.filter((link) => link.kind === 'auto' && !linked.has(link.item.id)).map(listed),
        rejected: all.filter((link) => link.rejected).map(listed),
        names: names.map(({ name, heading, target }) => {
          // For a program an item that stays here is not there: neither it nor that the name fits it may show.
          if (!target || !maySee(viewer, target) || (target.deletedAt !== null && !viewer.seesTrash))
            return { name, heading: '', item: null }
          const { private: _, ...item } = target
          return { name, heading, item }
        }),
        reading: s.wikilinks.isUnread(id),
      }
    },

    'complete-title': ({ query, limit, except }, caller) => {
      const titles = s.titles.complete(query, limit ?? SUGGESTIONS, { except, viewer: caller.viewer })
      const folded = foldTitle(query)
      return { titles, exact: folded !== '' && titles.some(({ title }) => foldTitle(title) === folded) }
    },

    'pick-title': ({ id }, caller) => {
      requireItem(s, id, caller)
      s.write((tx) => s.titles.pick(id, tx.now))
      return {}
    },

    'add-link': ({ fromId, toId, reason }, caller) => {
      requireItem(s, fromId, caller)
      requireItem(s, toId, caller)
      if (fromId === toId) throw new AppError('BAD_INPUT', 'A thought cannot be linked with itself. Choose another thought.')
      const linkId = s.write((tx) => {
        const id = s.links.addManual({ id: s.newId(), fromId, toId, reason: reason?.trim() ?? '' }, tx.now)
        announce(tx, { from_id: fromId, to_id: toId })
        return id
      })
      return { linkId }
    },

    'remove-link': ({ linkId }, caller) => {
      const link = requireLink(s, linkId, caller)
      if (link.kind === 'wikilink')
        throw new AppError('CONFLICT', 'This link stands in the text. Take the name out of the text, and the link goes with it.')
      if (link.kind !== 'manual')
        throw new AppError(
          'CONFLICT',
          'Only a link that was added by hand is removed. Reject this one instead, so that it does not come back.',
        )
      s.write((tx) => {
        s.links.remove(linkId)
        announce(tx, link)
      })
      return {}
    },

    'reject-link': ({ linkId, rejected }, caller) => {
      const link = requireLink(s, linkId, caller)
      if (link.kind === 'wikilink' || link.kind === 'manual')
        throw new AppError(
          'CONFLICT',
          link.kind === 'manual'
            ? 'This link was added by hand. Remove it instead of rejecting it.'
            : 'This link stands in the text. Take the name out of the text, and the link goes with it.',
        )
      s.write((tx) => {
        s.links.reject(linkId, rejected ?? true)
        announce(tx, link)
      })
      return {}
    },
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NearTags, TagSummary } from '../../../shared/contract/tags'
import type { Handlers } from '../../core/commands/dispatch'
import { theVault, type Viewer } from '../../core/privacy/viewer'
import type { UnitOfWork } from '../../core/queue/write-transaction'
import { foldTag } from '../../core/text/item-text'
import { type ItemLookup, requireItem } from '../items/item-commands'
import type { ItemListStore } from '../items/item-list-store'
import type { ItemRow } from '../items/item-store'
import type { TagStore } from '../items/tag-store'
import { nearTags } from './near-tags'
import type { SessionTags } from './session-tags'
import { suggestTags } from './suggest-tags'
import type { CountedTag, TagListStore } from './tag-list-store'

export interface TagCommandDeps extends ItemLookup {
  write: UnitOfWork['write']
  tags: TagStore
  tagList: TagListStore
  itemLists: ItemListStore
  tagChanges: Pick<SessionTags, 'rename' | 'remove' | 'takeBack'>
  vectorIndex: { hasVector(id: string, contentHash: string): boolean }
  nearItems: {
    find(item: ItemRow, limit: number, viewer: Viewer, signal: AbortSignal): Promise<readonly { id: string; score: number }[]>
    floor(): number
  }
}

type TagCommands = Pick<
  Handlers,
  'list-tags' | 'suggest-tags' | 'rename-tag' | 'delete-tag' | 'undo-tag-change' | 'list-near-tags' | 'dismiss-near-tags'
>

/** More pairs nobody looks through at once; when some are settled, others follow. */
const MAX_PAIRS = 50
/** Thoughts whose tags count for a suggestion. */
const NEIGHBOURS = 12

const toSummary = ({ name, count, usedAt }: CountedTag): TagSummary => ({ name, count, usedAt })

export function tagCommands(s: TagCommandDeps): TagCommands {
  return {
    'list-tags': (_, caller) => ({
      tags: s.tagList.counted(caller.viewer).map(toSummary),
    }),

    'suggest-tags': async ({ id }, caller) => {
      const item = requireItem(s, id, caller)
      const { viewer } = caller
      // Only by a vector that is there: a suggestion must not cost a call to a server.
      const near = s.vectorIndex.hasVector(id, item.content_hash)
        ? await s.nearItems.find(item, NEIGHBOURS, viewer, AbortSignal.timeout(10_000))
        : []
      const floor = s.nearItems.floor()
      const tags = s.tagList.counted(viewer)
      return {
        tags: suggestTags({
          title: item.title,
          body: item.body,
          tags,
          neighbours: near.map((other) => ({ closeness: (other.score - floor) / (1 - floor), tags: s.tags.get(other.id) })),
          taken: s.tags.get(id),
          items: s.itemLists.count('all', viewer),
        }),
      }
    },

    'rename-tag': ({ from, to, merge }) => s.tagChanges.rename(from, to, merge ?? false),
    'delete-tag': ({ name }) => s.tagChanges.remove(name),

    'undo-tag-change': async ({ changeId }) => {
      await s.tagChanges.takeBack(changeId)
      return {}
    },

    'list-near-tags': async () => {
      const found = nearTags(s.tagList.counted(theVault))
      let step = found.next()
      while (!step.done) {
        await nextTurn()
        step = found.next()
      }
      const apart = new Set(s.tagList.apart().map((pair) => pair.join('\n')))
      const pairs: NearTags[] = []
      for (const { one, other, reason } of step.value) {
        if (apart.has([one.folded, other.folded].sort().join('\n'))) continue
        pairs.push(
          one.count >= other.count
            ? { keep: toSummary(one), other: toSummary(other), reason }
            : { keep: toSummary(other), other: toSummary(one), reason },
        )
        if (pairs.length === MAX_PAIRS) break
      }
      return { pairs }
    },

    'dismiss-near-tags': ({ one, other, dismissed }) => {
      s.write((tx) => {
        s.tagList.setApart(foldTag(one), foldTag(other), dismissed ?? true)
        tx.emit('tags-changed', { done: 0, total: 0 })
      })
      return {}
    },
  }
}

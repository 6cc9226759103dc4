import type { NearTags } from '../../../shared/contract/tags'
import { attempt } from '../../base/attempt'
import { client } from '../../base/client'
import { formatNumber } from '../../ui/format-time'
import { showToast } from '../../ui/toast'

/** "1 thought", "12 thoughts". */
export function thoughts(count: number): string {
  return count === 1 ? '1 thought' : `${formatNumber(count)} thoughts`
}

function undo(changeId: string): () => void {
  return () => void attempt(() => client.call('undo-tag-change', { changeId }))
}

/** Renames a tag, or merges it into the one of that name when there is one. False when it was not done. */
export function renameTag(from: string, to: string, merge: boolean): Promise<boolean> {
  return attempt(async () => {
    const { name, merged, count, changeId } = await client.call('rename-tag', { from, to, merge })
    showToast(merged ? `#${from} is now #${name}, on ${thoughts(count)}.` : `#${from} is called #${name} now.`, undo(changeId))
  })
}

/** Takes a tag off all its thoughts. */
export function deleteTag(tag: string): Promise<boolean> {
  return attempt(async () => {
    const { count, changeId } = await client.call('delete-tag', { name: tag })
    showToast(`#${tag} was taken off ${thoughts(count)}.`, undo(changeId))
  })
}

/** Says that two tags are two; the pair is not offered again. */
export function keepApart({ keep, other }: NearTags): Promise<boolean> {
  const pair = { one: keep.name, other: other.name }
  return attempt(async () => {
    await client.call('dismiss-near-tags', pair)
    showToast(`#${keep.name} and #${other.name} stay two tags.`, () => {
      void attempt(() => client.call('dismiss-near-tags', { ...pair, dismissed: false }))
    })
  })
}

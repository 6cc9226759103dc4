import { create } from 'zustand'
import type { NearTags, TagSummary } from '../../../shared/contract/tags'
import { client } from '../../base/client'
import { onEvent } from '../../base/live-events'
import { errorWords } from '../../ui/error-words'

interface Tags {
  /** All tags, the most used first; undefined until they are read. */
  tags: TagSummary[] | undefined
  /** Pairs that may be one; undefined until they are read. */
  near: NearTags[] | undefined
  problem: string | undefined
  /** A rename, a merge or a removal on its way over many thoughts. */
  progress: { done: number; total: number } | undefined
}

export const useTags = create<Tags>(() => ({ tags: undefined, near: undefined, problem: undefined, progress: undefined }))

/** Reads all tags. */
export async function loadTags(): Promise<void> {
  try {
    const { tags } = await client.call('list-tags', {})
    useTags.setState({ tags, problem: undefined })
  } catch (error) {
    useTags.setState({ problem: errorWords(error) })
  }
}

/** Reads the pairs that may be one. */
export async function loadNearTags(): Promise<void> {
  const found = await client.call('list-near-tags', {}).catch(() => undefined)
  if (found) useTags.setState({ near: found.pairs })
}

/** Many thoughts change one after the other after an import; the tags are asked for at most this often. */
const PAUSE_MS = 400
/** A change that is over at once needs no progress. */
const SHOWN_FROM = 2000

/** Keeps the tags current once somebody has asked for them. */
export function followTags(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    if (timer !== undefined || useTags.getState().tags === undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void loadTags()
      if (useTags.getState().near !== undefined) void loadNearTags()
    }, PAUSE_MS)
  }
  onEvent('item-changed', later)
  onEvent('tags-changed', ({ done, total }) => {
    useTags.setState({ progress: done < total && total >= SHOWN_FROM ? { done, total } : undefined })
    later()
  })
  onEvent('vault-locked', () => useTags.setState({ tags: undefined, near: undefined, problem: undefined, progress: undefined }))
}

import { useState } from 'react'
import { STALE_TAG } from '../../../shared/confidence'
import type { TagSuggestion } from '../../../shared/contract/tags'
import { useNavigation } from '../../base/navigation-store'
import { withTag } from '../../base/tag-words'
import { Chip, ChipButton } from '../../ui/chip'
import { SuggestedTags } from './suggested-tags'
import { TagInput } from './tag-input'

/** Tags as chips that open their list, can be taken off, and a dashed one that adds; then those that are suggested. The system's own is none of them. */
export function ItemTags({
  tags: all,
  suggestions = [],
  onChange,
  locked = false,
  opens = true,
}: {
  tags: readonly string[]
  suggestions?: readonly TagSuggestion[]
  onChange: (tags: string[]) => void
  locked?: boolean
  opens?: boolean
}) {
  const openTag = useNavigation((state) => state.openTag)
  const [adding, setAdding] = useState(false)
  const tags = all.filter((tag) => tag !== STALE_TAG)
  const add = (tag: string) => onChange(withTag(tags, tag))
  return (
    <>
      {tags.map((tag) => (
        <Chip
          key={tag}
          name={tag}
          {...(opens ? { onOpen: () => openTag(tag) } : {})}
          {...(locked ? {} : { onRemove: () => onChange(tags.filter((other) => other !== tag)) })}
        />
      ))}
      {!locked &&
        (adding ? (
          <TagInput taken={tags} fitting={suggestions.map(({ name }) => name)} onAdd={add} onClose={() => setAdding(false)} />
        ) : (
          <ChipButton onClick={() => setAdding(true)}>Add tag</ChipButton>
        ))}
      {!locked && !adding && <SuggestedTags suggestions={suggestions} onTake={add} />}
    </>
  )
}

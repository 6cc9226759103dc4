import { useState } from 'react'
import { Chip, ChipButton } from '../../ui/chip'
import { useNavigation } from '../shell/navigation-store'
import { TagInput } from './tag-input'
import { withTag } from './tag-words'

/** Tags as chips that open their list, can be taken off, and a dashed one that adds. */
export function ItemTags({
  tags,
  onChange,
  locked = false,
  opens = true,
}: {
  tags: readonly string[]
  onChange: (tags: string[]) => void
  locked?: boolean
  opens?: boolean
}) {
  const openTag = useNavigation((state) => state.openTag)
  const [adding, setAdding] = useState(false)
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
          <TagInput taken={tags} onAdd={(tag) => onChange(withTag(tags, tag))} onClose={() => setAdding(false)} />
        ) : (
          <ChipButton onClick={() => setAdding(true)}>Add tag</ChipButton>
        ))}
    </>
  )
}

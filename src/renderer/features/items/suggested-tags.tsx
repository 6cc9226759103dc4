import { useEffect, useState } from 'react'
import type { TagSuggestion } from '../../../shared/contract/tags'
import { client } from '../../base/client'
import { ChipButton } from '../../ui/chip'

const whys: Record<TagSuggestion['why'], string> = {
  words: 'Its words are in this thought',
  neighbours: 'Thoughts close to this one have it',
  both: 'Its words are in this thought, and thoughts close to it have it',
}

/** Asks which existing tags fit a thought, anew when its text or its tags change. */
export function useSuggestedTags(id: string, tags: readonly string[], updatedAt: number): TagSuggestion[] {
  const [suggestions, setSuggestions] = useState<TagSuggestion[]>([])
  const key = tags.join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer depends on the stored thought, of which these tell when it changed
  useEffect(() => {
    let current = true
    client.call('suggest-tags', { id }).then(
      (answer) => current && setSuggestions(answer.tags),
      () => current && setSuggestions([]),
    )
    return () => {
      current = false
    }
  }, [id, key, updatedAt])
  return suggestions.filter(({ name }) => !tags.includes(name))
}

/** Existing tags that fit, each taken with one press. */
export function SuggestedTags({ suggestions, onTake }: { suggestions: readonly TagSuggestion[]; onTake: (tag: string) => void }) {
  if (suggestions.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <span className="suggest" role="group" aria-label="Suggested tags">
      {suggestions.map(({ name, why }) => (
        <ChipButton key={name} label={`Add tag ${name}`} title={whys[why]} onClick={() => onTake(name)}>
          <bdi>+ {name}</bdi>
        </ChipButton>
      ))}
    </span>
  )
}

import type { SearchHit } from '../../shared/contract/search'
import { matchWords } from '../base/match-words'
import type { FilterSuggestion } from '../features/search/filter-words'

export type PaletteOption<C> =
  | { kind: 'thought'; key: string; hit: SearchHit }
  | { kind: 'filter'; key: string; suggestion: FilterSuggestion }
  | { kind: 'results'; key: string; query: string }
  | { kind: 'command'; key: string; command: C; mark: [number, number] | undefined }
  | { kind: 'tag'; key: string; name: string; count: number; mark: [number, number] | undefined }

export interface PaletteGroup<C> {
  name: string
  options: PaletteOption<C>[]
}

const MAX_TAGS = 4
const MAX_RECENT = 4

/** What was asked, beside the words that are typed. */
export interface PaletteFilters {
  /** The whole query, the filters among it. */
  query: string
  suggestions: readonly FilterSuggestion[]
}

/**
 * What the palette lists for what was typed. Nothing typed: the newest thoughts and the commands. A ">" first: commands only.
 * Else values for a filter that is being typed, thoughts in the order of the search, then matching commands, then matching tags.
 */
export function paletteGroups<C extends { name: string }>(
  typed: string,
  hits: readonly SearchHit[],
  commands: readonly C[],
  tags: readonly { name: string; count: number }[],
  { query, suggestions }: PaletteFilters = { query: typed.trim(), suggestions: [] },
): PaletteGroup<C>[] {
  const onlyCommands = typed.trimStart().startsWith('>')
  const words = (onlyCommands ? typed.trimStart().slice(1) : typed).trim()
  const matching = commands
    .map((command) => ({ kind: 'command' as const, key: `command ${command.name}`, command, mark: matchWords(command.name, words) }))
    .filter((option) => (words === '' ? query === '' || onlyCommands : option.mark !== undefined))
  const groups: PaletteGroup<C>[] = []
  if (!onlyCommands)
    groups.push({ name: 'Filters', options: suggestions.map((suggestion) => ({ kind: 'filter', key: suggestion.text, suggestion })) })
  if (!onlyCommands && query !== '') {
    const thoughts: PaletteOption<C>[] = hits.map(toThought)
    if (thoughts.length > 0) thoughts.push({ kind: 'results', key: 'results', query })
    groups.push({ name: 'Thoughts', options: thoughts })
  }
  if (!onlyCommands && query === '') groups.push({ name: 'Newest thoughts', options: hits.slice(0, MAX_RECENT).map(toThought) })
  groups.push({ name: 'Commands', options: matching })
  if (!onlyCommands && words !== '') {
    const named = tags
      .map((tag) => ({ kind: 'tag' as const, key: `tag ${tag.name}`, ...tag, mark: matchWords(tag.name, words.replace(/^#/, '')) }))
      .filter((tag) => tag.mark)
    groups.push({ name: 'Tags', options: named.slice(0, MAX_TAGS) })
  }
  return groups.filter((group) => group.options.length > 0)
}

const toThought = (hit: SearchHit) => ({ kind: 'thought' as const, key: hit.id, hit })

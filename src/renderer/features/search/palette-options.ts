import type { SearchHit } from '../../../shared/contract/items'
import { matchWords } from './match-words'

export type PaletteOption<C> =
  | { kind: 'thought'; key: string; hit: SearchHit }
  | { kind: 'results'; key: string; query: string }
  | { kind: 'command'; key: string; command: C; mark: [number, number] | undefined }
  | { kind: 'tag'; key: string; name: string; count: number; mark: [number, number] | undefined }

export interface PaletteGroup<C> {
  name: string
  options: PaletteOption<C>[]
}

const MAX_TAGS = 4

/**
 * What the palette lists for what was typed. Nothing typed: the commands. A ">" first: commands only.
 * Else thoughts in the order of the search, then matching commands, then matching tags.
 */
export function paletteGroups<C extends { name: string }>(
  typed: string,
  hits: readonly SearchHit[],
  commands: readonly C[],
  tags: readonly { name: string; count: number }[],
): PaletteGroup<C>[] {
  const onlyCommands = typed.trimStart().startsWith('>')
  const words = (onlyCommands ? typed.trimStart().slice(1) : typed).trim()
  const matching = commands
    .map((command) => ({ kind: 'command' as const, key: `command ${command.name}`, command, mark: matchWords(command.name, words) }))
    .filter((option) => words === '' || option.mark !== undefined)
  const groups: PaletteGroup<C>[] = []
  if (!onlyCommands && words !== '') {
    const thoughts: PaletteOption<C>[] = hits.map((hit) => ({ kind: 'thought', key: hit.id, hit }))
    if (thoughts.length > 0) thoughts.push({ kind: 'results', key: 'results', query: words })
    groups.push({ name: 'Thoughts', options: thoughts })
  }
  groups.push({ name: 'Commands', options: matching })
  if (!onlyCommands && words !== '') {
    const named = tags
      .map((tag) => ({ kind: 'tag' as const, key: `tag ${tag.name}`, ...tag, mark: matchWords(tag.name, words.replace(/^#/, '')) }))
      .filter((tag) => tag.mark)
    groups.push({ name: 'Tags', options: named.slice(0, MAX_TAGS) })
  }
  return groups.filter((group) => group.options.length > 0)
}

import type { SearchHit } from '../../../shared/contract/search'

/** Why a hit is there, in a word or two. */
export const whyWords: Record<SearchHit['why'], string> = {
  words: 'words',
  meaning: 'similar meaning',
  both: 'both',
  filter: '',
}

/** The same with room for a sentence. */
export const whySentence: Record<SearchHit['why'], string> = {
  words: 'These words',
  meaning: 'Similar meaning',
  both: 'These words and similar meaning',
  filter: '',
}

/** "1 thought", "12 thoughts", "More than 100 thoughts". */
export function countHits(count: number, more: boolean): string {
  const words = count === 1 ? '1 thought' : `${count} thoughts`
  return more ? `More than ${words}` : words
}

/** Which file of a thought has the words, and on which page: "lease.pdf, page 7". */
export function fileWords({ name, page }: NonNullable<SearchHit['attachment']>): string {
  return page === null ? name : `${name}, page ${page}`
}

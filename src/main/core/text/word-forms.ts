import { stemWord } from './stem'
import { languagesOfStopWord } from './stop-words'

const latin = /^[a-z]{3,40}$/
const englishEndings = ['', 'e', 's', 'es', 'ed', 'd', 'ing', 'ly', 'y', 'ies', 'ied']
/** The commonest endings of nouns, adjectives and verbs in languages of Latin letters. */
const otherEndings = ['', 'a', 'as', 'e', 'em', 'en', 'er', 'ern', 'es', 'n', 'o', 'os', 's', 'x']
const otherEnding = /(?:ern|em|en|er|es|as|os|[aenosx])$/
/** In shorter words one letter more or less too often makes another word: `car` and `care`, `plan` and `plane`. */
const SHORTEST_OTHER_STEM = 5

/**
 * Other forms that a folded word may have in a text: `wings` for `wing`, `copied` for `copy`, `Gedanken` for `Gedanke`. English by its
 * rules, longer words also with common endings of other languages. May give words that do not exist: it is for looking up, not for showing.
 */
export function formsOf(word: string): string[] {
  if (!latin.test(word)) return []
  const forms = new Set<string>()
  const stem = stemWord(word, 'en')
  const doubled = /[bdfgmnprt]$/.test(stem) ? stem + stem.slice(-1) : stem
  for (const base of new Set([stem, doubled, stem.replace(/y$/, ''), stem.replace(/y$/, 'i')])) {
    for (const ending of englishEndings) if (stemWord(base + ending, 'en') === stem) forms.add(base + ending)
  }
  const other = word.replace(otherEnding, '')
  if (other.length >= SHORTEST_OTHER_STEM) for (const ending of otherEndings) forms.add(other + ending)
  forms.delete(word)
  // `not` is no form of `note`: words that every text has would find every text.
  return [...forms].filter((form) => form.length > 2 && languagesOfStopWord(form).length === 0)
}

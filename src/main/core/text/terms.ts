import { foreignLetters, languagesOfMark, markedLanguages } from './language-marks'
import { foldWord, stemWord } from './stem'
import { commonWords, languagesOfStopWord, stopWordsOf } from './stop-words'

/** A word or pair of words a text is about. */
export interface Term {
  /** As the person wrote it, in lower case unless it is written with a capital wherever it could be told. */
  surface: string
  /** What it is compared by; pairs are two stems with a space between. */
  key: string
  count: number
  /** Higher says more about the topic; only good for comparing within one text. */
  weight: number
}

interface Word {
  surface: string
  key: string
  /** No stop word, mark or number stands between this word and the one before it. */
  joined: boolean
  capital: boolean
  sentenceStart: boolean
}

/** Only this much of a text is looked at: enough to know its topic, and bounded in time. */
const SAMPLE = 30_000
const WORD_WINDOW = 2000
const spaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}ー々]+/gu
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]+/gu

const wordSegmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** Puts spaces between the words of scripts that are written without. */
function spaceOut(text: string): string {
  return text.replace(spaceless, (run) => {
    let spaced = ''
    for (let at = 0; at < run.length; at += WORD_WINDOW) {
      for (const { segment } of wordSegmenter.segment(run.slice(at, at + WORD_WINDOW))) spaced += ` ${segment}`
    }
    return `${spaced} `
  })
}

function readable(text: string): string {
  return spaceOut(
    text
      .slice(0, SAMPLE)
      .replace(/^(?:```|~~~)[^\n]*\n[\s\S]*?(?:\n(?:```|~~~)[^\n]*|$(?![\s\S]))/gm, ' ')
      .replace(/\b(?:https?:\/\/|www\.)[^\s)>\]]+/gi, ' . ')
      .normalize('NFC'),
  )
}

const kanaOnly = /^[\p{sc=Hiragana}ー]+$/u

function isContent(token: string, folded: string, stops: ReadonlySet<string>): boolean {
  if (/^\p{N}/u.test(token) || stops.has(token.toLowerCase().replace(/[’']/g, '')) || stops.has(folded)) return false
  if (/^[\p{sc=Han}\p{sc=Katakana}\p{sc=Hangul}ー]/u.test(token)) return true
  if (kanaOnly.test(token)) return token.length >= 4
  const length = [...token].length
  return length >= 3 || (length === 2 && /^\p{Lu}{2}$/u.test(token))
}

function wordsOf(text: string, lang: string): Word[] {
  const stops = stopWordsOf(lang)
  const english = lang === 'en' ? stops : stopWordsOf(lang === 'und' ? 'en' : '')
  const words: Word[] = []
  let joined = false
  let sentenceStart = true
  for (const [token] of readable(text).matchAll(TOKEN)) {
    if (!/^[\p{L}\p{N}]/u.test(token)) {
      joined = false
      if (/[.!?:#>。！？*•-]/.test(token)) sentenceStart = true
      continue
    }
    const surface = token.replace(/['’]s$/i, '')
    const folded = foldWord(surface)
    if (isContent(surface, folded, stops) && !english.has(folded)) {
      words.push({ surface, key: stemWord(surface, lang), joined, capital: /^\p{Lu}/u.test(surface), sentenceStart })
      joined = true
    } else joined = false
    sentenceStart = false
  }
  return words
}

function telling(word: string, lang: string): number {
  if (commonWords.has(word.toLowerCase())) return 0.35
  if (/[^\p{ASCII}\p{sc=Latin}]/u.test(word)) return word.length >= 2 ? 1.2 : 0.7
  const plain = word.length >= 7 ? 1.25 : word.length >= 5 ? 1.1 : 0.9
  // In German a noun shows by its capital.
  if (lang === 'de') return /^\p{Lu}/u.test(word) ? plain : plain * 0.7
  // Adjectives and adverbs say less than nouns do.
  return lang === 'en' && /(?:ly|ful|able|ous)$/.test(word) ? plain * 0.7 : plain
}

function collect(text: string, lang: string): Map<string, Term> {
  const terms = new Map<string, Term & { lower: boolean }>()
  const add = (surface: string, key: string, worth: number, lower: boolean) => {
    const known = terms.get(key)
    if (known) {
      known.count++
      known.lower ||= lower
      known.weight += worth / Math.sqrt(known.count)
      if (surface.length < known.surface.length && lower) known.surface = surface
    } else terms.set(key, { surface, key, count: 1, weight: worth, lower })
  }
  let before: Word | null = null
  for (const [index, word] of wordsOf(text, lang).entries()) {
    // The first words of a text, its title, say more than later ones.
    const early = index < 8 ? 1.3 : 1
    const proper = word.capital && !word.sentenceStart && lang !== 'de' ? 1.2 : 1
    const lower = !word.capital || (word.sentenceStart && lang !== 'de' && !/^\p{Lu}{2,}/u.test(word.surface))
    add(word.surface, word.key, telling(word.surface, lang) * early * proper, lower)
    if (before && word.joined && !/[\u0e00-\uffff]/.test(word.key)) {
      const worth = Math.min(telling(before.surface, lang), telling(word.surface, lang)) + 0.15
      add(
        `${before.surface} ${word.surface}`,
        `${before.key} ${word.key}`,
        worth * early,
        lower && (!before.capital || before.sentenceStart),
      )
    }
    before = word
  }
  const shown = new Map<string, Term>()
  for (const [key, { surface, count, weight, lower }] of terms)
    shown.set(key, { surface: lower ? surface.toLowerCase() : surface, key, count, weight })
  return shown
}

/**
 * The content words of a text, most telling first: no stop words, numbers, links or code. Forms of one word count together (stems are for
 * comparing only; `surface` is the person's own word). Only the first 30,000 characters are read.
 */
export function contentTerms(text: string, lang: string = detectLanguage(text)): Term[] {
  return [...collect(text, lang).values()]
    .filter((term) => !term.key.includes(' '))
    .sort((a, b) => b.weight - a.weight || (a.key < b.key ? -1 : 1))
}

/** The stems of a text's content words: for comparing sentences. */
export function stemsOf(text: string, lang: string): Set<string> {
  return new Set(wordsOf(text, lang).map((word) => word.key))
}

/**
 * What two texts have in common, in the words of the first, most telling first, at most `limit`: single words, and pairs ("first attempt")
 * that stand together in both, which replace their two words. Empty when they share no content word.
 */
export function sharedTerms(a: string, b: string, limit: number): string[] {
  const termsA = collect(a, detectLanguage(a))
  const termsB = collect(b, detectLanguage(b))
  const shared: Term[] = []
  for (const [key, term] of termsA) {
    const other = termsB.get(key)
    if (other) shared.push({ ...term, weight: Math.sqrt(term.weight * other.weight) })
  }
  shared.sort((x, y) => y.weight - x.weight || (x.key < y.key ? -1 : 1))
  const pairs = shared.filter((term) => term.key.includes(' '))
  const chosen: Term[] = []
  const covered = new Set<string>()
  for (const term of shared) {
    if (chosen.length >= limit) break
    const pair = pairs.find(
      (candidate) => candidate.key.split(' ').includes(term.key) && !candidate.key.split(' ').some((part) => covered.has(part)),
    )
    const pick = pair ?? term
    const parts = pick.key.split(' ')
    if (parts.some((part) => covered.has(part))) continue
    for (const part of parts) covered.add(part)
    chosen.push(pick)
  }
  return chosen.map((term) => term.surface)
}

const scripts: [string, RegExp][] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['hi', /\p{sc=Devanagari}/gu],
  ['th', /\p{sc=Thai}/gu],
]

const detectable = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', ...markedLanguages]

function refine(lang: string, sample: string): string {
  if (lang === 'zh' && /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(sample)) return 'ja'
  if (lang === 'ar' && /[پچژگ]/.test(sample)) return 'fa'
  if (lang === 'ru' && /[іїєґ]/i.test(sample)) return 'uk'
  return lang
}

/**
 * The language of a text as a BCP 47 code, roughly: by its script, and for Latin letters by its stop words, where one language must lead
 * clearly. 'und' when neither tells.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, 4000)
  const latin = sample.match(/\p{sc=Latin}/gu)?.length ?? 0
  let best = { lang: 'und', letters: 0 }
  for (const [lang, pattern] of scripts) {
    const letters = sample.match(pattern)?.length ?? 0
    if (letters > best.letters) best = { lang, letters }
  }
  // A letter of a script that writes a syllable or a word with it weighs more than a Latin one.
  if (best.letters * 2 > latin) return refine(best.lang, sample)
  return latinLanguage(sample.toLowerCase())
}

/** The lead that a language must have over the next one, so that a few shared words do not decide. */
const CLEAR_MARGIN = 1.2

function latinLanguage(sample: string): string {
  const words = sample.match(/\p{L}+(?:['’]\p{L}+)?/gu) ?? []
  const scores = new Map<string, { hits: number; weight: number }>()
  for (const word of words) {
    const mark = word.search(/['’]/)
    const whole = languagesOfStopWord(mark === -1 ? word : word.slice(0, mark) + word.slice(mark + 1))
    // "l'idée" shows its language by its first half.
    const listed = whole.length > 0 || mark === -1 ? whole : languagesOfStopWord(word.slice(0, mark))
    const langs = [...new Set([...listed, ...languagesOfMark(word)])]
    for (const lang of langs) {
      const { hits, weight } = scores.get(lang) ?? { hits: 0, weight: 0 }
      // A word that several languages have tells them apart the less.
      scores.set(lang, { hits: hits + 1, weight: weight + 1 / langs.length })
    }
  }
  const ranked = detectable
    .flatMap((lang) => {
      const score = scores.get(lang)
      if (!score) return []
      const foreign = foreignLetters[lang] ? (sample.match(foreignLetters[lang])?.length ?? 0) : 0
      return [{ lang, hits: score.hits, weight: score.weight - foreign * 0.5 }]
    })
    .sort((a, b) => b.weight - a.weight)
  const [best, next] = ranked
  if (!best || best.weight <= 0) return 'und'
  if (next && best.weight < next.weight * CLEAR_MARGIN) return 'und'
  // Running prose has a stop word in every second or third place; a few words may have only one.
  return best.hits / words.length >= (words.length >= 12 ? 0.15 : 0.1) ? best.lang : 'und'
}

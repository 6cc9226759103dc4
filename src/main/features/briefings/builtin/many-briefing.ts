import type { BriefingScope, ThesisOutput } from '../../../../shared/entities'
import { detectLanguage } from '../../../core/text/terms'
import { isStep, rankedUnits } from '../../thinking/builtin/key-sentence'
import type { OutlineThought } from '../../thinking/builtin/outline-thought'
import { ownUnits, readThought, sameWords } from '../../thinking/builtin/reading'
import { countWords } from './briefing'
import { manyFramesFor } from './many-briefing-frames'
import { spokenSentence } from './speakable'

/** About three and a half minutes of speech. */
const MAX_WORDS = 520
/** Words that go to the notes themselves, in equal shares. */
const NOTE_WORDS = 420
/** With more notes than this each would have a few words only; the others are counted. */
const MOST_TOLD = 24
/** Only so much of a body is read: the sentences that carry a note stand early or are marked, and forty notes are read in one go. */
const READ_CHARS = 8_000
const LONGEST_SENTENCE = 45

/** What one note says, in sentences for the ear. */
export interface ToldNote {
  language: string
  title: string
  /** The weightiest first. */
  sentences: string[]
  question: string | null
  step: string | null
}

/** Reads one note for a briefing of many. Some milliseconds for a long one. */
export function tellNote(thought: OutlineThought, summary: string, thesis: ThesisOutput | null): ToldNote {
  const reading = readThought(thought, READ_CHARS)
  const language = reading.lang
  const speak = (text: string) => spokenSentence(text.replace(/\[\d+\]/g, ''), language === 'und' ? 'en' : language)
  const fits = (text: string) => detectLanguage(text) === language
  const units = ownUnits(reading).filter((unit) => unit.kind !== 'title')
  const core = thesis && fits(thesis.core) ? [thesis.core] : []
  const ranked = rankedUnits(reading)
    .filter((unit) => !unit.question && !isStep(unit, reading))
    .slice(0, 6)
    .map((unit) => unit.text)
  const found = [...core, ...ranked, ...(ranked.length === 0 && summary !== '' && fits(summary) ? [summary] : [])]
  const question = units.find((unit) => unit.question || unit.section === 'question')
  const step = units.find((unit) => isStep(unit, reading))
  const title = reading.title ? speak(reading.title.text) : ''
  const sentences = [...new Set(found.map(speak))].filter((text) => text !== '' && countWords(text) <= LONGEST_SENTENCE && text !== title)
  return { language, title, sentences, question: question ? speak(question.text) : null, step: step ? speak(step.text) : null }
}

/**
 * A script on many notes without a model: what they are, then each with its weightiest sentences, what is open, and a next step; all in the
 * person's own words, between fixed sentences in English, German, French or Spanish. Behind each sentence stands [n], the note it is from.
 * A note in another language than most is named by its title only. At most 520 words, fewer where the notes say less.
 */
export function outlineManyBriefing({
  notes,
  language,
  scope,
  words,
  leftOut,
}: {
  notes: readonly ToldNote[]
  language: string
  scope: BriefingScope
  words: string
  /** How many were left out because they stay here. */
  leftOut: number
}): string {
  const frames = manyFramesFor(language)
  const paragraphs: string[] = []
  const said = new Set<string>()
  let total = 0
  const joined = (sentences: readonly string[]) => sentences.join(/[\u3040-\u9fff]/.test(sentences[0] ?? '') ? '' : ' ')
  const add = (sentences: readonly string[]) => {
    if (sentences.length === 0) return
    paragraphs.push(joined(sentences))
    total += countWords(sentences.join(' '))
  }
  /** A sentence with its mark; '' when it was said or is too much. */
  const cite = (text: string | null, n: number, room: number): string => {
    const key = text === null ? '' : sameWords(text)
    if (text === null || key === '' || said.has(key) || countWords(text) > room) return ''
    said.add(key)
    return `${text} [${n}]`
  }

  if (frames) add([frames.opening(scope, notes.length, words)])
  const share = Math.max(14, Math.floor(NOTE_WORDS / Math.max(1, Math.min(notes.length, MOST_TOLD))))
  let told = 0
  for (const [index, note] of notes.entries()) {
    if (told === MOST_TOLD || total > MAX_WORDS - 40) break
    const n = index + 1
    const isForeign = note.language !== language && note.language !== 'und' && language !== 'und'
    const sentences: string[] = []
    if (isForeign && frames) {
      const title = note.title.replace(/[.。]$/, '')
      sentences.push(`${isLatin(title) ? frames.otherLanguage(title) : frames.otherScript} [${n}]`)
    } else {
      let left = Math.min(share, MAX_WORDS - total)
      for (const text of [note.title, ...note.sentences]) {
        const cited = cite(text, n, sentences.length === 0 ? Math.max(left, LONGEST_SENTENCE) : left)
        if (cited === '') continue
        sentences.push(cited)
        left -= countWords(text)
      }
    }
    add(sentences)
    if (sentences.length > 0) told += 1
  }

  const own = (pick: (note: ToldNote) => string | null, limit: number) =>
    notes
      .slice(0, MOST_TOLD)
      .flatMap((note, index) =>
        note.language === language || note.language === 'und' ? cite(pick(note), index + 1, MAX_WORDS - total) : '',
      )
      .filter((text) => text !== '')
      .slice(0, limit)
  const questions = total < MAX_WORDS - 30 ? own((note) => note.question, 3) : []
  if (questions.length > 0) add([...(frames ? [frames.questions(questions.length)] : []), ...questions])
  const steps = total < MAX_WORDS - 30 ? own((note) => note.step, 1) : []
  if (steps.length > 0) add([...(frames ? [frames.next] : []), ...steps])
  const rest = notes.length - told
  if (frames && (rest > 0 || leftOut > 0))
    add([...(rest > 0 ? [frames.rest(rest)] : []), ...(leftOut > 0 ? [frames.staying(leftOut)] : [])])
  return paragraphs.join('\n\n')
}

/** All languages with frames are written in Latin letters; what is not, their voices spell out sign by sign. */
function isLatin(text: string): boolean {
  return text !== '' && !/(?!\p{sc=Latin})\p{L}/u.test(text)
}

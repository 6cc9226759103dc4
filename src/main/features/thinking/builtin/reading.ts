import { plainText } from '../../../core/text/plain-text'
import { sentencesOf } from '../../../core/text/sentences'
import { foldWord } from '../../../core/text/stem'
import { contentTerms, detectLanguage, stemsOf, type Term } from '../../../core/text/terms'
import { type BlockKind, textBlocks } from '../../../core/text/text-blocks'
import type { LanguageRules } from './language-rules'
import { MAX_THOUGHT_CHARS, type OutlineThought } from './outline-thought'
import { rawWithoutTags, readableText, withoutImages } from './readable-text'
import { rulesFor } from './rules-for'
import { labelled, type Section, sectionOf } from './sections'

/** One sentence, list item or heading of a thought. */
export interface Unit {
  /** As a reader sees it: without Markdown marks and label. */
  text: string
  /** Verbatim from the body (or the title). */
  raw: string
  kind: BlockKind | 'title'
  section: Section | null
  /** Its place among the units; the title is before all. */
  index: number
  /** How many units away the end is. */
  fromEnd: number
  /** First sentence of its block. */
  opens: boolean
  question: boolean
  stems: Set<string>
}

/** A thought taken apart. */
export interface Reading {
  thought: OutlineThought
  lang: string
  rules: LanguageRules | null
  title: Unit | null
  /** The body is nothing but code, which is not read. */
  codeOnly: boolean
  /** The body without what only repeats the title, without code and tables. */
  units: Unit[]
  /** What it is about, most telling first. */
  terms: Term[]
}

/** Sentences beyond this many are dropped from the middle: the point of a note stands at its beginning or end. */
const MAX_UNITS = 240

/** A "sentence" longer than this has no full stops; what stands in it further on is not looked at. */
const MAX_UNIT_CHARS = 600

/** The words of a plain text, folded, with single spaces between: for finding one text in another. */
export const bareWords = (text: string) =>
  foldWord(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** The same for a passage that may carry Markdown. Not for whole bodies, which `bareWords` takes in less time. */
export const sameWords = (text: string) => bareWords(plainText(text))

const asks = (text: string) => /[?？؟][!?…"”’»」)\s]*$/.test(text)

type Found = Pick<Unit, 'raw' | 'kind' | 'section' | 'opens'>

/** The sentences of a body with the section they stand in. */
function findSentences(body: string, lang: string): Found[] {
  const found: Found[] = []
  let section: Section | null = null
  for (const block of textBlocks(body)) {
    for (const [place, sentence] of sentencesOf(body, block, lang).entries()) {
      const raw = sentence.text.slice(0, MAX_UNIT_CHARS)
      if (block.kind === 'heading') section = sectionOf(plainText(raw))
      else if (block.kind === 'paragraph' && raw.length <= 50 && /[:：]\**$/.test(raw)) {
        const opened = sectionOf(plainText(raw))
        if (opened) {
          section = opened
          continue
        }
      }
      // The description of an image is seldom the person's own sentence.
      if (raw.includes('![') && !/[\p{L}\p{N}]/u.test(plainText(withoutImages(raw)))) continue
      found.push({ raw, kind: block.kind, section: block.kind === 'heading' ? null : section, opens: place === 0 })
    }
  }
  return found
}

function toUnit(found: Found, lang: string): Omit<Unit, 'index' | 'fromEnd'> {
  const whole = readableText(found.raw, lang)
  const label = labelled(whole)
  const text = label?.rest ?? whole
  return {
    ...found,
    raw: rawWithoutTags(found.raw),
    text,
    section: label?.section ?? found.section,
    question: asks(text),
    stems: stemsOf(text, lang),
  }
}

/** Whether a body has a block of code and no sentence beside it, but perhaps its title. */
function holdsOnlyCode(body: string, sentences: number, title: string): boolean {
  if (!/^[ \t]*(?:[-*+] {1,4})?(?:```|~~~)/m.test(body)) return false
  return sentences === 0 || (sentences === 1 && sameWords(title) !== '' && bareWords(body).startsWith(sameWords(title)))
}

/** Takes a thought apart into sentences with their language, sections and words. Pure, and bounded for any body. */
export function readThought(thought: OutlineThought, maxChars = MAX_THOUGHT_CHARS): Reading {
  const body = thought.body.slice(0, maxChars)
  const written = thought.title.slice(0, 1000)
  const lang = detectLanguage(`${plainText(written)}\n${body.slice(0, 4000)}`)
  const title = readableText(written, lang)
  const titleWords = sameWords(title)
  const isTitle = ({ raw }: Found) => {
    const words = bareWords(readableText(raw, lang))
    return words === titleWords || (titleWords.length >= 30 && words.startsWith(titleWords))
  }
  const found = findSentences(body, lang)
  // A title that was cut from a long first line is that line.
  const first = found.slice(0, 2).findIndex(isTitle)
  const taken = found[first] === undefined ? null : toUnit(found[first], lang)
  const kept = found.filter((_, i) => taken === null || i !== first)
  const limited = kept.length > MAX_UNITS ? [...kept.slice(0, (MAX_UNITS * 2) / 3), ...kept.slice(-MAX_UNITS / 3)] : kept
  const readable = limited
    .map((sentence) => toUnit(sentence, lang))
    .filter((unit) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(unit.text))
  const units = readable.map((unit, index) => ({ ...unit, index, fromEnd: readable.length - 1 - index }))
  const titleText = taken && sameWords(taken.text).length > titleWords.length ? taken.text : title
  const codeOnly = holdsOnlyCode(body, found.length, written)
  const titleUnit: Unit | null =
    titleText === '' || (codeOnly && found.length === 0 && body.includes(written.replace(/\s*…$/, '')))
      ? null
      : {
          text: titleText,
          raw: taken?.raw ?? thought.title.slice(0, 1000),
          kind: 'title',
          section: null,
          index: -1,
          fromEnd: units.length,
          opens: true,
          question: asks(titleText),
          stems: stemsOf(titleText, lang),
        }
  return { thought, lang, rules: rulesFor(lang), title: titleUnit, codeOnly, units, terms: contentTerms(`${title}\n${body}`, lang) }
}

/** The person's own statements and questions, title first; headings and quotations of others are not among them. */
export function ownUnits(reading: Reading): Unit[] {
  return [...(reading.title ? [reading.title] : []), ...reading.units.filter((unit) => unit.kind !== 'heading' && unit.kind !== 'quote')]
}

import type { ThesisOutput } from '../../../../shared/entities'
import { detectLanguage } from '../../../core/text/terms'
import { rankedUnits } from '../../thinking/builtin/key-sentence'
import type { OutlineNeighbour, OutlineThought } from '../../thinking/builtin/outline-thought'
import { readableText } from '../../thinking/builtin/readable-text'
import { bareWords, type Reading, sameWords, type Unit } from '../../thinking/builtin/reading'
import { type Study, studyThought } from '../../thinking/builtin/study'
import { type BriefingFrames, framesFor } from './briefing-frames'
import { spokenDate, spokenSentence } from './speakable'

/** About two minutes of speech; the thought itself takes the larger half. */
const BODY_WORDS = 280
const MAX_WORDS = 600
const MIN_WORDS = 60

/** Words as a listener counts them; in scripts without spaces two characters make about one. */
export function countWords(text: string): number {
  const dense = text.match(/[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/g)?.length ?? 0
  return (text.match(/[\p{L}\p{N}]+(?:[.,:'’-][\p{L}\p{N}]+)*/gu)?.length ?? 0) + Math.floor(dense / 2)
}

/** A script in the making: paragraphs of sentences, none said twice. */
function createScript(lang: string) {
  const paragraphs: string[][] = [[]]
  const said = new Set<string>()
  let words = 0
  const last = () => paragraphs[paragraphs.length - 1] ?? []
  return {
    words: () => words,
    paragraph() {
      if (last().length > 0) paragraphs.push([])
    },
    /** A fixed sentence. */
    frame(text: string) {
      last().push(text)
      words += countWords(text)
    },
    /** Keeps a sentence from being said, since it was said in other words. */
    mark(text: string) {
      said.add(sameWords(text))
    },
    /** Sentences of the person, with a frame before the first; nothing at all when they were all said or do not fit any more. */
    own(texts: readonly string[], frame: string | ((count: number) => string) = ''): boolean {
      const fresh: string[] = []
      for (const text of texts) {
        const key = sameWords(text.replace(/\[\d+\]/g, ''))
        const sentence = spokenSentence(text, lang)
        if (sentence === '' || key === '' || said.has(key)) continue
        if (words + countWords(sentence) + 12 > MAX_WORDS) continue
        said.add(key)
        fresh.push(sentence)
        words += countWords(sentence)
      }
      if (fresh.length === 0) return false
      const opening = typeof frame === 'string' ? frame : frame(fresh.length)
      if (opening !== '') {
        words += countWords(opening)
        last().push(`${opening} ${fresh.join(' ')}`)
      } else last().push(...fresh)
      return true
    },
    text: () =>
      paragraphs
        .filter((sentences) => sentences.length > 0)
        .map((sentences) => sentences.join(/[\u3040-\u9fff]/.test(sentences[0] ?? '') ? '' : ' '))
        .join('\n\n'),
  }
}

type Script = ReturnType<typeof createScript>

/** With its label ("Risk: …"), which the ear needs. */
const withLabel = (unit: Unit, lang: string) => readableText(unit.raw, lang)

/** Short list entries that follow each other become one spoken sentence. */
function bodySentences(units: readonly Unit[], lang: string): string[] {
  const spoken: string[] = []
  let entries: string[] = []
  const flush = () => {
    if (entries.length > 0) spoken.push(entries.join(', '))
    entries = []
  }
  for (const unit of units) {
    const entry = unit.kind === 'item' || unit.kind === 'task' || unit.kind === 'task-done'
    if (entry && unit.text.split(' ').length <= 6 && !/[.!?]$/.test(unit.text) && entries.length < 12) entries.push(withLabel(unit, lang))
    else {
      flush()
      spoken.push(withLabel(unit, lang))
    }
  }
  flush()
  return spoken
}

/** The sentences of the body that fit into the larger half of a briefing: all, or the weightiest in their order. */
function bodyUnits(reading: Reading): { units: Unit[]; whole: boolean } {
  const speakableUnits = reading.units.filter((unit) => /[\p{L}\p{N}]/u.test(unit.text) && !/^\S*:\/\/\S+$/.test(unit.text))
  const total = speakableUnits.reduce((sum, unit) => sum + countWords(unit.text), 0)
  if (total <= BODY_WORDS) return { units: speakableUnits, whole: true }
  const chosen = new Set<Unit>()
  let words = 0
  for (const unit of rankedUnits(reading)) {
    const length = countWords(unit.text)
    if (length > 60 || words + length > BODY_WORDS) continue
    chosen.add(unit)
    words += length
  }
  return { units: speakableUnits.filter((unit) => chosen.has(unit)), whole: false }
}

/** The pieces of a thesis that can be read beside the thought: in its language, and no frame of another language around a quotation. */
function fitting(texts: readonly string[], reading: Reading): string[] {
  const { lang } = reading
  const body = bareWords(`${reading.thought.title} ${reading.thought.body.slice(0, 60_000)}`)
  return texts.filter((text) => {
    if (body.includes(sameWords(text))) return true
    if (lang !== 'en' && lang !== 'und' && /“.+”/.test(text)) return false
    const own = detectLanguage(text)
    return own === lang || own === 'und' || (lang === 'und' && own === 'en')
  })
}

function speakNeighbours(script: Script, { reading, clashes, allies }: Study, frames: BriefingFrames): void {
  const { lang } = reading
  const clash = clashes[0]
  if (clash) {
    script.paragraph()
    script.frame(frames.disagrees(spokenSentence(clash.other.neighbour.title, lang).replace(/\.$/, '')))
    if (clash.there.kind !== 'title') script.own([clash.there.text], frames.thereYouWrote)
  }
  for (const [i, { other, unit }] of allies.slice(0, clash ? 2 : 3).entries()) {
    if (i === 0) script.paragraph()
    const title = spokenSentence(other.neighbour.title, lang).replace(/\.$/, '')
    if (title === '') continue
    script.frame(
      i === 0
        ? frames.closest(title, spokenDate(other.neighbour.createdAt, lang))
        : i === 1
          ? frames.alsoClose(title)
          : frames.thirdClose(title),
    )
    if (unit.kind !== 'title' && other.reading.lang === lang) script.own([unit.text], frames.thereYouWrote)
  }
  if (!clash && allies.length === 0) {
    script.paragraph()
    script.frame(frames.alone)
  }
}

function speakThesis(script: Script, thesis: ThesisOutput, reading: Reading, frames: BriefingFrames): void {
  const take = (texts: readonly string[], limit: number) => fitting(texts, reading).slice(0, limit)
  script.paragraph()
  if (thesis.problem_statement) script.own(take([thesis.problem_statement], 1), frames.trouble)
  script.own(take(thesis.supporting_arguments, 3), frames.speaksFor)
  const risks = take(thesis.risks, 4)
  const body = bareWords(reading.thought.body.slice(0, 60_000))
  // What the outline finds thin is no fear of the person's; clashes were told before, and the word in brackets is for the eye.
  const isThin = (text: string) => /“.+”/.test(text) && !/\[\d+\]/.test(text) && !body.includes(sameWords(text))
  script.own(
    risks.filter((text) => !/“.+”/.test(text) || body.includes(sameWords(text))),
    frames.couldGoWrong,
  )
  script.own(
    risks
      .filter(isThin)
      .slice(0, 2)
      .map((text) => text.replace(/ \(“[^”]*”\)/, '')),
    frames.thin,
  )
  script.paragraph()
  const open = take(thesis.open_questions, 3)
  script.own(open, frames.open)
  script.frame(frames.settled(thesis.gates.filter((gate) => gate.status === 'closed').length))
  script.own(take(thesis.next_steps, 1), frames.next)
}

/**
 * A spoken script without a model: the thought in its own words, then what is close to it, what speaks for and against it, what is open, and
 * the next step. In the language of the thought (frames in English, German, French and Spanish; else its own sentences only), without marks,
 * addresses, code or tables; 300 to 600 words where there is that much to say, fewer for a short thought.
 */
export function outlineBriefing({
  thought,
  summary,
  thesis,
  neighbours,
}: {
  thought: OutlineThought
  summary: string
  thesis: ThesisOutput | null
  neighbours: readonly OutlineNeighbour[]
}): string {
  const study = studyThought(thought, neighbours)
  const { reading } = study
  const lang = reading.lang === 'und' ? 'en' : reading.lang
  const frames = framesFor(reading.lang)
  const script = createScript(lang)
  const { units, whole } = bodyUnits(reading)
  script.own([reading.title?.text ?? ''])
  const date = spokenDate(thought.createdAt, lang)
  if (frames && date !== '') script.frame(frames.written(date))
  script.paragraph()
  if (frames && !whole) script.frame(frames.excerpt)
  if (frames && study.form === 'list') script.frame(frames.entries(units.filter((unit) => unit.kind !== 'heading').length))
  const spokeBody = script.own(bodySentences(units, reading.lang))
  for (const unit of units) script.mark(unit.text)
  if (frames && /^[ \t]*(?:```|~~~|\|.*\|\s*$)/m.test(thought.body.slice(0, 60_000))) script.frame(frames.leftOut)
  if (!frames) {
    if (thesis) script.own(fitting([...thesis.open_questions, ...thesis.next_steps], reading).slice(0, 4))
    if (!spokeBody && summary !== '') script.own([summary])
    return script.text()
  }
  const heart = thesis?.core ?? study.core?.text ?? ''
  if (script.words() > 140 && heart !== '' && fitting([heart], reading).length > 0) {
    // Said a second time on purpose: who listens cannot look back.
    const sentence = spokenSentence(heart, lang)
    script.paragraph()
    if (sentence !== '' && countWords(sentence) <= 45) script.frame(`${frames.carries} ${sentence}`)
  }
  speakNeighbours(script, study, frames)
  if (thesis) speakThesis(script, thesis, reading, frames)
  else {
    script.paragraph()
    script.own(
      [...study.questions, ...study.doubts].slice(0, 3).map((unit) => unit.text),
      frames.open,
    )
    if (study.form === 'claim' || study.form === 'question') script.frame(frames.unthought)
  }
  if (script.words() < MIN_WORDS + 20) {
    script.paragraph()
    if (study.form !== 'claim') script.frame(frames.short)
    script.frame(frames.whatFor)
    if (script.words() < MIN_WORDS || (study.form === 'fragment' && !thesis)) script.frame(frames.invite)
  }
  return script.text()
}

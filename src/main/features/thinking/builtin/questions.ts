import type { Finding } from './findings'
import type { Judgement } from './gates'
import { listed, quoted } from './quote'
import { type Reading, sameWords, type Unit } from './reading'
import { slightThought } from './slight'
import type { Study } from './study'

function questionAbout({ kind, clause, word }: Finding): string {
  const text = quoted(clause)
  switch (kind) {
    case 'absolute':
      return `Where does ${text} not hold?`
    case 'cause':
      return `Is there another cause behind ${text}?`
    case 'no-actor':
      return `Who is to do it, in ${text}?`
    case 'comparison':
      return `“${capital(word)}” than what, in ${text}?`
    case 'vague':
      return `What figure stands behind “${word}” in ${text}?`
    case 'certainty':
      return `What would you show to somebody who doubts ${text}?`
    case 'one-case':
      return `Is ${text} typical, or the one case that stayed in mind?`
    case 'unsupported':
      return `What have you seen that speaks for ${text}?`
    case 'term':
      return `What counts as “${word}” here, and what does not?`
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** List items of a Markdown text that are questions: what another engine's expansion asked. */
function questionsIn(markdown: string): string[] {
  return markdown.split('\n').flatMap((line) => {
    const text = /^\s*(?:[-*+]|\d{1,2}[.)])\s+(.{8,300}[?？؟])\s*$/u.exec(line)?.[1]
    return text === undefined ? [] : [text.trim()]
  })
}

/** Without repetitions, in order, at most `limit`. */
export function distinct(texts: readonly string[], limit: number): string[] {
  const seen = new Set<string>()
  return texts
    .filter((text) => {
      const key = sameWords(text.replace(/\s?\[\d+\]/g, ''))
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, limit)
}

/** The questions that decide the thesis, each about another sentence of it. `expansion` may bring some of its own. */
export function subQuestions(study: Study, mark: (study: Study) => string, expansion = ''): string[] {
  const { reading, weaknesses, clashes, allies, grounds, core, topic } = study
  const slight = slightThought(study)
  if (slight) return distinct([...slight.questions, ...questionsIn(expansion)], 6)
  const asked: string[] = []
  const kinds = new Set<string>()
  for (const finding of weaknesses) {
    if (kinds.has(finding.kind) && finding.kind !== 'absolute') continue
    kinds.add(finding.kind)
    asked.push(questionAbout(finding))
    if (asked.length >= 4) break
  }
  const clash = clashes[0]
  if (clash) asked.push(`Which holds: ${quoted(clash.here, 120)}, or your earlier ${quoted(clash.there, 120)}?`)
  const near = clash ? null : allies[0]
  if (near)
    asked.push(
      `How does it go together with “${near.other.neighbour.title}”${mark(study)}, which is about ${listed(near.words.slice(0, 2).map((word) => `“${word}”`))} too?`,
    )
  if (core?.question)
    asked.push(`What would count as an answer to ${quoted(core)}?`, `What have you seen or tried already that bears on ${topic}?`)
  const doubt = reading.rules
    ? reading.units.find((unit) => !unit.question && unit !== core && reading.rules?.reservation.test(unit.text) && unit.stems.size >= 2)
    : undefined
  if (doubt && asked.length < 4) asked.push(`How much weight has ${quoted(doubt)}?`)
  const ground = grounds[0]
  if (ground && ground.stems.size >= 3 && asked.length < 3)
    asked.push(`Is it still so that ${quoted(ground, 140)}, and how would you check?`)
  if (asked.length < 2 && core && !core.question)
    asked.push(asked.length === 0 ? `What would make you give up ${quoted(core)}?` : 'And what would make you give it up?')
  return distinct([...asked, ...questionsIn(expansion)], 6)
}

const plans = ({ rules }: Reading, { text }: Unit) =>
  rules !== null && (rules.duty.test(text) || rules.approach.test(text) || rules.imperative.test(text))

/** Questions that follow from what the gates miss; each names the sentence or the topic it is about. */
export function gapQuestions({ core, topic, reading, form }: Study, evidence: Omit<Judgement, 'gates'>): string[] {
  if (!reading.rules || !core || (form !== 'claim' && form !== 'question')) return []
  const gaps: string[] = []
  if (!evidence.problem.shown)
    gaps.push(
      core.question
        ? `What goes wrong while ${quoted(core, 120)} has no answer?`
        : plans(reading, core)
          ? `What goes wrong today, and for whom, that ${quoted(core, 120)} would put right?`
          : `Why does it matter, and to whom: ${quoted(core, 120)}?`,
    )
  if (!evidence.criterion.shown)
    gaps.push(
      core.question
        ? `What would an answer to ${quoted(core, 120)} change, and by when?`
        : `What would show that you are right about ${topic}, and by when?`,
    )
  if (!evidence.risk.shown && evidence.approach.shown) gaps.push(`How could ${quoted(evidence.approach.shown, 120)} go wrong?`)
  if (!evidence.approach.shown && evidence.problem.shown) gaps.push(`What is to be done about ${quoted(evidence.problem.shown, 120)}?`)
  return gaps.slice(0, 3)
}

import { ownUnits, type Reading, type Unit } from './reading'

/** The share of the smaller set that both have, 0..1. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let shared = 0
  for (const key of a) if (b.has(key)) shared++
  return shared / Math.min(a.size, b.size)
}

function lengthScore(unit: Unit): number {
  // Scripts without spaces say about as much in two characters as a word does.
  const spaces = unit.text.split(' ').length
  const words = /[\u3040-\u9fff\u0e00-\u0e7f]/.test(unit.text) ? Math.max(spaces, unit.text.length / 2) : spaces
  if (words < 4) return -1.6
  if (words < 6) return 0
  return words <= 28 ? 0.5 : 0.5 - (words - 28) / 15
}

function score(unit: Unit, reading: Reading, weights: ReadonlyMap<string, number>): number {
  let central = 0
  for (const stem of unit.stems) central += weights.get(stem) ?? 0
  let total = Math.min(2, central / Math.sqrt(unit.stems.size + 2)) + lengthScore(unit)
  if (unit.kind === 'item' || unit.kind === 'task' || unit.kind === 'task-done') total -= 0.5
  if (unit.question) total -= 2
  if (unit.index === 0) total += 0.5
  else if (unit.opens) total += 0.2
  if (unit.fromEnd === 0 && unit.kind === 'paragraph') total += 0.8
  if (/[:：,]$/.test(unit.text) || /^\(/.test(unit.text)) total -= 0.8
  if (/https?:\/\//.test(unit.text)) total -= 1
  if (/^(?:see|cf|siehe|vgl|voir|véase)(?!\p{L})/iu.test(unit.text)) total -= 1.5
  if (/->|→|^\p{Lu}\p{Ll}+: /u.test(unit.text)) total -= 0.7
  if (unit.section === 'approach') total += 2
  else if (unit.section === 'argument') total += 0.2
  else if (unit.section !== null) total -= 0.4
  const title = reading.title && unit !== reading.title ? overlap(unit.stems, reading.title.stems) : 0
  total += title < 0.8 ? title * 0.8 : 0
  const { rules } = reading
  if (rules) {
    if (rules.dependent.test(unit.text)) total -= unit.index === 0 ? 0.3 : 0.7
    if (rules.duty.test(unit.text)) total += 0.6
    if (rules.conclusion.test(unit.text)) total += 0.4
    if (rules.reason.test(unit.text)) total += 0.2
    if (rules.approach.test(unit.text) || rules.imperative.test(unit.text)) total += 0.7
    if (rules.negation.test(unit.text) && rules.reservation.test(unit.text)) total += 0.3
    // What is wrong, and what was counted, are grounds and not the claim itself.
    if (rules.problem.test(unit.text)) total -= 0.6
    if (/\d/.test(unit.text) || rules.numberWord.test(unit.text)) total -= 0.5
    if (rules.absolute.test(unit.text)) total -= 0.4
    if (rules.risk.test(unit.text) || unit.section === 'risk') total -= 0.8
    if (rules.goal.test(unit.text) || rules.firstStep.test(unit.text)) total -= 0.6
    if (rules.doubt.test(unit.text)) total -= 0.7
    if (rules.opinion.test(unit.text)) total += 0.8
    if (rules.attribution.test(unit.text) || rules.priorArt.test(unit.text)) total -= 1.6
    if (rules.report.test(unit.text)) total -= 1
    if (rules.approach.test(unit.text) && rules.date.test(unit.text)) total -= 1
    if (rules.example.test(unit.text)) total -= 0.5
    if (rules.oneCase.test(unit.text)) total -= 0.5
  }
  return total
}

/** The statements of a body, most central first; without headings, quotations of others and what only repeats the title. */
export function rankedUnits(reading: Reading): Unit[] {
  const weights = new Map(reading.terms.slice(0, 60).map((term) => [term.key, Math.min(1.5, term.weight / 2)]))
  const title = reading.title
  const candidates = ownUnits(reading).filter((unit) => unit.kind !== 'title' && !(title && repeats(unit, title)))
  const scores = new Map(candidates.map((unit) => [unit, score(unit, reading, weights)]))
  return candidates.sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || a.index - b.index)
}

/** Whether one says no more than the other. */
export function repeats(unit: Unit, other: Unit): boolean {
  if (unit.stems.size === 0) return false
  return overlap(unit.stems, other.stems) >= 0.85 && unit.stems.size <= other.stems.size * 1.3
}

/** Words that put a step in its place. */
const STEP =
  /^(?:first|next|then|second|zuerst|als (?:erstes|nächstes)|danach|d['’]abord|en premier|ensuite|primero|luego)(?!\p{L})[,:]? (?!of |time )|^(?:the |my |our |der |mein |unser |la |ma |notre |el |mi |nuestro )?(?:first|next|erste|nächste|erster|nächster|premi(?:ère|er)|prochaine?|primer|siguiente|próximo) (?:\p{L}+ )?(?:step|thing|action|schritt|étape|pas|paso|tâche|tarea)(?!\p{L})/iu

/** A next step serves the claim and is never the claim. */
export const isStep = (unit: Unit, { rules }: Reading) =>
  unit.section === 'milestone' ||
  unit.kind === 'task' ||
  STEP.test(unit.text) ||
  (rules !== null && unit.kind !== 'title' && (rules.firstStep.exec(unit.text)?.index ?? 99) < 16)

/** Whether a sentence says what should be, or what is done. */
const claims = ({ text }: Unit, { rules }: Reading) =>
  rules === null || rules.duty.test(text) || rules.approach.test(text) || rules.imperative.test(text) || rules.conclusion.test(text)

/** Whether a title is a sentence: it orders, plans or ought. */
const titleClaims = (title: Unit, reading: Reading) =>
  title.stems.size >= 2 &&
  title.text.split(' ').length >= 3 &&
  !title.question &&
  reading.rules !== null &&
  (claims(title, reading) || reading.rules.opinion.test(title.text) || reading.rules.taskVerb.test(title.text))

/** Sections that stand around a claim. */
const around: readonly Unit['section'][] = ['problem', 'criterion', 'scope', 'risk', 'question', 'prior-art', 'milestone']

/**
 * The sentence that says best what the thought claims: from the body, or the title when the body holds nothing that stands on its own.
 * Null only for a thought without any word.
 */
export function keySentence(reading: Reading): Unit | null {
  const { title, rules } = reading
  const best = rankedUnits(reading).find(
    (unit) => !unit.question && !isStep(unit, reading) && !(rules?.dependent.test(unit.text) && unit.text.length < 40),
  )
  if (title && best && rules) {
    // A figure or a complaint is a ground; then the title says better what is claimed.
    const ground =
      rules.problem.test(best.text) || /\d/.test(best.text) || rules.numberWord.test(best.text) || around.includes(best.section)
    const weighty = title.stems.size >= 2 && title.text.split(' ').length >= 4 && !title.question
    if (weighty && ground && !claims(best, reading)) return title
    // A sentence that shares no word with a title that orders or plans is about how, not about what.
    const apart = best.section === null && claims(title, reading) && overlap(best.stems, title.stems) === 0 && rules.scope.test(best.text)
    if (titleClaims(title, reading) && (apart || around.includes(best.section) || !claims(best, reading))) return title
  }
  if (best && (lengthScore(best) >= -0.3 || (lengthScore(best) > -1.5 && (title?.stems.size ?? 0) < 2)) && best.stems.size >= 2) return best
  return title ?? best ?? reading.units[0] ?? null
}

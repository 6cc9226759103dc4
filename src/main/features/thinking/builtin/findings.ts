import { commonWords } from '../../../core/text/stop-words'
import { contentTerms } from '../../../core/text/terms'
import { overlap } from './key-sentence'
import { ownUnits, type Reading, type Unit } from './reading'

export type FindingKind = 'absolute' | 'certainty' | 'cause' | 'no-actor' | 'comparison' | 'vague' | 'one-case' | 'unsupported' | 'term'

/** A place where an argument is thin. */
export interface Finding {
  kind: FindingKind
  unit: Unit
  /** The clause it stands in, verbatim; the whole sentence when that is short. */
  clause: string
  /** The word that shows it, as written; for `term` the term itself. */
  word: string
  /** For `term`: how often it is used. */
  count: number
}

/** Dates and times of day are no amounts. */
const withoutDates = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\d|(?<!\d)(?:19|20)\d\d(?!\d)|\d{1,2}:\d\d|\d{1,2}\.\s?\d{1,2}\.(?:\d{2,4})?/g, ' ')

/** "List two", "step three": the number is a name, and counts nothing. */
const numbered = (text: string) =>
  text.replace(
    /(?<!\p{L})(?:list|item|step|part|chapter|number|point|option|phase|version|task|punkt|schritt|teil|kapitel|liste|nummer|étape|partie|chapitre|numéro|paso|punto|parte|capítulo|lista|número) (?:\d+|\p{L}+)(?=[.,;:!)]|$)/giu,
    ' ',
  )

/** Whether a sentence counts something: digits, or a number word outside an absolute ("never a hundred times"). */
export function hasFigure(reading: Reading, text: string): boolean {
  const bare = numbered(text)
  return /\d/.test(withoutDates(bare)) || (reading.rules?.numberWord.test(bare) === true && !reading.rules.absolute.test(text))
}

/** Whether a sentence brings something to check: a reason, a figure, a case. */
export function isEvidence(reading: Reading, unit: Unit): boolean {
  if (unit.question || !reading.rules) return false
  return (
    unit.section === 'argument' ||
    reading.rules.reason.test(unit.text) ||
    reading.rules.example.test(unit.text) ||
    hasFigure(reading, unit.text)
  )
}

/** Whether a sentence only tells what was seen or counted: no plan, no duty, no reason. */
export function isObservation(reading: Reading, unit: Unit): boolean {
  const { rules } = reading
  if (!rules || unit.question) return false
  const claims = [rules.duty, rules.approach, rules.imperative, rules.reason, rules.conclusion, rules.opinion].some((pattern) =>
    pattern.test(unit.text),
  )
  return !claims && (rules.report.test(unit.text) || rules.example.test(unit.text) || hasFigure(reading, unit.text))
}

/** Sentences with a reason, figure or case that are no plan, order, doubt or fear. */
export function supportingUnits(reading: Reading): Unit[] {
  const { rules } = reading
  if (!rules) return reading.units.filter((unit) => unit.section === 'argument')
  return ownUnits(reading).filter(
    (unit) =>
      unit.kind !== 'title' &&
      unit.kind !== 'task' &&
      unit.kind !== 'task-done' &&
      (unit.section === null || unit.section === 'argument') &&
      unit.stems.size >= 2 &&
      isEvidence(reading, unit) &&
      !rules.doubt.test(unit.text) &&
      !rules.report.test(unit.text) &&
      !rules.firstStep.test(unit.text) &&
      !rules.goal.test(unit.text) &&
      !rules.risk.test(unit.text) &&
      !(rules.possibility.test(unit.text) && !rules.reason.test(unit.text)) &&
      !(rules.imperative.test(unit.text) && !rules.reason.test(unit.text)) &&
      !(rules.approach.test(unit.text) && !rules.reason.test(unit.text)) &&
      !(rules.duty.test(unit.text) && !rules.reason.test(unit.text)),
  )
}

/** The part of a sentence between commas and the like that holds a word, when it can stand alone; else the sentence. */
function clauseOf(text: string, word: string): string {
  const parts = text.split(/(?<=[,;:–—])\s+|\s+(?:and then|and|but|und|aber|et|mais|y|pero)\s+/u)
  const part = parts.find((candidate) => candidate.includes(word)) ?? text
  const clause = part.replace(/[,;:–—\s]+$/u, '').replace(/^(?:and then|and|but|und|aber|et|mais|y|pero|so|because) /iu, '')
  return clause.split(' ').length >= 2 && parts.length > 1 && text.length > 60 ? clause : text
}

const order: FindingKind[] = ['absolute', 'cause', 'no-actor', 'comparison', 'vague', 'certainty', 'one-case', 'unsupported', 'term']

function inspect(reading: Reading, unit: Unit, next: Unit | undefined): Finding | null {
  const { rules } = reading
  if (!rules || rules.risk.test(unit.text) || rules.goal.test(unit.text)) return null
  // What somebody else claims is theirs to defend.
  if (rules.priorArt.test(unit.text) || rules.attribution.test(unit.text) || rules.report.test(unit.text)) return null
  const { text } = unit
  // A plan or an order claims nothing yet.
  const plan = rules.imperative.test(text) || rules.approach.test(text)
  const found = (kind: FindingKind, pattern: RegExp): Finding | null => {
    const word = pattern.exec(text)?.[0]
    return word ? { kind, unit, clause: clauseOf(text, word), word, count: 1 } : null
  }
  const supported =
    hasFigure(reading, text) || rules.example.test(text) || (next !== undefined && !next.question && isEvidence(reading, next))
  return (
    found('certainty', rules.certainty) ??
    (plan || /\d/.test(text) ? null : found('absolute', rules.absolute)) ??
    found('no-actor', rules.noActor) ??
    (supported || plan ? null : (found('cause', rules.reason) ?? found('cause', rules.conclusion))) ??
    (rules.than.test(text) || supported ? null : found('comparison', rules.comparative)) ??
    (hasFigure(reading, text) ? null : found('vague', rules.vague)) ??
    found('one-case', rules.oneCase)
  )
}

function undefinedTerm(reading: Reading, core: Unit | null): Finding | null {
  const { rules } = reading
  if (!rules) return null
  const text = ownUnits(reading)
    .map((unit) => unit.text)
    .join('\n')
  for (const term of contentTerms(text, reading.lang).slice(0, 6)) {
    if (term.count < 2 || !rules.abstract.test(term.surface) || term.surface.length < 4 || commonWords.has(term.surface)) continue
    const users = ownUnits(reading).filter((unit) => unit.stems.has(term.key))
    if (users.some((unit) => rules.definition.test(unit.text))) continue
    const user = users.find((unit) => unit === core) ?? users[0]
    if (user) return { kind: 'term', unit: user, clause: user.text, word: term.surface, count: term.count }
  }
  return null
}

/**
 * Where the argument is thin, the worst first, each sentence and each term at most once: absolutes, causes without a case, duties nobody has,
 * comparisons without the other half, amounts without a figure, a key sentence that stands alone, a key term that is never explained.
 */
export function findWeaknesses(reading: Reading, core: Unit | null): Finding[] {
  const units = ownUnits(reading)
  const findings: Finding[] = []
  for (const [i, unit] of units.entries()) {
    if (unit.question || unit.kind === 'task' || unit.kind === 'task-done' || unit.stems.size < 2) continue
    if (unit.section !== null && unit.section !== 'argument' && unit.section !== 'approach' && unit.section !== 'problem') continue
    const finding = inspect(reading, unit, units[i + 1])
    if (finding) findings.push(finding)
  }
  if (
    core &&
    reading.rules &&
    !core.question &&
    !findings.some((finding) => finding.unit === core) &&
    core.stems.size >= 2 &&
    !isEvidence(reading, core)
  ) {
    const after = units[units.indexOf(core) + 1]
    const backed = units.some(
      (unit) => unit !== core && isEvidence(reading, unit) && (unit === after || overlap(unit.stems, core.stems) > 0),
    )
    if (!backed) findings.push({ kind: 'unsupported', unit: core, clause: core.text, word: '', count: 1 })
  }
  const term = undefinedTerm(reading, core)
  if (term) findings.push(term)
  const weight = (finding: Finding) => order.indexOf(finding.kind) - (finding.unit === core ? 4 : 0)
  return findings.sort((a, b) => weight(a) - weight(b) || a.unit.index - b.unit.index)
}

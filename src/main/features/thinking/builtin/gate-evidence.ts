import type { ReadNeighbour } from './clashes'
import { hasFigure } from './findings'
import type { LanguageRules } from './language-rules'
import { withoutImages } from './readable-text'
import { bareWords, ownUnits, type Reading, sameWords, type Unit } from './reading'
import type { Section } from './sections'
import { affirms, saysNothing } from './withheld'

/** What in the text bears on a gate: `shown` settles it, `hint` comes near. */
export interface Evidence {
  shown: Unit | null
  hint: Unit | null
}

/** "We should …" is a plan, not a condition that things have to meet. */
const PERSON = /^(?:I|we|let|ich|wir|je|j'|nous|on|yo|nosotros)(?!\p{L})/iu

const RESERVED = /^(?:but|however|aber|jedoch|mais|pero)(?!\p{L})/iu

const asserts = (unit: Unit) => !unit.question

/** A list entry of a word or two names something, and says nothing of it. */
export const isBare = (unit: Unit) =>
  (unit.kind === 'item' || unit.kind === 'task' || unit.kind === 'task-done') && unit.text.split(/\s+/).length < 3

function search(units: Unit[], section: Section | null, shows: (unit: Unit) => boolean, hints: (unit: Unit) => boolean): Evidence {
  const said = units.filter((unit) => asserts(unit) && !isBare(unit) && !saysNothing(unit.text))
  const filed = section === null ? undefined : said.find((unit) => unit.section === section && unit.kind !== 'title' && unit.stems.size > 0)
  // A sentence of the body shows more than a title does.
  const byBody = [...said].sort((a, b) => Number(a.kind === 'title') - Number(b.kind === 'title'))
  const free = byBody.filter((unit) => unit.kind !== 'task-done')
  return { shown: filed ?? free.find(shows) ?? null, hint: free.find(hints) ?? null }
}

/** What is filed under a heading counts unless it denies or doubts what the heading promises. */
const keeps = (unit: Unit, pattern: RegExp, rules: LanguageRules) => !pattern.test(unit.text) || affirms(unit.text, pattern, rules)

export function problemEvidence(reading: Reading, rules: LanguageRules): Evidence {
  // What might go wrong later is a risk, not a problem that is there.
  const present = (unit: Unit) =>
    !RESERVED.test(unit.text) &&
    !rules.noProblem.test(unit.text) &&
    !rules.imperative.test(unit.text) &&
    (unit.section === null || unit.section === 'argument')
  return search(
    ownUnits(reading).filter((unit) => keeps(unit, rules.problem, rules)),
    'problem',
    (unit) =>
      present(unit) && affirms(unit.text, rules.problem, rules) && !rules.possibility.test(unit.text) && !rules.risk.test(unit.text),
    (unit) => present(unit) && (rules.problemHint.test(unit.text) || rules.problem.test(unit.text)),
  )
}

export function criterionEvidence(reading: Reading, rules: LanguageRules): Evidence {
  return search(
    ownUnits(reading),
    null,
    (unit) =>
      !rules.doubt.test(unit.text) &&
      (affirms(unit.text, rules.goal, rules) ||
        (rules.aim.test(unit.text) && affirms(unit.text, rules.deadline, rules) && hasFigure(reading, unit.text)) ||
        unit.section === 'criterion' ||
        (rules.duty.test(unit.text) && rules.bound.test(unit.text) && !PERSON.test(unit.text))) &&
      (hasFigure(reading, unit.text) || rules.date.test(unit.text)),
    (unit) => unit.section === 'criterion' || rules.goal.test(unit.text) || hasFigure(reading, unit.text),
  )
}

export function scopeEvidence(reading: Reading, rules: LanguageRules): Evidence {
  return search(
    ownUnits(reading),
    'scope',
    (unit) => !rules.doubt.test(unit.text) && affirms(unit.text, rules.scope, rules, 1),
    () => false,
  )
}

export function approachEvidence(reading: Reading, rules: LanguageRules): Evidence {
  // What is doubted is not chosen, wherever it is filed.
  const units = ownUnits(reading).filter((unit) => !rules.doubt.test(unit.text))
  return search(
    units,
    'approach',
    (unit) =>
      unit.kind !== 'task' &&
      (affirms(unit.text, rules.approach, rules) || (rules.imperative.test(unit.text) && unit.stems.size > 0 && unit.section === null)),
    (unit) => rules.duty.test(unit.text) && unit.stems.size > 0,
  )
}

/** Whether a sentence names a risk, rather than deny or doubt that there is one. */
export function namesRisk(unit: Unit, rules: LanguageRules): boolean {
  return asserts(unit) && affirms(unit.text, rules.risk, rules)
}

/** Whether what stands under "Risks" says that there is none. */
export const deniesRisk = (unit: Unit, rules: LanguageRules | null) =>
  saysNothing(unit.text) || (rules !== null && !keeps(unit, rules.risk, rules))

export function riskEvidence(reading: Reading, rules: LanguageRules): Evidence {
  return search(
    ownUnits(reading).filter((unit) => keeps(unit, rules.risk, rules)),
    'risk',
    (unit) =>
      namesRisk(unit, rules) ||
      (unit.kind !== 'title' &&
        rules.possibility.test(unit.text) &&
        affirms(unit.text, rules.harm, rules, 2) &&
        !rules.goal.test(unit.text) &&
        !rules.duty.test(unit.text)),
    (unit) => rules.reservation.test(unit.text),
  )
}

/** "First", "next" at the head of a sentence or under such a heading. */
const LEADS = /^(?:first|next|zuerst|als erstes|als nächstes|d['’]abord|en premier|ensuite|primero|a continuación)(?!\p{L})/iu

export function milestoneEvidence(reading: Reading, rules: LanguageRules): Evidence {
  const units = ownUnits(reading).filter((unit) => !rules.doubt.test(unit.text))
  const acts = (unit: Unit) => rules.approach.test(unit.text) || rules.imperative.test(unit.text) || rules.duty.test(unit.text)
  const does = (unit: Unit) => acts(unit) || rules.taskVerb.test(unit.text)
  const first = (unit: Unit) => rules.firstStep.test(unit.text) || LEADS.test(unit.text)
  const task = units.find((unit) => unit.kind === 'task' && !isBare(unit) && does(unit) && (rules.date.test(unit.text) || first(unit)))
  const found = search(
    // An open task must say what is done.
    units.filter((unit) => unit.kind !== 'task' || does(unit)),
    'milestone',
    (unit) =>
      unit.kind !== 'task' &&
      affirms(unit.text, rules.firstStep, rules) &&
      (acts(unit) || rules.date.test(unit.text) || /[:：]/.test(unit.text)),
    (unit) => unit.kind !== 'title' && (rules.approach.test(unit.text) || (rules.imperative.test(unit.text) && unit.section === null)),
  )
  const dated = units.find(
    (unit) =>
      !unit.question &&
      unit.kind !== 'title' &&
      unit.kind !== 'task-done' &&
      rules.date.test(unit.text) &&
      (affirms(unit.text, rules.approach, rules) || rules.imperative.test(unit.text)),
  )
  return { shown: found.shown ?? task ?? dated ?? null, hint: found.hint }
}

/** A report by its name and year ("DORA 2019", "(Forsgren, 2018)", "the 2021 survey"); months and quarters are no names. */
const NAMED_REPORT =
  /(?<![\p{L}\p{N}])(?!(?:JAN|FEB|MAR|MÄR|APR|MAY|MAI|JUN|JUL|AUG|SEP|SEPT|OCT|OKT|NOV|DEC|DEZ)(?!\p{L}))\p{Lu}{3,}(?: \p{L}+)?,? \(?(?:19|20)\d\d|\(\p{Lu}\p{Ll}+(?: (?:&|and|und|et|y) \p{Lu}\p{Ll}+| et al\.?),? (?:19|20)\d\d|\(\p{Lu}\p{Ll}+, (?:19|20)\d\d\)|(?:[Rr]eport|[Bb]ericht|[Rr]apport|[Ii]nforme|[Ss]tud(?:y|ie)|[Éé]tude|[Ee]studio)(?: \p{L}+){0,2},? \(?(?:19|20)\d\d|(?:19|20)\d\d \p{Lu}[\p{L}]+ (?:[Rr]eport|[Ss]tudy|[Ss]urvey|[Pp]aper)/u

/** Whether a sentence refers to the work of others. A bare link to another note, and an image, review nothing. */
export function namesPriorArt(unit: Unit, rules: LanguageRules | null): boolean {
  if (unit.question) return false
  const raw = withoutImages(unit.raw)
  if (/https?:\/\/|\bdoi:/i.test(raw)) return true
  const links = [...raw.matchAll(/\[\[(?:[^\]|\n]*\|)?([^\]|\n]+)\]\]/g)].map((match) => match[1] ?? '')
  // The sentence must say something of what it links to.
  if (links.length > 0 && unit.stems.size - links.join(' ').split(/[\s-]+/).length >= 2) return true
  if (!rules) return false
  return (
    affirms(unit.text, rules.priorArt, rules) || affirms(unit.text, rules.attribution, rules) || affirms(unit.text, NAMED_REPORT, rules)
  )
}

/** The work of others that the text refers to; an earlier thought counts when the text names its title. */
export function priorArtEvidence(
  reading: Reading,
  rules: LanguageRules | null,
  others: readonly ReadNeighbour[],
): { shown: Unit | null; named: ReadNeighbour | null } {
  const body = reading.thought.body.slice(0, 60_000)
  const plain = ` ${bareWords(body)} `
  const named = others.find(({ neighbour }) => {
    const title = sameWords(neighbour.title)
    return title.length >= 8 && title.includes(' ') && plain.includes(` ${title} `)
  })
  const units = [...ownUnits(reading), ...reading.units.filter((unit) => unit.kind === 'quote')]
  const shown =
    units.find(
      (unit) =>
        unit.section === 'prior-art' &&
        asserts(unit) &&
        unit.stems.size > 0 &&
        !saysNothing(unit.text) &&
        !/^\[\[[^\]]*\]\]$/.test(unit.raw),
    ) ??
    units.find((unit) => namesPriorArt(unit, rules)) ??
    units.find((unit) => unit.kind === 'quote')
  return { shown: shown ?? null, named: named ?? null }
}

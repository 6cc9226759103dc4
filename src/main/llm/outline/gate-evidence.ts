import type { ReadNeighbour } from './clashes'
import { hasFigure } from './findings'
import type { LanguageRules } from './language-rules'
import { bareWords, ownUnits, type Reading, sameWords, type Unit } from './reading'
import type { Section } from './sections'

/** What in the text bears on a gate: `shown` settles it, `hint` comes near. */
export interface Evidence {
  shown: Unit | null
  hint: Unit | null
}

/** "We should …" is a plan, not a condition that things have to meet. */
const PERSON = /^(?:I|we|let|ich|wir|je|j'|nous|on|yo|nosotros)(?!\p{L})/iu

const RESERVED = /^(?:but|however|aber|jedoch|mais|pero)(?!\p{L})/iu

const asserts = (unit: Unit) => !unit.question

function search(units: Unit[], section: Section | null, shows: (unit: Unit) => boolean, hints: (unit: Unit) => boolean): Evidence {
  const filed =
    section === null
      ? undefined
      : units.find((unit) => unit.section === section && unit.kind !== 'title' && asserts(unit) && unit.stems.size > 0)
  // A sentence of the body shows more than a title does.
  const byBody = [...units].sort((a, b) => Number(a.kind === 'title') - Number(b.kind === 'title'))
  const free = byBody.filter((unit) => asserts(unit) && unit.kind !== 'task-done')
  return { shown: filed ?? free.find(shows) ?? null, hint: free.find(hints) ?? null }
}

export function problemEvidence(reading: Reading, rules: LanguageRules): Evidence {
  // What might go wrong later is a risk, not a problem that is there.
  const present = (unit: Unit) =>
    !RESERVED.test(unit.text) &&
    !rules.noProblem.test(unit.text) &&
    !rules.imperative.test(unit.text) &&
    (unit.section === null || unit.section === 'argument')
  return search(
    ownUnits(reading),
    'problem',
    (unit) => present(unit) && rules.problem.test(unit.text) && !rules.possibility.test(unit.text) && !rules.risk.test(unit.text),
    (unit) => present(unit) && (rules.problemHint.test(unit.text) || rules.problem.test(unit.text)),
  )
}

export function criterionEvidence(reading: Reading, rules: LanguageRules): Evidence {
  return search(
    ownUnits(reading),
    null,
    (unit) =>
      (rules.goal.test(unit.text) ||
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
    (unit) => rules.scope.test(unit.text),
    () => false,
  )
}

export function approachEvidence(reading: Reading, rules: LanguageRules): Evidence {
  const units = ownUnits(reading)
  return search(
    units,
    'approach',
    (unit) =>
      unit.kind !== 'task' &&
      !rules.doubt.test(unit.text) &&
      (rules.approach.test(unit.text) || (rules.imperative.test(unit.text) && unit.stems.size > 0 && unit.section === null)),
    (unit) => rules.duty.test(unit.text) && unit.stems.size > 0,
  )
}

export function riskEvidence(reading: Reading, rules: LanguageRules): Evidence {
  return search(
    ownUnits(reading),
    'risk',
    (unit) =>
      rules.risk.test(unit.text) ||
      (unit.kind !== 'title' &&
        rules.possibility.test(unit.text) &&
        rules.harm.test(unit.text) &&
        !rules.goal.test(unit.text) &&
        !rules.duty.test(unit.text)),
    (unit) => rules.reservation.test(unit.text),
  )
}

export function milestoneEvidence(reading: Reading, rules: LanguageRules): Evidence {
  const units = ownUnits(reading)
  const acts = (unit: Unit) => rules.approach.test(unit.text) || rules.imperative.test(unit.text) || rules.duty.test(unit.text)
  const task = units.find((unit) => unit.kind === 'task' && unit.stems.size > 0)
  const found = search(
    units,
    'milestone',
    (unit) =>
      rules.firstStep.test(unit.text) &&
      (acts(unit) || rules.date.test(unit.text) || /[:：]/.test(unit.text)) &&
      !rules.doubt.test(unit.text),
    (unit) => unit.kind !== 'title' && (rules.approach.test(unit.text) || (rules.imperative.test(unit.text) && unit.section === null)),
  )
  const dated = units.find(
    (unit) =>
      !unit.question &&
      unit.kind !== 'title' &&
      rules.date.test(unit.text) &&
      (rules.approach.test(unit.text) || rules.imperative.test(unit.text)),
  )
  return { shown: found.shown ?? task ?? dated ?? null, hint: found.hint }
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
    units.find((unit) => unit.section === 'prior-art' && unit.stems.size > 0) ??
    units.find((unit) => /https?:\/\/|\[\[[^\]]+\]\]|\bdoi:/i.test(unit.raw)) ??
    (rules ? units.find((unit) => !unit.question && (rules.priorArt.test(unit.text) || rules.attribution.test(unit.text))) : undefined) ??
    units.find((unit) => unit.kind === 'quote')
  return { shown: shown ?? null, named: named ?? null }
}

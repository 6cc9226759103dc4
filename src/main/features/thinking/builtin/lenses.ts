import type { Lens } from '../../../../shared/entities'
import { type Finding, isEvidence } from './findings'
import { deniesRisk, namesRisk } from './gate-evidence'
import { invert } from './inversion'
import type { OutlineNeighbour } from './outline-thought'
import { quoted, quotedEnd } from './quote'
import { ownUnits, type Reading, type Unit } from './reading'
import { slightThought } from './slight'
import type { Study } from './study'

type Cite = (neighbour: OutlineNeighbour) => string

const isPlan = ({ rules }: Reading, unit: Unit) => rules !== null && (rules.imperative.test(unit.text) || rules.approach.test(unit.text))

function crack({ kind, clause, word }: Finding): string {
  const text = quoted(clause, 140)
  switch (kind) {
    case 'absolute':
      return `The first crack was ${text}: one exception was enough. Look for that exception now, while it costs nothing.`
    case 'cause':
      return `The cause in ${text} turned out not to be the cause. Take it away in one case now, and see what happens.`
    case 'no-actor':
      return `${text} had no owner, so nobody did it. Write a name beside it.`
    case 'comparison':
      return `Nobody had written down what “${word}” was measured against in ${text}, so nobody could tell. Take the first reading before you begin.`
    case 'vague':
      return `${text} was never counted, and “${word}” turned out to mean something else. Count once, now.`
    case 'certainty':
      return `${text} was taken as given (“${word}”), so nobody looked. Ask one person who doubts it.`
    case 'one-case':
      return `${text} was a single case, and the next one went the other way. Find two more.`
    case 'unsupported':
      return `Nobody had tried it on a real case. Try it once before it grows.`
    case 'term':
      return `Everybody meant something else by “${word}”. Write the one sentence that says what counts.`
  }
}

function preMortem({ reading, core, weaknesses, clashes }: Study, cite: Cite): string {
  const { rules } = reading
  const feared = rules
    ? ownUnits(reading).find(
        (unit) => !unit.question && unit !== core && (namesRisk(unit, rules) || (unit.section === 'risk' && !deniesRisk(unit, rules))),
      )
    : undefined
  const parts = [core?.question ? `A year on, ${quoted(core, 140)} has no answer.` : 'A year on, nothing has come of it.']
  if (feared) parts.push(`You had seen it coming: ${quotedEnd(feared)}`)
  const worst = weaknesses[0]
  if (worst) parts.push(crack(worst))
  const clash = clashes[0]
  if (clash) parts.push(`An earlier thought had warned of it: ${quotedEnd(clash.there)} ${cite(clash.other.neighbour)}`)
  if (parts.length === 1 && core) {
    if (core.question) parts.push('Nobody had said what an answer would look like.')
    else if (isPlan(reading, core))
      parts.push('Begin with the dullest reason: on which day would it have had to start, and what came in between?')
    else
      parts.push(`Nothing in the text hints at why. Whoever reads ${quoted(core, 100)} again will ask first what it was meant to change.`)
  }
  return parts.join(' ')
}

function firstPrinciples({ reading, core, grounds, weaknesses }: Study): string {
  if (!core) return ''
  const facts = grounds.slice(0, 2)
  const term = weaknesses.find((finding) => finding.kind === 'term')
  const goal = core.question ? 'to an answer' : `to ${quoted(core, 100)}`
  const parts: string[] = []
  if (facts.length > 0) {
    parts.push(`Leave the conclusion out, and this stands: ${facts.map((unit) => quotedEnd(unit, 160)).join(' ')}`)
    parts.push(facts.length === 1 ? `Does that alone lead ${goal}?` : `Do these alone lead ${goal}, or is a step missing?`)
  } else if (reading.rules && isPlan(reading, core))
    parts.push(`The text goes straight to ${quotedEnd(core, 140)} Say first what it is a remedy for; then look for a second remedy.`)
  else if (reading.rules && isEvidence(reading, core))
    parts.push(
      `${quoted(core, 140)} is the one thing observed here. Everything else is still to be concluded from it: write the conclusion, then test the step.`,
    )
  else if (reading.rules) {
    parts.push(
      core.question
        ? 'The text gives nothing to answer from: no figure, no case, no reason.'
        : `${quoted(core, 140)} stands on nothing yet: no figure, no case, no reason below it.`,
    )
    parts.push('Write down one thing you have seen yourself, and build from there.')
  } else parts.push(`Everything hangs on ${quotedEnd(core, 140)} Which part of it have you seen yourself, and which have you concluded?`)
  if (term) parts.push(`It also needs a plain meaning of “${term.word}”.`)
  return parts.join(' ')
}

function inversion({ reading, core, clashes }: Study, cite: Cite): string {
  if (!core) return ''
  if (core.question)
    return `Ask instead what would make sure that ${quoted(core, 140)} is never answered. Then see which of that you do already.`
  const turned = reading.lang === 'en' ? invert(core.text) : null
  const order = reading.rules?.imperative.test(core.text) === true
  const suppose = order
    ? `Suppose you did the opposite of ${quoted(core, 140)} for a month. What would you lose, and who would notice?`
    : `Suppose ${quoted(core, 140)} were exactly wrong.`
  const parts = [turned ? `Turn it round: ${quotedEnd(turned, 200)}` : suppose]
  const clash = clashes[0]
  const { rules } = reading
  const own = rules
    ? ownUnits(reading).find((unit) => unit !== core && !unit.question && rules.reservation.test(unit.text) && unit.stems.size >= 2)
    : undefined
  if (clash) parts.push(`Your ${quoted(clash.there, 160)} ${cite(clash.other.neighbour)} already leans that way.`)
  if (own) parts.push(`The text gives some ground itself: ${quotedEnd(own, 160)}`)
  if (!clash && !own && !order)
    parts.push('Nothing in the text speaks for that. Name the person who would say so, and what they would point to.')
  return parts.join(' ')
}

function steelman({ reading, core, grounds, allies }: Study, cite: Cite): string {
  if (!core) return ''
  const best = grounds.slice(0, 2)
  const parts: string[] = []
  if (core.question && best[0])
    parts.push(
      `The question is worth asking because of what you saw: ${quotedEnd(best[0], 160)} An answer would change what you do about it.`,
    )
  else if (core.question)
    parts.push(`The best reason to ask is that an answer would change what you do. Say what, and ${quoted(core, 100)} carries weight.`)
  else if (best.length > 0)
    parts.push(`At its strongest it runs: ${best.map((unit) => quotedEnd(unit, 160)).join(' ')} Hence: ${quotedEnd(core, 140)}`)
  else
    parts.push(
      `The strongest line is ${quotedEnd(core, 140)}${reading.rules && !isEvidence(reading, core) ? ' With one case or figure behind it, it would be hard to wave away.' : ''}`,
    )
  const ally = allies.find(({ unit, words, other }) => words.length >= 2 && isEvidence(other.reading, unit))
  if (ally) parts.push(`Your earlier ${quoted(ally.unit, 160)} ${cite(ally.other.neighbour)} may help it; read the two together.`)
  return parts.join(' ')
}

/** The four lenses in their order, from the thought's own sentences; of a thought that says nothing, what can be said about that. */
export function lookThroughLenses(study: Study, cite: Cite): Lens[] {
  const slight = slightThought(study)
  if (slight) return slight.lenses
  return [
    { lens: 'pre-mortem', text: preMortem(study, cite) },
    { lens: 'first-principles', text: firstPrinciples(study) },
    { lens: 'inversion', text: inversion(study, cite) },
    { lens: 'steelman', text: steelman(study, cite) },
  ]
}

import type { ThesisOutput } from '../../../../shared/entities'
import { type Citations, createCitations } from './citations'
import { criticise } from './counterpoint'
import { isEvidence, isObservation } from './findings'
import { deniesRisk, namesPriorArt, namesRisk } from './gate-evidence'
import { type Judgement, judgeGates } from './gates'
import { lookThroughLenses } from './lenses'
import type { OutlineNeighbour, OutlineThought } from './outline-thought'
import { distinct, gapQuestions, subQuestions } from './questions'
import { listed, quoted, quotedEnd } from './quote'
import { ownUnits, type Unit } from './reading'
import { slightThought } from './slight'
import { type Study, studyThought } from './study'

function supportingArguments({ supports, core, reading, allies }: Study, citations: Citations): string[] {
  const own = supports.slice(0, 4).map((unit) => unit.text)
  if (
    core &&
    core.kind !== 'title' &&
    own.length === 0 &&
    (reading.rules?.reason.test(core.text) || reading.rules?.example.test(core.text))
  )
    own.push(core.text)
  const near = allies
    .filter(({ unit, words, other }) => unit.kind !== 'title' && words.length >= 2 && isEvidence(other.reading, unit))
    .slice(0, 2)
  return distinct([...own, ...near.map(({ unit, other }) => `${quotedEnd(unit)} ${citations.cite(other.neighbour)}`)], 6)
}

function risks({ reading, form, weaknesses, clashes }: Study, { risk }: Judgement, citations: Citations): string[] {
  const { rules } = reading
  const named = ownUnits(reading).filter(
    (unit) =>
      !unit.question &&
      unit.kind !== 'title' &&
      (unit === risk.shown || (rules !== null && namesRisk(unit, rules)) || (unit.section === 'risk' && !deniesRisk(unit, rules))),
  )
  const thin = form === 'list' || form === 'fragment' ? [] : criticise(weaknesses.slice(0, named.length > 2 ? 1 : 2))
  const against = clashes
    .slice(0, 1)
    .map(({ there, other, kind }) =>
      kind === 'figures'
        ? `${quoted(there)} ${citations.cite(other.neighbour)} gives another figure.`
        : `If ${quoted(there)} ${citations.cite(other.neighbour)} is right, this is not.`,
    )
  return distinct([...named.slice(0, 4).map((unit) => unit.text), ...against, ...thin], 6)
}

function priorArt({ reading, allies, clashes }: Study, citations: Citations): string[] {
  const named = [...reading.units].filter(
    (unit) => unit.kind !== 'heading' && (unit.section === 'prior-art' || unit.kind === 'quote' || namesPriorArt(unit, reading.rules)),
  )
  const near = allies.slice(0, 4).map(({ other, unit, words }) => {
    const about = listed(words.map((word) => `“${word}”`))
    return `“${other.neighbour.title}” ${citations.cite(other.neighbour)} shares ${about}${unit.kind === 'title' ? '.' : `: ${quotedEnd(unit)}`}`
  })
  const against = clashes.map(
    ({ other }) => `“${other.neighbour.title}” ${citations.cite(other.neighbour)} says otherwise; see the contradictions.`,
  )
  return distinct(
    [
      ...named
        .filter((unit) => !unit.question)
        .slice(0, 3)
        .map((unit) => unit.text),
      ...near,
      ...against,
    ],
    7,
  )
}

function nextSteps(study: Study, judgement: Judgement, citations: Citations): string[] {
  const { reading, questions, doubts, clashes, core, word } = study
  const slight = slightThought(study)
  if (slight) return slight.steps
  const planned = ownUnits(reading).filter(
    (unit) => !unit.question && (unit.kind === 'task' || unit.section === 'milestone' || unit === judgement.milestone.shown),
  )
  const steps = planned.slice(0, 4).map((unit) => unit.text)
  const clash = clashes[0]
  if (clash)
    steps.push(
      `Settle it with “${clash.other.neighbour.title}” ${citations.cite(clash.other.neighbour)}: keep ${quoted(clash.here, 120)} or ${quoted(clash.there, 120)}.`,
    )
  const asked = questions.find((unit) => unit !== core) ?? doubts[0]
  if (asked) steps.push(`Find out: ${quotedEnd(asked)}`)
  if (!reading.rules) return distinct(steps, 5)
  if (core && !judgement.criterion.shown)
    steps.push(
      core.question
        ? `Write down what an answer to ${quoted(core, 120)} would look like.`
        : isObservation(reading, core)
          ? `Write down what follows from ${quotedEnd(core, 120)}`
          : `Give ${quoted(core, 120)} a figure and a date, so that it can turn out wrong.`,
    )
  if (!judgement.approach.shown && judgement.problem.shown)
    steps.push(`Choose one thing to do about ${quotedEnd(judgement.problem.shown, 120)}`)
  if (judgement.approach.shown && !judgement.milestone.shown)
    steps.push(`Set the first day for ${quotedEnd(judgement.approach.shown, 120)}`)
  if (!judgement.scope.shown && steps.length < 4) steps.push(`Write one line on what stays out when you speak of ${word}.`)
  return distinct(steps, 5)
}

/**
 * 'partially-vetted' needs evidence on three sides: two sentences with a reason, figure or case, an earlier thought or source that bears on it,
 * and half of the gates closed. Nothing that has only read the vault is well researched.
 */
function confidenceOf(study: Study, { gates }: Judgement): 'speculation' | 'partially-vetted' {
  const closed = gates.filter((gate) => gate.status === 'closed')
  const outside = study.allies.length > 0 || closed.some((gate) => gate.gate === 'prior-art-reviewed')
  return study.supports.length >= 2 && outside && closed.length >= 4 && study.clashes.length === 0 ? 'partially-vetted' : 'speculation'
}

const shownText = (unit: Unit | null) => unit?.text

/**
 * The last stage of Deep Think without a model. Every sentence in it is the person's own or a fixed frame around their words; `[n]` names an
 * earlier thought in `sources`. A gate is closed only by a sentence of the text. `expansion` may come from another engine: the questions it
 * lists are kept; `counterpoint` says nothing that is not worked out here again.
 */
export function outlineThesis({
  thought,
  neighbours,
  expansion,
}: {
  thought: OutlineThought
  neighbours: readonly OutlineNeighbour[]
  expansion: string
  counterpoint: string
}): ThesisOutput {
  const study = studyThought(thought, neighbours)
  const citations = createCitations()
  const judgement = judgeGates(study, citations, (evidence) => gapQuestions(study, evidence))
  const own = [...study.questions, ...study.doubts].map((unit) => unit.text)
  const asked = subQuestions(study, ({ allies }) => (allies[0] ? ` ${citations.cite(allies[0].other.neighbour)}` : ''), expansion)
  const problem = shownText(judgement.problem.shown)
  const core = study.core?.text ?? (thought.title.trim() || 'An empty thought.')
  return {
    core,
    ...(problem !== undefined && problem !== core ? { problem_statement: problem } : {}),
    sub_questions: asked,
    supporting_arguments: supportingArguments(study, citations),
    risks: risks(study, judgement, citations),
    prior_art: priorArt(study, citations),
    open_questions: distinct([...own, ...gapQuestions(study, judgement)], 6),
    next_steps: nextSteps(study, judgement, citations),
    confidence: confidenceOf(study, judgement),
    contradictions: study.clashes.map((clash) => clash.contradiction),
    lenses: lookThroughLenses(study, citations.cite),
    gates: judgement.gates,
    sources: citations.sources(),
    dropped_citations: 0,
  }
}

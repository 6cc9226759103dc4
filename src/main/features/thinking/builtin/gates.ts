import { type Gate, type GateName, gateNames } from '../../../../shared/entities'
import type { Citations } from './citations'
import {
  approachEvidence,
  criterionEvidence,
  type Evidence,
  milestoneEvidence,
  priorArtEvidence,
  problemEvidence,
  riskEvidence,
  scopeEvidence,
} from './gate-evidence'
import type { LanguageRules } from './language-rules'
import { listed, quoted, quotedEnd } from './quote'
import { ownUnits } from './reading'
import { languageName } from './rules-for'
import type { Study } from './study'

/** The gates and the sentences they rest on. */
export interface Judgement {
  gates: Gate[]
  problem: Evidence
  criterion: Evidence
  scope: Evidence
  approach: Evidence
  risk: Evidence
  milestone: Evidence
}

const nothing: Evidence = { shown: null, hint: null }

/** What each gate asks, for a language the outline has no rules for. */
const asked: Record<GateName, string> = {
  'problem-stated': 'whether a problem is stated',
  'success-criterion': 'whether something measurable is named',
  'scope-bounded': 'whether a limit is drawn',
  'approach-selected': 'whether a way is chosen',
  'open-questions-resolved': 'whether every question is answered',
  'prior-art-reviewed': 'whether earlier work is weighed',
  'risks-acknowledged': 'whether a risk is named',
  'first-milestone-identified': 'whether a first step is set',
}

type Verdict = [status: Gate['status'], reason: string]
const closed = (reason: string): Verdict => ['closed', reason]
const open = (reason: string): Verdict => ['open', reason]

function problemGate({ topic, core }: Study, { shown, hint }: Evidence): Verdict {
  if (shown) return closed(`The trouble is named: ${quotedEnd(shown)}`)
  if (hint) return open(`${quoted(hint)} comes nearest to a problem; say what is wrong with that, and for whom.`)
  return core?.question
    ? open(`The question ${quoted(core)} does not say what goes wrong while it has no answer.`)
    : open(`Nothing says what goes wrong today with ${topic}; add whom it troubles and how.`)
}

function criterionGate({ word, core }: Study, { shown, hint }: Evidence, rules: LanguageRules): Verdict {
  if (shown) return closed(`There is something to measure: ${quotedEnd(shown)}`)
  if (hint && rules.goal.test(hint.text)) return open(`${quoted(hint)} names a goal without a figure or date that could be missed.`)
  if (hint && hint.section === 'criterion')
    return open(`${quoted(hint)} stands under the goals, but no figure or date says when it is reached.`)
  if (hint) return open(`${quoted(hint)} has a figure, but nothing says which figure would mean success.`)
  return core && !core.question && core.kind !== 'title'
    ? open(`No figure and no date could prove ${quoted(core, 120)} wrong; add one.`)
    : open(`No figure and no date says when ${word} is settled; add one that can be missed.`)
}

function scopeGate({ topic, weaknesses }: Study, { shown }: Evidence): Verdict {
  if (shown) return closed(`A limit is drawn: ${quotedEnd(shown)}`)
  const absolute = weaknesses.find((finding) => finding.kind === 'absolute')
  if (absolute) return open(`${quoted(absolute.clause)} is meant for every case (“${absolute.word}”); say where it stops.`)
  return open(`No limit is drawn for ${topic}; say for whom, when or how long it holds.`)
}

function approachGate({ topic }: Study, { shown, hint }: Evidence, { shown: problem }: Evidence): Verdict {
  if (shown) return closed(`A way is chosen: ${quotedEnd(shown)}`)
  if (hint) return open(`${quoted(hint)} says what ought to be, not what you will do; write the step as your own.`)
  if (problem) return open(`${quoted(problem)} has no answer yet; choose one thing to do about it.`)
  return open(`No action is chosen about ${topic}; write down the one you would try first.`)
}

/** `gaps` are the questions the outline itself asks about the text; with one of them open, the gate is open too. */
function questionGate({ questions, doubts }: Study, gaps: readonly string[], judged: boolean): Verdict {
  const open_ = [...questions, ...doubts]
  const first = open_[0]
  if (first) {
    const more = open_.length > 1 ? ` and ${open_.length - 1} more` : ''
    return open(`${quoted(first)} is still open${more}; answer it, or say that it does not matter.`)
  }
  if (gaps.length > 0)
    return open(
      `You ask nothing yourself, but ${gaps.length === 1 ? 'one question follows' : `${gaps.length} questions follow`} from the text; see the open questions.`,
    )
  return judged
    ? closed('You leave no question open, and none follows from what is missing.')
    : open('The outline cannot tell whether a question is left.')
}

function priorArtGate(study: Study, citations: Citations): Verdict {
  const others = [...study.clashes.map((clash) => clash.other), ...study.allies.map((ally) => ally.other)]
  const { shown, named } = priorArtEvidence(study.reading, study.reading.rules, others)
  if (named) return closed(`The text refers to your thought “${named.neighbour.title}” ${citations.cite(named.neighbour)}.`)
  if (shown) return closed(`Earlier work is named: ${quotedEnd(shown)}`)
  const clash = study.clashes[0]
  if (clash)
    return open(
      `“${clash.other.neighbour.title}” ${citations.cite(clash.other.neighbour)} says otherwise, and the text does not answer it.`,
    )
  const ally = study.allies[0]
  if (ally) {
    const words = listed(ally.words.slice(0, 2).map((word) => `“${word}”`))
    return open(
      `“${ally.other.neighbour.title}” ${citations.cite(ally.other.neighbour)} is about ${words} too, but the text does not refer to it; compare the two.`,
    )
  }
  return open(`No source and no earlier thought is named; add who has dealt with ${study.word} before, or that you found nobody.`)
}

function riskGate({ topic }: Study, { shown, hint }: Evidence, { shown: approach }: Evidence): Verdict {
  if (shown) return closed(`You name what could go wrong: ${quotedEnd(shown)}`)
  if (hint) return open(`${quoted(hint)} holds a reservation, but not what harm could come of it.`)
  return open(
    approach
      ? `Nothing says how ${quoted(approach, 120)} could fail.`
      : `Nothing says what could go wrong with ${topic}; name the likeliest way it fails.`,
  )
}

function milestoneGate({ topic, reading }: Study, { shown, hint }: Evidence, rules: LanguageRules): Verdict {
  if (shown) return closed(`The first step is set: ${quotedEnd(shown)}`)
  const dated = ownUnits(reading).some((unit) => rules.date.test(unit.text))
  if (hint) return open(`${quoted(hint)} has no first day; add a date, or the very next thing to do.`)
  return open(
    dated
      ? `There is a date, but no first step about ${topic} that belongs to it.`
      : `No first step and no date is set about ${topic}; name the next thing to do, and when.`,
  )
}

/** What a text without a statement lacks, and what would give it. */
const lacking: Record<GateName, [lacks: string, write: string]> = {
  'problem-stated': ['states no problem', 'write what goes wrong, and for whom'],
  'success-criterion': ['names nothing to measure', 'write what should be true in the end'],
  'scope-bounded': ['draws no limit', 'write what it is not about'],
  'approach-selected': ['chooses no way', 'write what you would do'],
  'open-questions-resolved': ['neither asks nor answers anything', 'write what you want to know'],
  'prior-art-reviewed': ['weighs no earlier work', 'write who has said something about it'],
  'risks-acknowledged': ['names no risk', 'write what could go wrong'],
  'first-milestone-identified': ['sets no first step', 'write the next thing to do'],
}

function slightGate({ form, core, reading }: Study, gate: GateName, milestone: Evidence): Verdict | null {
  if (form === 'claim' || form === 'question') return null
  if (gate === 'first-milestone-identified' && milestone.shown?.kind === 'task')
    return closed(`The next thing to do is named: ${quotedEnd(milestone.shown)}`)
  const [lacks, write] = lacking[gate]
  if (reading.codeOnly) return open(`The code was not read, and beside it the note ${lacks}; ${write}.`)
  const subject =
    form === 'empty' || !core
      ? 'An empty thought'
      : form === 'list'
        ? `The list ${quoted(core, 80)}`
        : /:\/\//.test(core.text)
          ? 'A link alone'
          : `${quoted(core, 80)} alone`
  return open(`${subject} ${lacks}; ${write}.`)
}

/**
 * The eight gates in their order. One is closed only by a sentence of the text, which its reason quotes; else it is open and the reason says
 * what is missing. For a language without rules all are open, and say so.
 */
export function judgeGates(
  study: Study,
  citations: Citations,
  gapsOf: (judgement: Omit<Judgement, 'gates'>) => readonly string[],
): Judgement {
  const { reading } = study
  const { rules } = reading
  const evidence = {
    problem: rules ? problemEvidence(reading, rules) : nothing,
    criterion: rules ? criterionEvidence(reading, rules) : nothing,
    scope: rules ? scopeEvidence(reading, rules) : nothing,
    approach: rules ? approachEvidence(reading, rules) : nothing,
    risk: rules ? riskEvidence(reading, rules) : nothing,
    milestone: rules ? milestoneEvidence(reading, rules) : nothing,
  }
  const verdict = (gate: GateName): Verdict => {
    const bare = slightGate(study, gate, evidence.milestone)
    if (bare) return bare
    if (gate === 'open-questions-resolved' && (rules || study.questions.length > 0))
      return questionGate(study, gapsOf(evidence), rules !== null && ownUnits(reading).length >= 3)
    if (!rules)
      return open(
        `The built-in outline has no rules for ${languageName(reading.lang)}, so it cannot tell ${asked[gate]}; judge it yourself, or choose a model.`,
      )
    if (gate === 'problem-stated') return problemGate(study, evidence.problem)
    if (gate === 'success-criterion') return criterionGate(study, evidence.criterion, rules)
    if (gate === 'scope-bounded') return scopeGate(study, evidence.scope)
    if (gate === 'approach-selected') return approachGate(study, evidence.approach, evidence.problem)
    if (gate === 'prior-art-reviewed') return priorArtGate(study, citations)
    if (gate === 'risks-acknowledged') return riskGate(study, evidence.risk, evidence.approach)
    return milestoneGate(study, evidence.milestone, rules)
  }
  const gates = gateNames.map((gate): Gate => {
    const [status, reason] = verdict(gate)
    return { gate, status, reason }
  })
  return { gates, ...evidence }
}

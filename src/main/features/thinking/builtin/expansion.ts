import { hasFigure, isEvidence } from './findings'
import { lookThroughLenses } from './lenses'
import type { OutlineNeighbour, OutlineThought } from './outline-thought'
import { subQuestions } from './questions'
import { listed, quoted, quotedEnd } from './quote'
import type { Reading, Unit } from './reading'
import { languageName } from './rules-for'
import { slightThought } from './slight'
import { type Study, studyThought } from './study'

const titles: Record<string, string> = {
  'pre-mortem': 'Pre-mortem',
  'first-principles': 'First principles',
  inversion: 'Inversion',
  steelman: 'Steelman',
}

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n')

function thesis({ core, grounds, reading }: Study): string {
  if (!core) return ''
  if (core.question)
    return `The thought is a question: ${quotedEnd(core)} Until it has an answer that could turn out wrong, there is a direction here but no thesis.`
  const ground = grounds.slice(0, 2).map((unit) => quoted(unit, 140))
  const rest =
    ground.length > 0
      ? `It rests on ${listed(ground)}.`
      : reading.rules
        ? bareGround(reading, core)
        : `The built-in outline has no rules for ${languageName(reading.lang)}, so it shows the sentence that holds most of the thought, and asks; it does not judge.`
  return `**Thesis.** ${quotedEnd(core, 280)} ${rest}`
}

function bareGround(reading: Reading, core: Unit): string {
  const { rules } = reading
  if (rules?.imperative.test(core.text) || rules?.approach.test(core.text)) return 'What it is a remedy for is not said.'
  return isEvidence(reading, core)
    ? 'That is an observation; what follows from it is still to be said.'
    : 'No reason, figure or example stands beside it yet.'
}

function implications({ reading, core, clashes, allies, supports }: Study): string[] {
  if (!core || core.question) return []
  const found: string[] = []
  const { rules } = reading
  const drawn = rules
    ? reading.units.find(
        (unit) => !unit.question && unit !== core && rules.conclusion.test(unit.text) && unit.kind !== 'quote' && unit.kind !== 'heading',
      )
    : undefined
  if (drawn) found.push(`You draw it yourself: ${quotedEnd(drawn)}`)
  const clash = clashes[0]
  if (clash) found.push(`Then ${quoted(clash.there)} from “${clash.other.neighbour.title}” cannot stand as you wrote it.`)
  const ally = allies[0]
  if (ally)
    found.push(
      `Then it bears on “${ally.other.neighbour.title}”${ally.unit.kind === 'title' ? '.' : `, where you wrote: ${quotedEnd(ally.unit)}`}`,
    )
  const figure = supports.find((unit) => hasFigure(reading, unit.text))
  if (figure) found.push(`Then ${quoted(figure)} is the figure that the next one has to be held against.`)
  return found.slice(0, 3)
}

/**
 * The first stage of Deep Think without a model: the thesis in the person's own words, the questions that decide it, what follows from it,
 * and the four lenses. Markdown; deterministic; at most a few hundred words whatever the length of the thought.
 */
export function outlineExpansion({ thought, neighbours }: { thought: OutlineThought; neighbours: readonly OutlineNeighbour[] }): {
  text: string
} {
  const study = studyThought(thought, neighbours)
  const slight = slightThought(study)
  const parts = [slight ? slight.summary : thesis(study)]
  const asked = subQuestions(study, () => '')
  if (asked.length > 0) parts.push(`**Sub-questions**\n\n${bullets(asked)}`)
  const follows = slight ? [] : implications(study)
  if (follows.length > 0) parts.push(`**If it holds**\n\n${bullets(follows)}`)
  if (study.form !== 'empty')
    for (const { lens, text } of lookThroughLenses(study, () => '')) parts.push(`**${titles[lens]}.** ${text.replace(/ +/g, ' ').trim()}`)
  return { text: parts.join('\n\n') }
}

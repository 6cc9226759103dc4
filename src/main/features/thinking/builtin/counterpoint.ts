import type { Finding } from './findings'
import { isEvidence } from './findings'
import type { OutlineNeighbour, OutlineThought } from './outline-thought'
import { listed, quoted, quotedEnd } from './quote'
import { languageName } from './rules-for'
import { slightThought } from './slight'
import { type Study, studyThought } from './study'

/** Findings as sentences of criticism; what holds for all of a kind is said with the first. */
export function criticise(findings: readonly Finding[]): string[] {
  const firstAbsolute = findings.find((finding) => finding.kind === 'absolute')
  return findings.map((finding) => `${criticism(finding)}${finding === firstAbsolute ? ' One counter-example undoes it.' : ''}`)
}

function criticism({ kind, clause, word, count }: Finding): string {
  const text = quoted(clause)
  switch (kind) {
    case 'absolute':
      return `${text} allows no exception (“${word}”).`
    case 'cause':
      return `${text} claims a cause (“${word}”) without a case or figure that shows it.`
    case 'no-actor':
      return `${text} leaves out who does it.`
    case 'comparison':
      return `${text} compares (“${word}”) without saying with what.`
    case 'vague':
      return `${text} leans on “${word}” and gives no figure.`
    case 'certainty':
      return `${text} is called certain (“${word}”), not argued.`
    case 'one-case':
      return `${text} is one case; it shows that it can be so, not that it is.`
    case 'unsupported':
      return `${text} stands alone: no reason, figure or example comes with it.`
    case 'term':
      return `“${word}” carries the argument ${count === 2 ? 'twice' : `${count} times`} and is never pinned down.`
  }
}

function devilsAdvocate(study: Study): string {
  const { core, grounds, weaknesses, clashes, reading } = study
  if (!core) return ''
  if (core.question)
    return `Somebody who finds the question idle would ask what you would do differently with an answer to ${quoted(core, 140)}. The text does not say.`
  const granted = grounds[0]
  const worst = weaknesses.find((finding) => finding.unit !== granted)
  const clash = clashes[0]
  if (clash?.kind === 'figures')
    return `Your own earlier figure stands against this one: ${quotedEnd(clash.there)} Say which was measured, how, and when.`
  if (clash)
    return `Your own earlier sentence argues against this thought: ${quotedEnd(clash.there)} As long as both stand, you hold two positions.`
  if (granted && worst)
    return `One can grant ${quoted(granted, 140)} and still deny ${quoted(core, 140)}: the first does not force the second.`
  if (granted) return `One can grant ${quoted(granted, 140)} and still ask whether it bears on ${quotedEnd(core, 140)}`
  if (!reading.rules)
    return `Whoever disagrees with ${quoted(core, 140)} would begin with the case you did not write about. Which one is it?`
  if (isEvidence(reading, core))
    return `One can grant every word of ${quoted(core, 140)} and ask: so what? The text does not draw the conclusion.`
  if (reading.rules.imperative.test(core.text) || reading.rules.approach.test(core.text))
    return `Whoever would not do it needs no argument: the text does not say what ${quoted(core, 140)} is a remedy for.`
  return `Whoever denies ${quoted(core, 140)} has nothing to refute: the text gives no figure and no case. That is comfortable, but it is no strength.`
}

/** The earlier thoughts that come close, with the words they share; '' when none does. */
function nearby({ allies }: Study): string {
  if (allies.length === 0) return ''
  const lines = allies.slice(0, 3).map(({ other, unit, words }) => {
    const same = unit.kind === 'title' ? '.' : `: ${quotedEnd(unit)}`
    return `- “${other.neighbour.title}” also turns on ${listed(words.map((word) => `“${word}”`))}${same}`
  })
  return `**Prior art among your thoughts**\n\n${lines.join('\n')}`
}

/**
 * The second stage of Deep Think without a model: where the text is weak, which earlier thoughts it clashes with, which come close, and the
 * strongest case against it. Markdown; every quotation is from the thought or a neighbour.
 */
export function outlineCounterpoint({
  thought,
  neighbours,
}: {
  thought: OutlineThought
  neighbours: readonly OutlineNeighbour[]
  expansion: string
}): { text: string } {
  const study = studyThought(thought, neighbours)
  const { weaknesses, clashes, reading, core } = study
  const slight = slightThought(study)
  if (!core || slight) return { text: [slight?.summary, nearby(study)].filter(Boolean).join('\n\n') }
  const parts: string[] = []
  const seen = new Set<Finding['kind']>()
  // Two of a kind are enough to see a habit.
  const picked = weaknesses.filter((finding, i) => {
    const again = seen.has(finding.kind)
    seen.add(finding.kind)
    return !again || i < 3
  })
  if (picked.length > 0)
    parts.push(
      `**Where it is thin**\n\n${criticise(picked.slice(0, 5))
        .map((line) => `- ${line}`)
        .join('\n')}`,
    )
  else if (!reading.rules)
    parts.push(
      `The built-in outline has no rules for ${languageName(reading.lang)}; it compares words with your earlier thoughts, and leaves the judging to you.`,
    )
  else if (isEvidence(reading, core))
    parts.push(
      `**Where it is thin.** No absolute, no bare cause and no missing figure stands out. Whether ${quoted(core, 140)} is right is then a matter of fact: go and look.`,
    )
  if (clashes.length > 0) {
    const lines = clashes.map(
      ({ contradiction, there }) => `- In “${contradiction.title}” you wrote ${quotedEnd(there)} ${contradiction.reason}`,
    )
    parts.push(`**Against your earlier thoughts**\n\n${lines.join('\n')}`)
  }
  const near = nearby(study)
  if (near !== '') parts.push(near)
  else if (clashes.length === 0)
    parts.push(
      '**Prior art among your thoughts.** None of your earlier thoughts shares its words. Either it is new to you, or you called it something else then.',
    )
  parts.push(`**Devil’s advocate.** ${devilsAdvocate(study)}`)
  return { text: parts.join('\n\n') }
}

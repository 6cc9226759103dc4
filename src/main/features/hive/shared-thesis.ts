import { type EngineLabel, gateNames, type ThesisOutput } from '../../../shared/entities'
import type { SharedThesis } from '../../../shared/hive-texts'
import { cleanPeerText } from './peer-text'

export interface ThesisToShare {
  /** Null when even its core cannot go. */
  thesis: SharedThesis | null
  /** Points that stay here because they cite, name or quote another thought. */
  leftOut: number
}

/** So many words in a row that stand in another thought, and not in this one, are a quotation of it. */
const QUOTED_WORDS = 6
/** Of the thought itself, and of each other one, so many characters are looked at; a thesis is made of less of another one. */
const LOOKED_AT = { own: 100_000, other: 6000 }
/** Titles of fewer letters are words that anybody may use. */
const SHORTEST_TITLE = 8

const citation = /\[(?:\d{1,3}|item:[^\]]*)\]/

/** Words, or single letters where a script has no spaces. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu) ?? []
  )
}

function runsOf(text: string): string[] {
  const words = wordsOf(text)
  return words.slice(0, Math.max(0, words.length - QUOTED_WORDS + 1)).map((_, at) => words.slice(at, at + QUOTED_WORDS).join(' '))
}

/**
 * A thesis without what is of other thoughts: contradictions and sources never go, nor any point that cites a thought, has its title in it, or
 * six words in a row of it. `others` are the thoughts that it may have been made with. The reason of such a gate is left empty.
 */
export function toSharedThesis(
  output: ThesisOutput,
  madeBy: EngineLabel['kind'],
  own: { title: string; body: string },
  others: readonly { title: string; body: string }[],
): ThesisToShare {
  const ownText = `${own.title}\n${own.body.slice(0, LOOKED_AT.own)}`
  const ownRuns = new Set(runsOf(ownText))
  const foreign = new Set(
    others.flatMap(({ title, body }) => runsOf(`${title}\n${body.slice(0, LOOKED_AT.other)}`)).filter((run) => !ownRuns.has(run)),
  )
  const squeeze = (text: string) => wordsOf(text).join(' ')
  const ownWords = squeeze(ownText)
  const titles = others.map(({ title }) => squeeze(title)).filter((title) => title.length >= SHORTEST_TITLE && !ownWords.includes(title))
  let leftOut = 0
  const isForeign = (text: string) =>
    citation.test(text) || titles.some((title) => squeeze(text).includes(title)) || runsOf(text).some((run) => foreign.has(run))
  const mayGo = (text: string) => {
    if (!isForeign(text)) return true
    leftOut += 1
    return false
  }

  const core = output.core.replace(new RegExp(`\\s*${citation.source}`, 'g'), '').trim()
  if (core === '' || isForeign(core)) return { thesis: null, leftOut: 0 }
  const { problem_statement: problem, confidence } = output
  const thesis: SharedThesis = {
    core,
    ...(problem !== undefined && mayGo(problem) ? { problem_statement: problem } : {}),
    sub_questions: output.sub_questions.filter(mayGo),
    supporting_arguments: output.supporting_arguments.filter(mayGo),
    risks: output.risks.filter(mayGo),
    prior_art: output.prior_art.filter(mayGo),
    open_questions: output.open_questions.filter(mayGo),
    next_steps: output.next_steps.filter(mayGo),
    ...(confidence === undefined ? {} : { confidence }),
    lenses: output.lenses.filter(({ text }) => mayGo(text)).map(({ lens, text }) => ({ lens, text })),
    gates: output.gates.map(({ gate, status, reason }) => ({ gate, status, reason: mayGo(reason) ? reason : '' })),
    made_by: madeBy,
  }
  return { thesis, leftOut }
}

/** The thesis of a peer as one of this vault. It cites nothing here: what looks like a citation is taken out. */
export function fromSharedThesis(thesis: SharedThesis): ThesisOutput {
  const clean = (text: string) =>
    cleanPeerText(text)
      .text.replace(new RegExp(`\\s*${citation.source}`, 'g'), '')
      .trim()
  const list = (texts: readonly string[]) => texts.map(clean).filter((text) => text !== '')
  const problem = clean(thesis.problem_statement ?? '')
  return {
    core: clean(thesis.core) || '–',
    ...(problem === '' ? {} : { problem_statement: problem }),
    sub_questions: list(thesis.sub_questions),
    supporting_arguments: list(thesis.supporting_arguments),
    risks: list(thesis.risks),
    prior_art: list(thesis.prior_art),
    open_questions: list(thesis.open_questions),
    next_steps: list(thesis.next_steps),
    ...(thesis.confidence === undefined ? {} : { confidence: thesis.confidence }),
    contradictions: [],
    lenses: thesis.lenses.map(({ lens, text }) => ({ lens, text: clean(text) })),
    // In the fixed order, and a gate that a peer left out is open.
    gates: gateNames.map((gate) => {
      const given = thesis.gates.find((each) => each.gate === gate)
      return { gate, status: given?.status ?? 'open', reason: clean(given?.reason ?? '') }
    }),
    sources: [],
    dropped_citations: 0,
  }
}

import type { Engine, ThinkingContext } from '../../core/jobs/engine'
import { countTokens } from '../../core/llm/count-tokens'
import { fitTokens } from '../thinking/compose-prompt'
import { digestToFit, type PromptRoom } from '../thinking/digest'
import type { PartReader } from '../thinking/part-reader'
import { fence } from '../thinking/prompt-text'

/** The thought that a plan is about, as the run has read it. */
export interface StepSubject {
  title: string
  body: string
}

export interface StepPromptParts {
  system: string
  subject: StepSubject
  /** Words that stand before everything and are never cut: the goal, the task. */
  before: string
  /** What the step is given, each with the words around it; `wrap` sets it apart. */
  sections: readonly { text: string; wrap: (text: string) => string }[]
}

/** Of what the words before leave free, the part that the thought may take when the sections would fill the rest. */
const SUBJECT_SHARE = 0.4
/** Tokens for marks and line ends. */
const MARKS = 24

/**
 * The prompt of a step within the tokens of `room`: the thought, condensed in parts where it does not fit, and the results it is given,
 * of which the long ones lose their middle while short ones stay whole.
 */
export async function stepPrompt(
  engine: Engine,
  { system, subject, before, sections }: StepPromptParts,
  room: PromptRoom,
  thinking: ThinkingContext,
  reader: PartReader,
): Promise<string> {
  const title = `Title: ${subject.title}`
  const whole = () => [before, title, ...sections.map(({ text, wrap }) => wrap(text))].filter((text) => text !== '').join('\n\n')
  // Without a model nobody reads it.
  if (engine.contextTokens() === Number.POSITIVE_INFINITY) return whole()
  const left = Math.max(512, room.prompt - countTokens(system + before + title) - MARKS * (sections.length + 2))
  const wanted = sections.map(({ text }) => countTokens(text))
  const forSections = wanted.reduce((sum, tokens) => sum + tokens, 0)
  const bodyRoom = Math.max(256, left - Math.min(forSections, Math.floor(left * (1 - SUBJECT_SHARE))))
  const body = await digestToFit(engine, subject.body, bodyRoom, room.context, thinking, reader)
  const shares = fairShares(wanted, Math.max(0, left - countTokens(body)))
  const shown = sections.map(({ text, wrap }, index) => wrap(fitTokens(text, shares[index] ?? 0)))
  return [before, title, fence('note', body), ...shown].filter((text) => text !== '').join('\n\n')
}

/** Shares of `total` for parts that want so much each: none gets more than it wants, and those that want more get equally much. */
export function fairShares(wanted: readonly number[], total: number): number[] {
  const shares = wanted.map(() => 0)
  let left = total
  const open = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0))
  for (const [done, index] of open.entries()) {
    const share = Math.min(wanted[index] ?? 0, Math.floor(left / (open.length - done)))
    shares[index] = share
    left -= share
  }
  return shares
}

import type { Engine, ThinkingContext } from '../../core/jobs/engine'
import { countTokens } from '../../core/llm/count-tokens'
import { digestToFit, type PromptRoom } from './digest'
import type { PartReader } from './part-reader'
import { fence, fitBody, listNeighbours } from './prompt-text'

export interface PromptParts {
  system: string
  title: string
  body: string
  /** What earlier stages wrote, by name. */
  sections: readonly { name: string; text: string }[]
  /** Earlier thoughts that may be cited; null where a stage gets none. */
  neighbours: readonly { id: string; title: string; body: string; createdAt: number }[] | null
}

/** Of the room, what may go to everything that is not the thought itself. */
const CONTEXT_SHARE = 0.45

/**
 * The prompt of a thinking stage within `room` tokens. The thought is kept whole where it fits and condensed in parts where not; what
 * earlier stages wrote and the earlier thoughts lose their middle first.
 */
export async function composePrompt(
  engine: Engine,
  parts: PromptParts,
  room: PromptRoom,
  context: ThinkingContext,
  reader: PartReader,
): Promise<string> {
  const left = room.prompt - countTokens(parts.system + parts.title) - 64
  const extras = [
    ...parts.sections.map(({ name, text }) => fence(name, text)),
    ...(parts.neighbours === null ? [] : [`Earlier thoughts:\n\n${listNeighbours(parts.neighbours)}`]),
  ]
  const shown = extras.map((text) => fitTokens(text, Math.floor((left * CONTEXT_SHARE) / extras.length)))
  const bodyRoom = Math.max(256, left - shown.reduce((sum, text) => sum + countTokens(text), 0))
  const body =
    engine.contextTokens() === Number.POSITIVE_INFINITY
      ? ''
      : await digestToFit(engine, parts.body, bodyRoom, room.context, context, reader)
  return [`Title: ${parts.title}`, fence('note', body), ...shown].join('\n\n')
}

/** Cuts the middle out of a text until it is within a number of tokens, or next to nothing is left. */
export function fitTokens(text: string, limit: number): string {
  let fitted = text
  let room = text.length
  // What stands for the middle has some length of its own, so it is the room that must shrink, not the text.
  for (let tokens = countTokens(fitted); tokens > limit && room > 40; tokens = countTokens(fitted)) {
    room = Math.floor(room * Math.min(0.95, limit / tokens)) - 1
    fitted = fitBody(text, Math.max(2, room))
  }
  return fitted
}

import type { JobContext } from '../../core/jobs/define-job'
import type { Engine, ThinkingContext } from '../../core/jobs/engine'
import { countTokens } from '../../core/llm/count-tokens'
import { RetryLater } from '../../core/queue/job-rules'
import { fairShares } from '../../core/text/fair-shares'
import type { ItemRow } from '../items/item-store'
import { fitTokens } from '../thinking/compose-prompt'
import { digestToFit, type PromptRoom } from '../thinking/digest'
import { createPartReader, type PartReaderDeps } from '../thinking/part-reader'
import { fence, fitBody } from '../thinking/prompt-text'

/** No note takes more of a prompt than this, however large the context: a briefing says a few sentences of each. */
const MOST_TOKENS = 1200
/** What stands around each note: number, title, date, marks. */
const FRAME_TOKENS = 60
/** Characters after which the tokens of a body are not counted any more; it is above the most in every script. */
const COUNTED = 12_000

export interface NotesDeps extends PartReaderDeps {
  engine: Engine
  /** Milliseconds of a clock that never goes back. */
  elapsed: () => number
}

/**
 * The notes of a briefing, numbered from 1, within the room of a prompt. A note that is longer than its share is told by its summary with its
 * beginning and end; one without a summary is read in parts where it is much longer, which is kept for the next time.
 */
export async function notesForBriefing(
  deps: NotesDeps,
  items: readonly ItemRow[],
  room: PromptRoom,
  job: JobContext,
  thinking: ThinkingContext,
): Promise<string> {
  if (room.prompt === Number.POSITIVE_INFINITY) return ''
  const began = deps.elapsed()
  const wants = items.map(({ body }) => (body.length > COUNTED ? MOST_TOKENS : Math.min(MOST_TOKENS, countTokens(body))))
  const shares = fairShares(wants, room.prompt - FRAME_TOKENS * items.length)
  const notes: string[] = []
  for (const [index, item] of items.entries()) {
    const text = await textOf(item, shares[index] ?? 0)
    const day = new Date(item.created_at).toISOString().slice(0, 10)
    notes.push(`[${index + 1}] ${beginning(item.title, FRAME_TOKENS / 2)} (${day})\n${fence('note', text)}`)
  }
  return notes.join('\n\n')

  async function textOf(item: ItemRow, share: number): Promise<string> {
    // Six characters a token are more than any script has, so nothing that would fit is cut off here.
    const tokens = item.body.length > COUNTED ? Number.POSITIVE_INFINITY : countTokens(item.body)
    if (tokens <= share) return item.body
    const ends = (left: number) => (left < 40 ? '' : fitTokens(fitBody(item.body, left * 6), left))
    if (item.summary !== '') {
      const summary = beginning(item.summary, Math.max(20, share))
      return [summary, ends(share - countTokens(summary) - 10)].filter((text) => text !== '').join('\n\n')
    }
    if (tokens <= share * 2 || share < 64) return ends(share)
    if (deps.elapsed() - began > deps.timeoutMs() / 2)
      throw new RetryLater(
        0,
        'Some of these thoughts are long: they are read in parts, and the reading goes on from the last one.',
        'PART_READ',
      )
    return digestToFit(deps.engine, item.body, share, room.context, thinking, createPartReader(deps, item.id, job))
  }
}

/** The first words of a text, within a number of tokens. */
function beginning(text: string, limit: number): string {
  let cut = text.slice(0, limit * 6)
  while (cut !== '' && countTokens(cut) > limit) cut = cut.slice(0, Math.floor(cut.length * 0.9))
  return cut === text ? text : `${cut.replace(/[\uD800-\uDBFF]$/, '').trimEnd()}…`
}

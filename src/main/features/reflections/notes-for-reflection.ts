import { countTokens, nextTurn } from '../../core/llm/count-tokens'
import { fairShares } from '../../core/text/fair-shares'
import type { ItemRow } from '../items/item-store'
import { fitTokens } from '../thinking/compose-prompt'
import type { PromptRoom } from '../thinking/digest'
import { fence } from '../thinking/prompt-text'
import type { ThesisStore } from '../thinking/thesis-store'

/** No note takes more of a prompt than this: what repeats and clashes shows in what a note says first and last. */
const MOST_TOKENS = 800
/** What stands around each note: number, title, date, marks. */
const FRAME_TOKENS = 50
/** A note of fewer tokens than this says nothing. */
const LEAST_TOKENS = 40
/** Characters after which a text is certainly above its most, and is not counted. */
const COUNTED = 8_000

export interface NumberedNotes {
  text: string
  /** The items in the prompt; `[1]` is the first. */
  items: ItemRow[]
}

/**
 * As many of the items as find room in a prompt, in their order, numbered from 1. Each is told by its text where that fits into its share, and
 * otherwise by what its thesis comes to, its summary, and its beginning and end.
 */
export async function notesForReflection(
  items: readonly ItemRow[],
  room: PromptRoom,
  theses: Pick<ThesisStore, 'newestDone'>,
  signal: AbortSignal,
): Promise<NumberedNotes> {
  if (room.prompt === Number.POSITIVE_INFINITY) return { text: '', items: [...items] }
  const kept = items.slice(0, Math.max(1, Math.floor(room.prompt / (FRAME_TOKENS + LEAST_TOKENS))))
  const texts: string[] = []
  for (const item of kept) {
    texts.push(tellItem(item, theses.newestDone(item.id)?.output?.core ?? ''))
    await nextTurn()
    signal.throwIfAborted()
  }
  const wants = texts.map((text) => (text.length > COUNTED ? MOST_TOKENS : Math.min(MOST_TOKENS, countTokens(text))))
  const shares = fairShares(wants, room.prompt - FRAME_TOKENS * kept.length)
  const notes: string[] = []
  for (const [index, item] of kept.entries()) {
    const share = shares[index] ?? LEAST_TOKENS
    // Six characters a token are more than any script has, so that little is counted that cannot fit.
    const text = fitTokens(clip(texts[index] ?? '', share * 8), share)
    const day = new Date(item.created_at).toISOString().slice(0, 10)
    notes.push(`[${index + 1}] ${clip(item.title.replace(/\s+/g, ' '), 120)} (${day})\n${fence('note', text)}`)
    await nextTurn()
    signal.throwIfAborted()
  }
  return { text: notes.join('\n\n'), items: kept }
}

/** The text itself where it is short; else first what it comes to, and then its two ends. */
function tellItem({ body, summary }: ItemRow, core: string): string {
  if (body.length <= COUNTED / 2) return body
  return [core.replace(/\s*\[\d+\]/g, ''), summary, clip(body, COUNTED / 2)].filter((text) => text !== '').join('\n\n')
}

function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const half = Math.floor(limit / 2)
  const [head, tail] = [text.slice(0, half).replace(/[\ud800-\udbff]$/, ''), text.slice(-half).replace(/^[\udc00-\udfff]/, '')]
  return `${head} […] ${tail}`
}

import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import type { BotApi } from './bot-api'
import type { BotReply } from './telegram-take'

/** A reply that Telegram wants later than this is left out. */
const LONGEST_WAIT_MS = 60_000

/** Says in the chats what became of their messages, one reply after the other. A reply that cannot be sent is lost, which does no harm. */
export function createTelegramReplies(api: BotApi, signal: AbortSignal) {
  let turn: Promise<void> = Promise.resolve()

  async function sendOne({ chatId, text, messageId }: BotReply): Promise<void> {
    try {
      await api.sendMessage(chatId, text, messageId, signal)
    } catch (error) {
      const wait = error instanceof AppError ? error.data?.retryAfterMs : undefined
      if (typeof wait !== 'number' || wait > LONGEST_WAIT_MS) return
      await delay(wait, undefined, { signal, ref: false })
      await api.sendMessage(chatId, text, messageId, signal)
    }
  }

  return {
    send(replies: readonly BotReply[]): void {
      for (const reply of together(replies)) {
        turn = turn.then(() => (signal.aborted ? undefined : sendOne(reply))).catch(() => undefined)
      }
    },
    done: () => turn,
  }
}

/** What was saved of one chat, in one reply to its last message. */
function together(replies: readonly BotReply[]): BotReply[] {
  const saved = new Map<string, BotReply[]>()
  for (const reply of replies) if (reply.kind === 'saved') saved.set(reply.chatId, [...(saved.get(reply.chatId) ?? []), reply])
  const sums = [...saved.values()].flatMap((group) => {
    const last = group.at(-1)
    return last ? [{ ...last, text: group.length === 1 ? last.text : `Saved ${group.length} thoughts.` }] : []
  })
  return [...replies.filter(({ kind }) => kind !== 'saved'), ...sums]
}

import type { Job, ModelCall } from '../../../shared/entities'
import { formatNumber } from '../../ui/format-time'

/** Whether the server told, by its own count, that it read only a part of what it was sent (src/main/core/llm/generate.ts). */
export function readOnlyPart(call: Pick<ModelCall, 'finishReason'>): boolean {
  return /^read-only-part\b/.test(call.finishReason ?? '')
}

/** Tokens that the text of such a call had at the least; null where the record does not say. */
function leastTokens(call: Pick<ModelCall, 'finishReason'>): number | null {
  const least = / of (\d+)$/.exec(call.finishReason ?? '')?.[1]
  return least === undefined ? null : Number(least)
}

/**
 * What to tell of a job whose last attempt rests on a part of its text only, and what to do about it; null when all was read. A job
 * looks done all the same, so this is said on its page and not only beside the call.
 */
export function partReadAdvice(job: Pick<Job, 'attemptsLog'>): { what: string; advice: string } | null {
  const calls = (job.attemptsLog.at(-1)?.calls ?? []).filter(readOnlyPart)
  const share = (call: ModelCall) => (call.promptTokens ?? 0) / (leastTokens(call) ?? Number.POSITIVE_INFINITY)
  const [worst] = [...calls].sort((one, other) => share(one) - share(other))
  if (worst === undefined) return null
  const least = leastTokens(worst)
  const read = worst.promptTokens === null ? null : formatNumber(worst.promptTokens)
  const count = read === null ? '' : least === null ? ` (${read} tokens)` : ` (${read} of at least ${formatNumber(least)} tokens)`
  const what =
    calls.length === 1
      ? `The server read only a part of the text${count}, and the result rests on that part.`
      : `In ${formatNumber(calls.length)} calls the server read only a part of the text${count === '' ? '' : `, the least in one of them${count}`}, and the result rests on those parts.`
  return {
    what,
    advice: 'Raise the context of the server, for Ollama num_ctx, or set Context in Settings lower. Then have this done again.',
  }
}

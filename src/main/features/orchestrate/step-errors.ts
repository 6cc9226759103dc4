import { AppError } from '../../../shared/errors'
import { GiveUp, RetryLater } from '../../core/queue/job-rules'

/** What no other plan mends: the thought is gone or may not be sent, or the server refuses everything. */
const forAll = new Set(['ITEM_NOT_FOUND', 'ITEM_PRIVATE', 'MODEL_KEY_REFUSED', 'MODEL_UNKNOWN', 'MODEL_QUOTA_USED_UP'])

/** Whether an error is not the step's own: the whole run waits, is stopped, or ends by it. */
export function endsRun(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted || error instanceof RetryLater) return true
  return (error instanceof GiveUp || error instanceof AppError) && (forAll.has(error.code) || error.code === 'CANCELLED')
}

/** Whether the same step may go better at once: an answer that came out wrong, not one that took its whole time. */
export function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof AppError && ['MODEL_BAD_OUTPUT', 'MODEL_CUT_OFF', 'MODEL_ONLY_THINKING', 'MODEL_EMPTY'].includes(error.code)
}

/** What went wrong, for people; of an error nobody foresaw only its kind, as its words may hold a person's. */
export function errorSentence(error: unknown): string {
  if (error instanceof GiveUp || error instanceof AppError) return error.message
  const kind = error instanceof Error ? error.name : typeof error
  return `Something unexpected failed inside Cortexa (${kind}). Your thought is unchanged. Try again.`
}

/** The end of a run whose plan failed again after it had been made anew. The code is the step's, so that the remedy is. */
export function planFailed(step: string, error: unknown): GiveUp {
  const code = error instanceof GiveUp || error instanceof AppError ? error.code : 'INTERNAL'
  const serverWords = error instanceof GiveUp ? error.serverWords : error instanceof AppError ? error.data?.serverWords : null
  return new GiveUp(code, `The step “${step}” failed, after the plan had been made anew once. ${errorSentence(error)}`, {
    cause: error,
    serverWords: typeof serverWords === 'string' ? serverWords : null,
  })
}

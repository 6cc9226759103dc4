import type { JobAttempt } from '../../../shared/entities'
import { HOUR_MS } from '../../../shared/timing'
import { readOnlyPart } from './part-read'

/** A bar on the shared axis, in percent of its length. */
export interface Bar {
  left: number
  width: number
}

const STEPS_MS = [
  50,
  100,
  200,
  250,
  500,
  1000,
  2000,
  2500,
  3000,
  5000,
  10_000,
  15_000,
  30_000,
  60_000,
  120_000,
  300_000,
  600_000,
  900_000,
  1_800_000,
  HOUR_MS,
]

/** Length of one attempt in milliseconds: to its end, to now while it runs, and at least to the end of its last call. */
export function attemptLength(attempt: JobAttempt, now: number): number {
  const end = attempt.finishedAt ?? (attempt.outcome === 'running' ? now : attempt.startedAt)
  const calls = attempt.calls.map((call) => call.startedAt + call.durationMs)
  return Math.max(0, Math.max(end, ...calls) - attempt.startedAt)
}

/** The axis that all attempts share: four equal steps of a round length, just over the longest attempt. */
export function axisFor(longestMs: number): { lengthMs: number; ticks: string[] } {
  const quarter = Math.max(longestMs, 1) / 4
  const step = STEPS_MS.find((candidate) => candidate >= quarter) ?? Math.ceil(quarter / HOUR_MS) * HOUR_MS
  const [unit, name] = step * 4 >= HOUR_MS * 4 ? [HOUR_MS, 'h'] : step >= 60_000 ? [60_000, 'min'] : step >= 250 ? [1000, 's'] : [1, 'ms']
  const ticks = [0, 1, 2, 3, 4].map((index) => String(Number(((step * index) / unit).toFixed(2))))
  ticks[4] = `${ticks[4]} ${name}`
  return { lengthMs: step * 4, ticks }
}

/** Where a stretch of time lies on an axis that begins with its attempt; never beyond the axis. */
export function barAt(startMs: number, durationMs: number, axisMs: number): Bar {
  const left = Math.min(100, Math.max(0, (startMs / axisMs) * 100))
  const width = Math.min(100 - left, Math.max(0, (durationMs / axisMs) * 100))
  return { left: round(left), width: round(width) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** Tokens in or out of all calls of an attempt; null when no call counted any. */
export function sumTokens(attempt: JobAttempt, kind: 'promptTokens' | 'outputTokens'): number | null {
  const counts = attempt.calls.flatMap((call) => (call[kind] === null ? [] : [call[kind]]))
  return counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0)
}

const words: Record<string, string> = {
  MODEL_CUT_OFF: 'Cut off',
  MODEL_TIMEOUT: 'Timed out',
  JOB_TIMEOUT: 'Timed out',
  MODEL_UNREACHABLE: 'No answer',
  MODEL_RATE_LIMITED: 'Told to wait',
  MODEL_QUOTA_USED_UP: 'Quota used up',
  MODEL_KEY_REFUSED: 'Key refused',
  MODEL_UNKNOWN: 'Unknown model',
  MODEL_CONTEXT_TOO_LONG: 'Too long',
  MODEL_REFUSED: 'Refused',
  MODEL_ONLY_THINKING: 'Only thinking',
  MODEL_EMPTY: 'Empty',
  MODEL_BAD_OUTPUT: 'Not readable',
  MODEL_SERVER_ERROR: 'Server error',
  MODEL_NOT_ACCEPTED: 'Not accepted',
  SEARCH_BLOCKED: 'Search blocked',
  SEARCH_NOT_UNDERSTOOD: 'Search not read',
  SEARCH_KEY_REFUSED: 'Key refused',
  SEARCH_QUOTA_USED_UP: 'Quota used up',
  SEARCH_NOT_SET_UP: 'Not set up',
  RESEARCH_NOTHING_READ: 'No page read',
  WEB_LOCAL_ONLY: 'Local only',
  WEB_UNREACHABLE: 'No answer',
  WEB_TIMEOUT: 'Timed out',
  VOICE_UNAVAILABLE: 'No voice',
  VOICE_FAILED: 'Voice failed',
  JOB_INTERRUPTED: 'Interrupted',
  PART_READ: 'Goes on',
  ITEM_NOT_FOUND: 'Thought gone',
  ITEM_PRIVATE: 'Stays here',
  CANCELLED: 'Cancelled',
}

/** The one or two words of an attempt's result, and whether they ask for attention. */
export function outcomeWords(attempt: Pick<JobAttempt, 'outcome' | 'errorCode'>): { text: string; bad: boolean } {
  switch (attempt.outcome) {
    case 'running':
      return { text: 'Running', bad: false }
    case 'done':
      return { text: 'Done', bad: false }
    case 'cancelled':
      return { text: 'Cancelled', bad: false }
    case 'interrupted':
      return { text: 'Interrupted', bad: true }
    case 'retry-later':
      return { text: words[attempt.errorCode ?? ''] ?? 'Put off', bad: false }
    case 'failed':
      return { text: words[attempt.errorCode ?? ''] ?? 'Failed', bad: true }
  }
}

/** The result of one call: empty when it went well. A reply that hit its token limit says where, a text read in part says so. */
export function callWords(call: { errorCode: string | null; finishReason: string | null; outputTokens: number | null }): string {
  if (call.errorCode === 'MODEL_CUT_OFF' || (call.errorCode === null && call.finishReason === 'length')) {
    return call.outputTokens === null ? 'Cut off' : `Full at ${call.outputTokens.toLocaleString('en')}`
  }
  if (call.errorCode !== null) return words[call.errorCode] ?? 'Failed'
  if (readOnlyPart(call)) return 'Read in part'
  return call.finishReason === 'halved' ? 'Halved' : ''
}

/** Whether the words on a call ask for attention. A text that was too long for an embedding and is read in halves loses nothing. */
export function callIsBad(call: Parameters<typeof callWords>[0]): boolean {
  return callWords(call) !== '' && !(call.errorCode === null && call.finishReason === 'halved')
}

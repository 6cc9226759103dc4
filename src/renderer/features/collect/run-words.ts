import type { CollectRun, CollectRunStatus, CollectStep } from '../../../shared/contract/collect'
import { formatDuration, formatNumber } from '../../ui/format-time'
import type { StatusKind } from '../../ui/status-dot'

/** Shape and word of a run's status. */
export function runState(status: CollectRunStatus): { kind: StatusKind; word: string } {
  switch (status) {
    case 'waiting':
      return { kind: 'wait', word: 'Waiting' }
    case 'running':
      return { kind: 'run', word: 'Running' }
    case 'completed':
      return { kind: 'done', word: 'Completed' }
    case 'failed':
      return { kind: 'dead', word: 'Failed' }
    case 'cancelled':
      return { kind: 'cancel', word: 'Stopped' }
  }
}

export function isUnderWay(status: CollectRunStatus): boolean {
  return status === 'waiting' || status === 'running'
}

/** The name of a step in sentence case: the program names them as titles. */
export function stepName(name: string): string {
  return name.slice(0, 1) + name.slice(1).toLowerCase()
}

/** What stands below the name of a step. */
export function stepWords(step: CollectStep, now: number): string {
  const spent = step.startedAt === null ? '' : formatDuration(Math.max(0, (step.endedAt ?? now) - step.startedAt))
  switch (step.status) {
    case 'pending':
      return 'Next'
    case 'running':
      return `Running, ${spent}`
    case 'completed':
      return `Done in ${spent}`
    case 'failed':
      return step.message === 'Cancelled' ? 'Stopped' : 'Failed'
    case 'skipped':
      return step.message === NOT_ASKED ? 'Not asked for' : 'Skipped'
  }
}

/** As the program says it of a step. */
const NOT_ASKED = 'not asked for'

/**
 * The steps as they are shown. Pictures that nobody asked for are no step to come. Of a run that waits, only what came to its end counts: it
 * takes up where it was, so nothing of it has stopped.
 */
export function shownSteps({ status, steps, config }: Pick<CollectRun, 'status' | 'steps' | 'config'>): CollectStep[] {
  let isBehind = false
  return steps.map((step) => {
    if (step.id === 'capture-screenshots' && !config.capture_screenshots) return { ...step, status: 'skipped', message: NOT_ASKED }
    isBehind ||= status === 'waiting' && step.status !== 'completed' && step.status !== 'skipped'
    return isBehind ? { ...step, status: 'pending', startedAt: null, endedAt: null, message: null } : step
  })
}

/** What a waiting run says: "Waits: the queue is paused. It goes on by itself." */
export function waitWords(reason: string | undefined): string {
  const [first, ...rest] = (reason ?? '').trim()
  if (first === undefined || reason === 'Waits for its turn.') return 'Waits for its turn. It begins by itself.'
  // Only a word that is no name begins small here.
  const words = /^(The|Tries|It|This|A|No)\b/.test(reason ?? '') ? first.toLowerCase() + rest.join('') : first + rest.join('')
  return `Waits: ${/[.!?。]$/.test(words) ? words : `${words}.`} It goes on by itself.`
}

/** "1 item", "12 items". */
export function items(count: number): string {
  return count === 1 ? '1 item' : `${formatNumber(count)} items`
}

export function toReview(count: number): string {
  return `${formatNumber(count)} to review`
}

/** "48,210 (30,100 to plan, 18,110 to read pages)"; "none yet" before the first answer. */
export function tokenWords({ total, parent, workers }: CollectRun['tokens']): string {
  if (total.totalTokens === 0) return 'none yet'
  const parts = [
    parent.totalTokens > 0 && `${formatNumber(parent.totalTokens)} to plan`,
    workers.totalTokens > 0 && `${formatNumber(workers.totalTokens)} to read pages`,
  ].filter((part) => part !== false)
  return parts.length < 2 ? formatNumber(total.totalTokens) : `${formatNumber(total.totalTokens)} (${parts.join(', ')})`
}

/** How long a run has taken, or takes so far; nothing before it began. */
export function runTime(run: Pick<CollectRun, 'startedAt' | 'finishedAt'>, now: number): string | undefined {
  return run.startedAt === null ? undefined : formatDuration(Math.max(0, (run.finishedAt ?? now) - run.startedAt))
}

/** What stopping a run means for what it found. */
export function stopWords(run: Pick<CollectRun, 'status' | 'found'>): string {
  if (run.status === 'waiting' && run.found === 0) return 'It has not begun, so nothing was found yet. The collection stays as it is.'
  const found =
    run.found === 0
      ? 'It has found nothing yet.'
      : `${run.found === 1 ? 'The item' : `The ${formatNumber(run.found)} items`} found so far can still be kept: you are asked once it has stopped.`
  return `${found} What is in the collection stays as it is. The tokens it used are spent.`
}

/** The host of an address without "www."; the address itself where it is none. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '')
  } catch {
    return url
  }
}

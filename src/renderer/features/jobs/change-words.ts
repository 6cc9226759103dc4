import type { Job } from '../../../shared/entities'
import { formatNumber } from '../../ui/format-time'

/** Seconds in the largest unit that says them exactly: "90 seconds", "20 minutes", "2 hours". */
export function timeWords(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0 ? [seconds / 3600, 'hour'] : seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `${formatNumber(count)} ${unit}${count === 1 ? '' : 's'}`
}

/** The changes in force for a job as one line, such as "By other-model, with 8,192 tokens"; null when there are none. */
export function changeWords(changes: Job['changes']): string | null {
  if (changes === null) return null
  const { model, maxOutputTokens, timeoutSeconds } = changes
  const parts = [
    ...(model === undefined ? [] : [`by ${model}`]),
    ...(maxOutputTokens === undefined ? [] : [`with ${formatNumber(maxOutputTokens)} tokens`]),
    ...(timeoutSeconds === undefined ? [] : [`within ${timeWords(timeoutSeconds)}`]),
  ]
  const line = parts.join(', ')
  return line === '' ? null : line.charAt(0).toUpperCase() + line.slice(1)
}

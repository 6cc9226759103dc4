import type { JobChanges } from '../../../shared/contract/jobs'
import { formatNumber } from '../../ui/format-time'
import { MOST_SECONDS, MOST_TOKENS } from './remedies'

/** What stands in the form; an empty field means "as in Settings". */
export interface RetryFields {
  model: string
  tokens: string
  seconds: string
}

export const LEAST_TOKENS = 256
export const LEAST_SECONDS = 5
const LONGEST_NAME = 300

export function fieldsOf(changes: JobChanges | null): RetryFields {
  return {
    model: changes?.model ?? '',
    tokens: changes?.maxOutputTokens?.toString() ?? '',
    seconds: changes?.timeoutSeconds?.toString() ?? '',
  }
}

/** A whole number as people write it, "8192" or "8,192"; undefined for nothing, null for anything else. */
function wholeNumber(text: string, least: number, most: number): number | undefined | null {
  const digits = text.replace(/[\s,'’\u00a0\u202f]/g, '')
  if (digits === '') return undefined
  if (!/^\d{1,9}$/.test(digits)) return null
  const value = Number(digits)
  return value >= least && value <= most ? value : null
}

/** Reads the form: the changes to run with, or for each wrong field the words that say what would be right. */
export function readRetryFields(fields: RetryFields): { changes: JobChanges; wrong: Partial<Record<keyof RetryFields, string>> } {
  const model = fields.model.trim()
  const tokens = wholeNumber(fields.tokens, LEAST_TOKENS, MOST_TOKENS)
  const seconds = wholeNumber(fields.seconds, LEAST_SECONDS, MOST_SECONDS)
  const range = (least: number, most: number) => `A whole number from ${formatNumber(least)} to ${formatNumber(most)}, or nothing.`
  return {
    changes: {
      ...(model === '' ? {} : { model }),
      ...(typeof tokens === 'number' ? { maxOutputTokens: tokens } : {}),
      ...(typeof seconds === 'number' ? { timeoutSeconds: seconds } : {}),
    },
    wrong: {
      ...(model.length > LONGEST_NAME ? { model: `A name of at most ${LONGEST_NAME} characters.` } : {}),
      ...(tokens === null ? { tokens: range(LEAST_TOKENS, MOST_TOKENS) } : {}),
      ...(seconds === null ? { seconds: range(LEAST_SECONDS, MOST_SECONDS) } : {}),
    },
  }
}

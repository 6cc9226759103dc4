import type { Ceilings } from '../../../shared/contract/usage'
import type { JobType } from '../../../shared/entities'
import { readWhole } from '../../base/read-number'

/** The kinds of work that ask a model, in the order in which they are shown. */
export const ceilingTypes = [
  'expand',
  'counterpoint',
  'synthesize',
  'orchestrate',
  'summarize',
  'generate_item_briefing',
  'generate_briefing',
  'research',
  'reflection_pass',
  'embed',
  'migrate_embeddings',
] as const satisfies JobType[]

/** A ceiling as typed: null for none (empty), undefined when it is not a whole number from 1. */
export function readCeiling(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const number = readWhole(text)
  return number !== undefined && number >= 1 ? number : undefined
}

export function withCeiling(ceilings: Ceilings, type: JobType | null, value: number | null): Ceilings {
  if (type === null) return { ...ceilings, perDay: value }
  const { [type]: _old, ...rest } = ceilings.perType
  return { ...ceilings, perType: value === null ? rest : { ...rest, [type]: value } }
}

/**
 * The ceiling that today's tokens have reached: null for the one of the whole day, a kind of work for its own, undefined for none. The
 * whole day comes first, since it stops every kind.
 */
export function reachedCeiling(
  ceilings: Ceilings,
  tokensToday: number,
  byType: Partial<Record<JobType, number>>,
): JobType | null | undefined {
  if (ceilings.perDay !== null && tokensToday >= ceilings.perDay) return null
  return (Object.keys(ceilings.perType) as JobType[]).find((type) => (byType[type] ?? 0) >= (ceilings.perType[type] ?? Infinity))
}

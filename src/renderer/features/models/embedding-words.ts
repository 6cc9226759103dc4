import type { CommandOutput } from '../../../shared/contract'
import type { embeddingCommands } from '../../../shared/contract/endpoints'
import { formatNumber } from '../../ui/format-time'

export type EmbeddingState = CommandOutput<'get-embedding-state'>
export type EmbeddingPlan = CommandOutput<'plan-embedding-change'>
export type EmbeddingCommand = keyof typeof embeddingCommands

/** A name at the start of a sentence: that of the built-in model is words. */
export function withCapital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "1 thought", "1,204 thoughts". */
export function countWords(count: number, one: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : `${one}s`}`
}

/** A guess of a length of time, no finer than anyone can tell: "under a minute", "about 4 min", "about 2 h 10 min". */
export function roughTime(seconds: number): string {
  if (seconds < 60) return 'under a minute'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${minutes} min`
  const tens = Math.round(minutes / 10) * 10
  const rest = tens % 60
  return `about ${formatNumber(Math.floor(tens / 60))} h${rest === 0 ? '' : ` ${rest} min`}`
}

/** What a change costs, as rows of a name and words. `host` is where the texts go. */
export function planRows(plan: EmbeddingPlan, host: string | undefined, currency: string): [name: string, words: string][] {
  return [
    ['Work', plan.items === 0 ? 'nothing to embed yet' : `${countWords(plan.items, 'thought')}, ${countWords(plan.pieces, 'piece')}`],
    ['Time', plan.items === 0 ? 'none' : roughTime(plan.seconds)],
    ['Price', priceWords(plan, currency)],
    ['Goes to', plan.leavesComputer ? (host ?? 'another computer') : 'nowhere, it stays on this computer'],
    ['Vectors', `${formatNumber(plan.dimensions)} numbers each`],
  ]
}

/** An amount to the cent: a guess is no finer. */
function roughAmount(cost: number): string {
  if (cost === 0) return '0'
  return cost < 0.01 ? 'under 0.01' : `about ${cost.toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

function priceWords({ cost, tokens, leavesComputer }: EmbeddingPlan, currency: string): string {
  const amount = `${formatNumber(tokens)} tokens`
  if (cost !== null) return `${`${roughAmount(cost)} ${currency}`.trim()}, for ${amount}`
  return leavesComputer ? `not known: the model has no price in Settings; ${amount}` : `none, ${amount}`
}

/** Of the thoughts that stay here, when the new model is elsewhere; undefined when none is kept back. */
export function keptBackWords({ keptBack }: Pick<EmbeddingPlan, 'keptBack'>): string | undefined {
  if (keptBack === 0) return undefined
  const [verb, them] = keptBack === 1 ? ['is', 'it is'] : ['are', 'they are']
  return `${countWords(keptBack, 'thought')} marked “Stays here” ${verb} not sent and will have no embedding: ${them} then found by words only.`
}

/** How many of the thoughts have an embedding. */
export function embeddedWords({ embedded, total }: Pick<EmbeddingState, 'embedded' | 'total'>): string {
  if (total === 0) return 'No thought has an embedding yet. They are made as you write.'
  if (embedded >= total)
    return total === 1 ? 'Your one thought has an embedding.' : `All ${formatNumber(total)} thoughts have an embedding.`
  return `${formatNumber(embedded)} of ${formatNumber(total)} thoughts have an embedding`
}

/** Where a count stood at a moment. */
export interface Sample {
  at: number
  done: number
}

/** Fewer tell too little about the pace. */
const LEAST_DONE = 3

/** Seconds until `total` at the pace between the two samples; null while too little was done to tell. */
export function secondsLeft(first: Sample, last: Sample, total: number): number | null {
  const done = last.done - first.done
  if (done < LEAST_DONE || last.at <= first.at) return null
  return ((total - last.done) * (last.at - first.at)) / done / 1000
}

/** "340 of 1,204, about 3 min left". */
export function progressWords(done: number, total: number, left: number | null): string {
  const count = `${formatNumber(done)} of ${formatNumber(total)}`
  return left === null ? count : `${count}, ${roughTime(left)} left`
}

import { formatNumber } from '../../ui/format-time'
import { dateOf, type UsageDay, type UsageSum } from './usage-sums'

/** "Today", or "Mon 30 November". */
export function dayName(day: string, today: string): string {
  if (day === today) return 'Today'
  const date = dateOf(day)
  return `${date.toLocaleString('en-GB', { weekday: 'short' })} ${date.getDate()} ${date.toLocaleString('en-GB', { month: 'long' })}`
}

/** "30 Nov". */
export function shortDay(day: string): string {
  const date = dateOf(day)
  return `${date.getDate()} ${date.toLocaleString('en-GB', { month: 'long' }).slice(0, 3)}`
}

/** How many digits after the point amounts up to `largest` get: four below one, since a call can cost a fraction of a cent, else two. */
export function amountDigits(largest: number): number {
  return largest > 0 && largest < 1 ? 4 : 2
}

/** An amount of money without its currency. In a column, give all the digits of its sum. */
export function formatAmount(amount: number, digits = amountDigits(amount)): string {
  const least = 10 ** -digits
  if (amount > 0 && amount < least) return `under ${least.toFixed(digits)}`
  return amount.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** "1,240 in, 310 out, 3 calls, 0.02 USD". */
export function sumWords(sum: UsageSum, currency: string): string {
  if (sum.calls === 0) return 'no model was used'
  const parts = [
    `${formatNumber(sum.promptTokens)} in`,
    `${formatNumber(sum.outputTokens)} out`,
    sum.calls === 1 ? '1 call' : `${formatNumber(sum.calls)} calls`,
  ]
  if (sum.cost !== null) parts.push(`${formatAmount(sum.cost)} ${currency}`.trim())
  return parts.join(', ')
}

/** "Today: 1,240 in, 310 out, 3 calls". */
export function dayWords(day: UsageDay, today: string, currency: string): string {
  return `${dayName(day.day, today)}: ${sumWords(day, currency)}`
}

/** Says whose count it is where the server gave none; undefined when every call was counted by its server. */
export function estimateWords({ calls, estimatedCalls }: Pick<UsageSum, 'calls' | 'estimatedCalls'>): string | undefined {
  if (estimatedCalls === 0) return undefined
  if (estimatedCalls >= calls) return 'Counted by Cortexa, because the server gave no count.'
  const verb = estimatedCalls === 1 ? 'was' : 'were'
  return `${formatNumber(estimatedCalls)} of ${formatNumber(calls)} calls ${verb} counted by Cortexa, because the server gave no count.`
}

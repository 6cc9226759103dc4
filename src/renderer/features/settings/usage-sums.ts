import type { ModelRole, UsageRow } from '../../../shared/contract/usage'
import type { JobType } from '../../../shared/entities'

export interface UsageSum {
  calls: number
  promptTokens: number
  outputTokens: number
  estimatedCalls: number
  /** Of the calls whose model has a price; null when none has. */
  cost: number | null
  /** Whether some calls are of a model without a price, so that `cost` is not the whole. */
  unpriced: boolean
}

export type UsageDay = UsageSum & { day: string }
export type UsageWork = UsageSum & { model: string; role: ModelRole; type: JobType }

const nothing: UsageSum = { calls: 0, promptTokens: 0, outputTokens: 0, estimatedCalls: 0, cost: null, unpriced: false }

export function sumUsage(rows: readonly UsageRow[]): UsageSum {
  return rows.reduce<UsageSum>(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      promptTokens: sum.promptTokens + row.promptTokens,
      outputTokens: sum.outputTokens + row.outputTokens,
      estimatedCalls: sum.estimatedCalls + row.estimatedCalls,
      cost: row.cost === null ? sum.cost : (sum.cost ?? 0) + row.cost,
      unpriced: sum.unpriced || row.cost === null,
    }),
    nothing,
  )
}

/** The local date of a day as it stands in usage, YYYY-MM-DD; noon, so that no change of the clocks moves it to another date. */
export function dateOf(day: string): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 12)
}

/** The last `count` days up to and with `today`, oldest first, as YYYY-MM-DD. */
export function lastDays(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, place) => {
    const date = dateOf(today)
    date.setDate(date.getDate() - (count - 1 - place))
    const two = (value: number) => String(value).padStart(2, '0')
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  })
}

/** One sum a day, oldest first, also for days without use. */
export function sumByDay(rows: readonly UsageRow[], today: string, count: number): UsageDay[] {
  return lastDays(today, count).map((day) => ({ day, ...sumUsage(rows.filter((row) => row.day === day)) }))
}

/** One sum for each model, role and kind of work, the most tokens first. */
export function sumByWork(rows: readonly UsageRow[]): UsageWork[] {
  const groups = new Map<string, UsageRow[]>()
  for (const row of rows) {
    const key = JSON.stringify([row.model, row.role, row.type])
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()]
    .flatMap((group) => (group[0] ? [{ model: group[0].model, role: group[0].role, type: group[0].type, ...sumUsage(group) }] : []))
    .sort((a, b) => tokensOf(b) - tokensOf(a) || a.model.localeCompare(b.model) || a.type.localeCompare(b.type))
}

export function tokensOf(sum: Pick<UsageSum, 'promptTokens' | 'outputTokens'>): number {
  return sum.promptTokens + sum.outputTokens
}

/** Tokens of one day by kind of work. */
export function tokensByType(rows: readonly UsageRow[], day: string): Partial<Record<JobType, number>> {
  const sums: Partial<Record<JobType, number>> = {}
  for (const row of rows) if (row.day === day) sums[row.type] = (sums[row.type] ?? 0) + tokensOf(row)
  return sums
}

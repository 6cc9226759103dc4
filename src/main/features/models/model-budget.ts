import type { ModelPrice, ModelRole, UsageRow } from '../../../shared/contract/usage'
import type { JobType, ModelCall } from '../../../shared/entities'
import { RetryLater } from '../../core/queue/job-rules'
import type { WriteTransaction } from '../../core/queue/write-transaction'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { UsageStore } from './usage-store'

export interface ModelBudgetDeps {
  usage: UsageStore
  settings: SettingsStore
  now: () => number
  /** Our own count, for servers that give none. */
  countTokens: (text: string) => number
  write: (body: (tx: WriteTransaction) => void) => void
}

export interface ReachedCeiling {
  /** Null for the ceiling of the whole day. */
  type: JobType | null
  tokens: number
  reason: string
  until: number
}

export interface ModelBudget {
  /** Throws RetryLater until the next day when a ceiling is reached: called before a request leaves. */
  assertWithin(jobType: JobType): void
  /** The ceiling that stops work of this type today, with when it goes on; null when none does. Reads only. */
  ceilingOf(jobType: JobType): ReachedCeiling | null
  /** Tells the window of the ceiling that stops work of this type, once a day. */
  tellCeiling(jobType: JobType): void
  hasCeilings(): boolean
  /** Counts a call that was sent; inside the caller's transaction. */
  add(call: Omit<ModelCall, 'id'>, role: ModelRole, jobType: JobType): void
  report(days: number): { rows: UsageRow[]; today: string; tokensToday: number; leftToday: number | null }
}

/** Local date of a time, YYYY-MM-DD. */
export function localDay(time: number): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The first moment of the next local day. */
export function nextMidnight(time: number): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}

/** Cost of tokens by the price of their model, null when it has none. */
export function costOf(prices: readonly ModelPrice[], row: Pick<UsageRow, 'model' | 'promptTokens' | 'outputTokens'>): number | null {
  const price = prices.find((one) => one.model === row.model)
  return price ? (row.promptTokens * price.input + row.outputTokens * price.output) / 1_000_000 : null
}

/** What models have cost so far, and whether one more call is allowed today. */
export function createModelBudget({ usage, settings, now, countTokens, write }: ModelBudgetDeps): ModelBudget {
  /** The last day, kind and ceiling told of, so that hundreds of waiting jobs make one event. */
  let told = ''

  function reached(type: JobType | null, tokens: number): ReachedCeiling {
    const what = type === null ? 'Today’s ceiling' : 'Today’s ceiling for this kind of work'
    const count = tokens.toLocaleString('en')
    const reason = `${what} of ${count} tokens is used up. It goes on tomorrow by itself, or at once when you raise the ceiling in Settings.`
    return { type, tokens, reason, until: nextMidnight(now()) }
  }

  function ceilingOf(jobType: JobType): ReachedCeiling | null {
    const { ceilings } = settings.read()
    const day = localDay(now())
    const ofType = ceilings.perType[jobType]
    if (ofType !== undefined && usage.tokensOn(day, jobType) >= ofType) return reached(jobType, ofType)
    return ceilings.perDay !== null && usage.tokensOn(day) >= ceilings.perDay ? reached(null, ceilings.perDay) : null
  }

  function tell({ type, tokens, until }: ReachedCeiling): void {
    const key = `${localDay(now())} ${type ?? ''} ${tokens}`
    if (told === key) return
    told = key
    write((tx) => tx.emit('usage-limit-reached', { type, until }))
  }

  return {
    ceilingOf,
    hasCeilings() {
      const { perDay, perType } = settings.read().ceilings
      return perDay !== null || Object.keys(perType).length > 0
    },
    tellCeiling(jobType) {
      const ceiling = ceilingOf(jobType)
      if (ceiling) tell(ceiling)
    },
    assertWithin(jobType) {
      const ceiling = ceilingOf(jobType)
      if (!ceiling) return
      tell(ceiling)
      throw new RetryLater(Math.max(ceiling.until - now(), 1000), ceiling.reason, 'USAGE_CEILING')
    },
    add(call, role, jobType) {
      // A request that was refused, for its fields or as a whole, or was never answered cost nothing that is known.
      const isRefused = call.finishReason === 'stepped-down' || (call.errorCode !== null && call.reply === '')
      if (call.promptTokens === null && call.outputTokens === null && isRefused) return
      usage.add({
        day: localDay(call.startedAt),
        endpoint: call.endpoint,
        model: call.model,
        role,
        jobType,
        promptTokens: call.promptTokens ?? countTokens(call.prompt),
        outputTokens: call.outputTokens ?? (role === 'embedder' || role === 'voice' ? 0 : countTokens(call.reply)),
        estimated: call.promptTokens === null,
      })
    },
    report(days) {
      const { prices, ceilings } = settings.read()
      const today = localDay(now())
      const from = new Date(now())
      from.setDate(from.getDate() - (days - 1))
      const tokensToday = usage.tokensOn(today)
      return {
        rows: usage.since(localDay(from.getTime())).map((row) => ({ ...row, cost: costOf(prices, row) })),
        today,
        tokensToday,
        leftToday: ceilings.perDay === null ? null : Math.max(0, ceilings.perDay - tokensToday),
      }
    },
  }
}

import { z } from 'zod'
import { JobType } from '../entities'
import { command, programs } from './define'

/** Who a model works as: `thinker` for the three stages of Deep Think, `worker` for the rest, `embedder` for vectors, `voice` for speech. */
export const ModelRole = z.enum(['thinker', 'worker', 'embedder', 'voice'])
export type ModelRole = z.infer<typeof ModelRole>

export const UsageRow = z.object({
  /** Local date, YYYY-MM-DD. */
  day: z.string(),
  endpoint: z.string(),
  model: z.string(),
  role: ModelRole,
  type: JobType,
  calls: z.number().int(),
  promptTokens: z.number().int(),
  outputTokens: z.number().int(),
  /** Calls whose server gave no token counts, so that ours stand in. */
  estimatedCalls: z.number().int(),
  /** In the currency of the settings; null for a model without a price. */
  cost: z.number().nullable(),
})
export type UsageRow = z.infer<typeof UsageRow>

/** Price of a model for a million tokens. */
export const ModelPrice = z.strictObject({ model: z.string().min(1).max(300), input: z.number().min(0), output: z.number().min(0) })
export type ModelPrice = z.infer<typeof ModelPrice>

/** Ceilings in tokens a day, prompt and output together; null for none. A job that would start above one waits until the next day. */
export const Ceilings = z.strictObject({
  perDay: z.number().int().min(1).nullable(),
  perType: z.partialRecord(JobType, z.number().int().min(1)),
})
export type Ceilings = z.infer<typeof Ceilings>

export const usageCommands = {
  'get-usage': command({
    summary: 'Tokens and price of the last days by day, server, model, role and job type; and how much of today is left',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ days: z.number().int().min(1).max(366).optional() }),
    output: z.object({
      rows: z.array(UsageRow),
      today: z.string(),
      tokensToday: z.number().int(),
      /** Null without a ceiling. */
      leftToday: z.number().int().nullable(),
    }),
  }),
}

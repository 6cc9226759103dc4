import { z } from 'zod'
import { Id } from '../entities'
import { command, everywhere } from './define'

export const confidenceCommands = {
  'review-item': command({
    summary: 'Say that a thought is still true, which starts its clock anew; `take-back` sets the clock back to what it was',
    effect: 'write',
    expose: everywhere,
    input: z.strictObject({ id: Id, answer: z.enum(['still-true', 'take-back']) }),
    output: z.object({
      /** What it is now. */
      confidence: z.number(),
    }),
  }),
}

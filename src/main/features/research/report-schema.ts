import { z } from 'zod'

const Statement = z.object({
  text: z.string(),
  citations: z.array(z.object({ source: z.number().int(), quote: z.string() })),
})

/** A report as a model is asked for it. Nothing in it counts before it was checked. */
export const ModelReport = z.object({
  title: z.string(),
  answer: z.string(),
  findings: z.array(Statement),
  disagreements: z.array(Statement),
  open_questions: z.array(z.string()),
})
export type ModelReport = z.infer<typeof ModelReport>
export type ModelStatement = z.infer<typeof Statement>

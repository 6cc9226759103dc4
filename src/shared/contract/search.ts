import { z } from 'zod'
import { Id } from '../entities'
import { command, everywhere } from './define'

export const SearchHit = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  /**
   * A passage of the body around the match, or of a long text the one nearest in meaning; `marks` are [start, end) in UTF-16 units to
   * show as matched. Empty when only the meaning of a short text matched.
   */
  passage: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  titleMarks: z.array(z.tuple([z.number().int(), z.number().int()])),
  /** About where in the body the passage begins, in UTF-16 units. */
  at: z.number().int(),
  /** `filter`: the query had filters only. */
  why: z.enum(['words', 'meaning', 'both', 'filter']),
  score: z.number(),
  /** The file of the item that the passage is from, and its page where it has pages; absent when it is from the item's own text. */
  attachment: z.object({ id: Id, name: z.string(), page: z.number().int().nullable() }).optional(),
  createdAt: z.number().int(),
})
export type SearchHit = z.infer<typeof SearchHit>

export const SearchAnswer = z.object({
  hits: z.array(SearchHit),
  /** There are more than were asked for. */
  more: z.boolean(),
  /** The filters let nothing through, and these hold what was typed as plain words. */
  plain: z.boolean(),
  /** False when a quick search did not wait for what is found by meaning: ask again. */
  complete: z.boolean(),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const searchCommands = {
  'search-items': command({
    summary:
      'Search items by words and by meaning; tag:, kind:, source:, before:, after:, on:, is:, has:, title:, "phrases" and -words narrow it',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({
      query: z.string().max(20_000),
      limit: z.number().int().min(1).max(100).optional(),
      /** For a search as one types: what is found by meaning joins only when it is there at once. */
      quick: z.boolean().optional(),
    }),
    output: SearchAnswer,
  }),
}

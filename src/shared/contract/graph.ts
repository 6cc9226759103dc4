import { z } from 'zod'
import { Id, ItemKind, LinkKind, Timestamp } from '../entities'
import { command, windowOnly } from './define'

/** As many items as a graph holds unless fewer are asked for; more cannot be told apart on a screen. */
export const GRAPH_LIMIT = 10_000

const Whole = z.number().int().nonnegative()

export const GraphFilter = z.strictObject({
  /** Items with any of these tags. */
  tags: z.array(z.string().min(1).max(100)).max(50).optional(),
  kinds: z.array(ItemKind).optional(),
  linkKinds: z.array(LinkKind).optional(),
  /** Created at this moment or later, and before that one. */
  from: Timestamp.optional(),
  to: Timestamp.optional(),
  /** Links made because of the meaning count from this score on; links that a person or a text made always count. */
  minScore: z.number().min(0).max(1).optional(),
  /** Also items without a link. On unless it is switched off. */
  includeIsolated: z.boolean().optional(),
  /** Only this item and what is at most `steps` links away from it; it is there whatever the other filters say. */
  around: z.strictObject({ id: Id, steps: z.number().int().min(1).max(3) }).optional(),
  limit: z.number().int().min(1).max(GRAPH_LIMIT).optional(),
})
export type GraphFilter = z.infer<typeof GraphFilter>

/**
 * Items and the links between them as columns: what stands at one place of each column is one item, or one link.
 * Items are the most linked first, then the newest; around one item the nearest come first. Over the limit the last ones are left out.
 */
export const Graph = z.object({
  items: z.object({
    ids: z.array(Id),
    titles: z.array(z.string()),
    kinds: z.array(ItemKind),
    createdAt: z.array(Timestamp),
    /** To how many other items it is linked, those counted too that the limit leaves out. */
    degrees: z.array(Whole),
    /** Places in `tagNames`, the most used tag first. */
    tags: z.array(z.array(Whole)),
  }),
  /** The tags of these items, the most used first. */
  tagNames: z.array(z.string()),
  /** One entry for two linked items, however many links they have. `from` and `to` are places in `items`. */
  links: z.object({
    from: z.array(z.number()),
    to: z.array(z.number()),
    /** One bit for each kind of link, in the order of LinkKind. */
    kinds: z.array(z.number()),
    /** The best score of the links between the two, 0 to 1. */
    scores: z.array(z.number()),
  }),
  /** What fits the filter, with what the limit leaves out. */
  total: z.object({ items: Whole, links: Whole }),
  /** When the oldest and the newest item of the whole vault were created; null without items. */
  span: z.object({ first: Timestamp, last: Timestamp }).nullable(),
})
export type Graph = z.infer<typeof Graph>

export const graphCommands = {
  'get-graph': command({
    summary: 'Items and the links between them, by tag, kind, time and strength, or around one item',
    effect: 'read',
    // Items that stay here are part of it, and the titles of a whole vault at once are nothing a program needs.
    expose: windowOnly,
    input: GraphFilter,
    output: Graph,
  }),
}

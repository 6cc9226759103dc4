import { z } from 'zod'

/** A tag or a category is a word or a few; more is a text in the wrong place. Ours. */
const LONGEST_LABEL = 60
/** Names come from web pages and go into prompts (docs/collect-pipeline.md, "Prompts"). */
export const LONGEST_NAME = 120

/** One collected item as the run keeps it. Field names are those that the models see (docs/collect-pipeline.md, "Reading a page"). */
export interface CollectItem {
  slug: string
  name: string
  description: string
  source_url: string
  category: string
  tags: string[]
  featured: boolean
  brand?: string
  images?: string[]
  markdown?: string
  /** Addresses of items that were folded into this one. */
  alsoSeenAt?: string[]
  /** An item of the vault that the run wants to remove; only the person may. */
  proposedRemoval?: boolean
}

/** An item of the collection as it was when the run began. */
export interface ExistingItem extends CollectItem {
  /** "Stays here": counts when duplicates are looked for, and is never shown to a model. */
  isPrivate?: boolean
}

/** A text that counts as blank where the model left it out: one item without it must not cost the others of the page. */
const text = (what: string) => z.string().catch('').describe(what)

/** One item as a worker model gives it. Blank where something required is missing; that item is then not taken. */
export const ExtractedItem = z.object({
  name: text('The name of the item itself'),
  description: text('2 to 4 sentences of facts from the text'),
  source_url: text("The item's own home page, as it stands in the text"),
  category: text('One category by the main function of the item'),
  tags: z.array(z.string()).optional().describe('1 to 3 specific tags'),
  featured: z.boolean().optional().describe('True only for what is widely known'),
  brand: z.string().optional(),
  images: z.array(z.string()).optional(),
  markdown: z.string().optional().describe('A longer description in Markdown, only from the text'),
})
export type ExtractedItem = z.infer<typeof ExtractedItem>

/**
 * A worker's whole answer. The sentence is asked for so that an honest "nothing here" can be told from an empty form, which the model client
 * refuses as no answer.
 */
export const ExtractedItems = z.object({
  about: z.string().describe('One short sentence: what the text is about'),
  items: z.array(ExtractedItem),
})

/** Labels trimmed, without blanks and without repetitions that differ in case only; the first spelling stays. */
export function cleanLabels(labels: readonly string[]): string[] {
  const seen = new Set<string>()
  return labels.flatMap((label) => {
    const clean = label.trim().replace(/\s+/g, ' ').slice(0, LONGEST_LABEL)
    const key = clean.toLowerCase()
    if (key === '' || seen.has(key)) return []
    seen.add(key)
    return [clean]
  })
}

import { z } from 'zod'
import { Id, LinkedItem, Timestamp } from '../entities'
import { command, everywhere, programs, windowOnly } from './define'

const Done = z.object({})
const ItemId = z.strictObject({ id: Id })
/** [start, end) in UTF-16 units. */
const Range = z.tuple([z.number().int(), z.number().int()])

export const TitleSuggestion = z.object({
  id: Id,
  title: z.string(),
  createdAt: Timestamp,
  /** Stays here: its title in another text goes where that text goes. */
  private: z.boolean(),
  /** Another thought has the same title, so it takes `pick-title` to mean this one. */
  twin: z.boolean(),
})
export type TitleSuggestion = z.infer<typeof TitleSuggestion>

/** A link that a text, a person or a job made, from one side. */
export const ListedLink = LinkedItem.extend({
  /** For a `wikilink`: the sentence of the text that links, with the mention marked. */
  mention: z.object({ text: z.string(), mark: Range }).nullable(),
})
export type ListedLink = z.infer<typeof ListedLink>

/** What a name in the text stands for; `heading` is the part of it that is no title. */
export const NamedInText = z.object({
  name: z.string(),
  heading: z.string(),
  item: z.object({ id: Id, title: z.string(), opening: z.string(), createdAt: Timestamp, deletedAt: Timestamp.nullable() }).nullable(),
})
export type NamedInText = z.infer<typeof NamedInText>

export const ItemLinks = z.object({
  /** Links from this item to others, wikilinks first in the order of the text. */
  outgoing: z.array(ListedLink),
  backlinks: z.array(ListedLink),
  /** Links made because of the meaning, best first; none to an item that is linked in another way. */
  related: z.array(ListedLink),
  rejected: z.array(ListedLink),
  names: z.array(NamedInText),
  /** The text is long and its names are still being read. */
  reading: z.boolean(),
})
export type ItemLinks = z.infer<typeof ItemLinks>

export const linkCommands = {
  'list-links': command({
    summary: 'The links of an item: from it, to it with the sentence, close in meaning, rejected; and what the names in its text stand for',
    effect: 'read',
    expose: everywhere,
    input: ItemId,
    output: ItemLinks,
  }),
  'complete-title': command({
    summary: 'Titles that begin with what is typed, then those that have its words, last changed first',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ query: z.string().max(1200), limit: z.number().int().min(1).max(50).optional(), except: Id.optional() }),
    output: z.object({
      titles: z.array(TitleSuggestion),
      /** One of them is what was typed, so there is nothing to create. */
      exact: z.boolean(),
    }),
  }),
  'pick-title': command({
    summary: 'Say that this item is meant where several have the same title: the next text that names it links here',
    effect: 'write',
    expose: windowOnly,
    input: ItemId,
    output: Done,
  }),
  'add-link': command({
    summary: 'Link two items by hand, with a reason if there is one',
    effect: 'write',
    expose: everywhere,
    input: z.strictObject({ fromId: Id, toId: Id, reason: z.string().max(500).optional() }),
    output: z.object({ linkId: Id }),
  }),
  'remove-link': command({
    summary: 'Remove a link that was made by hand',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ linkId: Id }),
    output: Done,
  }),
  'reject-link': command({
    summary: 'Say that two items do not belong together; the link does not come back. `rejected: false` takes that back',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ linkId: Id, rejected: z.boolean().optional() }),
    output: Done,
  }),
}

import { z } from 'zod'
import { contract } from '../../../../shared/contract'
import { Place } from '../../../../shared/contract/items'
import type { ListedLink } from '../../../../shared/contract/links'
import { Id, type ItemSummary } from '../../../../shared/entities'
import { plainLine } from '../../../../shared/untrusted-text'
import { wholeEnd } from '../present'
import { defineTool, type McpTool } from '../tool'
import { cursorField, idField, Limit, limitField, Offset, pageOf, when } from './fields'

function itemRow(item: ItemSummary) {
  const { id, title, kind, source, summary, tags, pinned, confidence, thesis, createdAt, updatedAt } = item
  const times = { created: when(createdAt), updated: when(updatedAt) }
  return { id, title, kind, source, summary, tags, pinned, confidence, thesis: thesis ? thesis.status : 'none', ...times }
}

function linkRow(direction: 'to' | 'from' | 'related', link: ListedLink) {
  const { linkId, kind, score, reason, mention, item } = link
  return { direction, itemId: item.id, title: item.title, linkId, kind, score, reason, mention: mention?.text ?? null }
}

export const readingTools: readonly McpTool[] = [
  defineTool({
    name: 'search_thoughts',
    title: 'Search thoughts',
    description:
      'Searches the vault of the person by words and by meaning, best first. The query may be narrowed by tag:, kind:, source:, before:, after:, is:, has:, title:, "phrases" and -words. Read a hit whole with read_thought.',
    command: 'search-items',
    input: contract['search-items'].input.omit({ quick: true, limit: true }).extend({ limit: Limit, cursor: Offset }),
    fields: { query: 'What to look for, in the words of the person.', limit: limitField, cursor: cursorField },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const from = Number(input.cursor ?? 0)
      const { hits, more } = await call('search-items', { query: input.query, limit: Math.min(100, Math.max(1, from + size)) })
      const page = hits.slice(from, from + size)
      // Words of a file are from outside, whoever wrote the thought that it hangs on.
      const rows = page.map(({ id, title, summary, passage, at, why, attachment, createdAt }) => {
        const file = attachment && { name: attachment.name, page: attachment.page }
        return { id, title, summary, passage, at, why, file, created: when(createdAt) }
      })
      const shown = await show(rows, { units: 400, outside: rows.map(({ file }) => file !== undefined) })
      const isMore = from + page.length < 100 && (hits.length > from + size || more) && page.length > 0
      return { thoughts: shown, nextCursor: isMore ? String(from + page.length) : null }
    },
  }),
  defineTool({
    name: 'list_thoughts',
    title: 'List thoughts',
    description:
      'Lists thoughts of the vault, newest first, or those of a place or with a tag. Titles and summaries only; read one whole with read_thought.',
    command: 'list-items',
    input: contract['list-items'].input.extend({ place: Place.exclude(['trash']).optional(), limit: Limit }),
    fields: {
      place: 'Which ones: all unless said otherwise.',
      tag: 'Only those with this tag.',
      sort: 'The order; newest first unless said otherwise.',
      cursor: cursorField,
      limit: limitField,
    },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { items, total, nextCursor } = await call('list-items', { ...input, limit: size })
      return { thoughts: await show(items.map(itemRow), { units: 300 }), total, nextCursor }
    },
  }),
  defineTool({
    name: 'read_thought',
    title: 'Read a thought',
    description:
      'Gives the text of one thought, with its tags and what is known of it. A long text comes in pieces: go on with the nextCursor of the answer. To begin near a hit of search_thoughts, give its "at" as cursor.',
    command: 'get-item',
    input: contract['get-item'].input.extend({ cursor: Offset }),
    fields: { id: idField, cursor: cursorField },
    fitting: 'text',
    async answer({ input, call, show }, size) {
      const item = await call('get-item', { id: input.id })
      const { body } = item
      const from = wholeEnd(body, Math.min(Number(input.cursor ?? 0), body.length))
      const end = Math.max(from + 1, wholeEnd(body, from + size))
      const [about = {}] = await show([itemRow(item)], { units: 300 })
      const [text = {}] = await show([{ itemId: item.id, text: body.slice(from, end) }], { units: size })
      return { ...about, text: text.text ?? '', textLength: body.length, nextCursor: end < body.length ? String(end) : null }
    },
  }),
  defineTool({
    name: 'related_thoughts',
    title: 'Related thoughts',
    description:
      'Lists what a thought is linked with: thoughts that it names ("to"), that name it ("from", with the sentence), and thoughts close in meaning ("related", best first).',
    command: 'list-links',
    input: z.strictObject({ id: Id, cursor: Offset, limit: Limit }),
    fields: { id: idField, cursor: cursorField, limit: limitField },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { outgoing, backlinks, related } = await call('list-links', { id: input.id })
      const all = [
        ...outgoing.map((link) => linkRow('to', link)),
        ...backlinks.map((link) => linkRow('from', link)),
        ...related.map((link) => linkRow('related', link)),
      ]
      const { page, nextCursor } = pageOf(all, input.cursor, size)
      // A sentence and a reason may be of either of the two.
      const rows = page.map((row) => ({ ...row, of: { itemId: input.id } }))
      const shown = await show(rows, { units: 400 })
      return { links: shown.map(({ of: _, ...row }) => row), total: all.length, nextCursor }
    },
  }),
  defineTool({
    name: 'list_tags',
    title: 'List tags',
    description: 'Lists the tags of the vault with how many thoughts have each, the most used first.',
    command: 'list-tags',
    input: z.strictObject({ cursor: Offset, limit: Limit }),
    fields: { cursor: cursorField, limit: limitField },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { tags } = await call('list-tags', {})
      const { page, nextCursor } = pageOf(tags, input.cursor, size)
      const shown = await show(
        // A tag may come with what was gathered from the web, so no more of it is shown than one plain line.
        page.map(({ name, count }) => ({ name: plainLine(name, 100), count })),
        { units: 100 },
      )
      return { tags: shown, total: tags.length, nextCursor }
    },
  }),
  defineTool({
    name: 'list_review',
    title: 'List what to review',
    description:
      'Lists what waits for the person to look at it: thoughts grown stale, open gates of theses, contradictions, or questions of reflections.',
    command: 'list-review',
    input: contract['list-review'].input.extend({ limit: Limit }),
    fields: { section: 'Which of the four.', cursor: cursorField, limit: limitField },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { entries, total, nextCursor } = await call('list-review', { ...input, limit: size })
      return { entries: await show(entries, { units: 300 }), total: total.count, isMore: total.more, nextCursor }
    },
  }),
  defineTool({
    name: 'list_collections',
    title: 'List collections',
    description: 'Lists the collections of items gathered from the web, by name. Their items come from list_collected_items.',
    command: 'list-collections',
    input: z.strictObject({ cursor: Offset, limit: Limit }),
    fields: { cursor: cursorField, limit: limitField },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { collections } = await call('list-collections', {})
      const { page, nextCursor } = pageOf(collections, input.cursor, size)
      const rows = page.map(({ id, name, description, prompt, items }) => ({ id, name, description, prompt, items }))
      return { collections: await show(rows, { units: 300 }), total: collections.length, nextCursor }
    },
  }),
  defineTool({
    name: 'list_collected_items',
    title: 'List collected items',
    description: 'Lists the items of a collection. Their texts come from pages of the web; read one whole with read_thought by its itemId.',
    command: 'list-collected-items',
    input: contract['list-collected-items'].input.extend({ limit: Limit }),
    fields: {
      id: 'The id of a collection, as list_collections gives it.',
      category: 'Only those of this category.',
      tag: 'Only those with this tag.',
      sort: 'The order.',
      cursor: cursorField,
      limit: limitField,
    },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { items, total, nextCursor } = await call('list-collected-items', { ...input, limit: size })
      const rows = items.map(({ itemId, name, description, category, tags, sourceUrl }) => ({
        ...{ itemId, name, description, category, tags, sourceUrl },
      }))
      return { items: await show(rows, { units: 300, outside: true }), total, nextCursor }
    },
  }),
]

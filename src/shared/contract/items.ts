import { z } from 'zod'
import { Id, Item, ItemSummary } from '../entities'
import { assistants, command, everywhere, programs, windowOnly } from './define'

/** 16 million UTF-16 units: above the 12 MB single-line note that must work. */
export const MAX_BODY_LENGTH = 16_000_000
const Body = z.string().max(MAX_BODY_LENGTH)
const Title = z.string().max(1000)
export const Tags = z.array(z.string().min(1).max(100)).max(100)
const ItemId = z.strictObject({ id: Id })
const Done = z.object({})

export const Place = z.enum(['inbox', 'all', 'pinned', 'theses', 'briefings', 'stale', 'trash'])
export type Place = z.infer<typeof Place>

export const itemCommands = {
  'capture-item': command({
    summary: 'Save a thought',
    effect: 'write',
    expose: everywhere,
    input: z.strictObject({ body: Body, title: Title.optional(), tags: Tags.optional(), private: z.boolean().optional() }),
    output: z.object({ id: Id }),
  }),
  'list-items': command({
    summary: 'A page of items, newest first; `cursor` of one answer asks for the next',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({
      place: Place.optional(),
      tag: z.string().max(100).optional(),
      sort: z.enum(['newest', 'oldest', 'updated', 'title']).optional(),
      cursor: z.string().max(500).optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    output: z.object({ items: z.array(ItemSummary), total: z.number().int(), nextCursor: z.string().nullable() }),
  }),
  'get-item': command({ summary: 'One item, whole, with its links', effect: 'read', expose: everywhere, input: ItemId, output: Item }),
  'update-item': command({
    summary: 'Change title, body, tags, summary or "stays here" of an item; the earlier body is kept',
    effect: 'write',
    expose: everywhere,
    input: z.strictObject({
      id: Id,
      body: Body.optional(),
      title: Title.optional(),
      tags: Tags.optional(),
      private: z.boolean().optional(),
      summary: z.string().max(5000).optional(),
    }),
    output: z.object({ id: Id }),
  }),
  'pin-item': command({
    summary: 'Pin or unpin an item',
    effect: 'write',
    expose: everywhere,
    input: z.strictObject({ id: Id, pinned: z.boolean().optional() }),
    output: Done,
  }),
  'delete-item': command({
    summary: 'Move an item to the trash, where it stays 30 days',
    effect: 'write',
    expose: everywhere,
    input: ItemId,
    output: Done,
  }),
  'restore-item': command({ summary: 'Take an item out of the trash', effect: 'write', expose: programs, input: ItemId, output: Done }),
  'erase-item': command({
    summary: 'Delete an item of the trash for good',
    effect: 'write',
    expose: windowOnly,
    input: ItemId,
    output: Done,
  }),
  'get-origins': command({
    summary: 'Of these items, whether their text came from outside; those that are not there, or stay here, are left out',
    effect: 'read',
    expose: assistants,
    input: z.strictObject({ ids: z.array(Id).max(500) }),
    output: z.object({ origins: z.array(z.object({ id: Id, outside: z.boolean() })) }),
  }),
  'get-places': command({
    summary: 'The counts beside the places, and the tags',
    effect: 'read',
    expose: programs,
    input: z.strictObject({}),
    output: z.object({
      inbox: z.number().int(),
      all: z.number().int(),
      pinned: z.number().int(),
      theses: z.number().int(),
      briefings: z.number().int(),
      /** Thoughts whose confidence has fallen below 0.3. */
      stale: z.number().int(),
      trash: z.number().int(),
      jobs: z.object({ dead: z.number().int(), running: z.number().int(), pending: z.number().int() }),
      tags: z.array(z.object({ name: z.string(), count: z.number().int() })),
    }),
  }),
}

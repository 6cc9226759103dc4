import { z } from 'zod'
import { Id, ItemSource, Timestamp } from '../entities'
import { command, programs, windowOnly } from './define'

const Done = z.object({})
const VersionId = z.strictObject({ id: Id, at: Timestamp })

/** An earlier text of an item. `at`, when it was replaced, names it among the versions of its item. */
export const ItemVersion = z.object({
  at: Timestamp,
  /** When this text was saved. */
  writtenAt: Timestamp,
  /** The way in that wrote it; null when nobody knows any more. */
  writtenBy: ItemSource.nullable(),
  title: z.string(),
  /** UTF-16 units of the body. */
  characters: z.number().int(),
  /** It reads as the item does now. */
  same: z.boolean(),
})
export type ItemVersion = z.infer<typeof ItemVersion>

export const historyCommands = {
  'list-versions': command({
    summary: 'Earlier versions of an item, newest first; `cursor` of one answer asks for the next',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ id: Id, cursor: Timestamp.optional(), limit: z.number().int().min(1).max(200).optional() }),
    output: z.object({
      /** The present text, in the same words. */
      present: z.object({ writtenAt: Timestamp, writtenBy: ItemSource, title: z.string(), characters: z.number().int() }),
      versions: z.array(ItemVersion),
      total: z.number().int(),
      nextCursor: Timestamp.nullable(),
    }),
  }),
  'get-version': command({
    summary: 'The text of an earlier version',
    effect: 'read',
    expose: programs,
    input: VersionId,
    output: ItemVersion.omit({ same: true }).extend({ givenTitle: z.string(), body: z.string() }),
  }),
  'restore-version': command({
    summary: 'Make an earlier version the present text; the text it replaces becomes a version itself',
    effect: 'write',
    expose: programs,
    input: VersionId,
    output: z.object({
      /** The version that has the replaced text, so that restoring it takes this back; null when the texts are alike. */
      replacedAt: Timestamp.nullable(),
    }),
  }),
  'delete-version': command({
    summary: 'Delete one earlier version for good',
    effect: 'write',
    expose: windowOnly,
    input: VersionId,
    output: Done,
  }),
  'restore-items': command({
    summary: 'Take several items out of the trash; those that are not in it are left as they are',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ ids: z.array(Id).min(1).max(500) }),
    output: z.object({ restored: z.array(Id) }),
  }),
  'empty-trash': command({
    summary: 'Delete everything for good that is in the trash at this moment; an `item-changed` for each tells how far it is',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({ erased: z.number().int() }),
  }),
}

import { z } from 'zod'
import { BriefingItem, Id } from '../entities'
import { DAY_MS } from '../timing'
import { command, everywhere, programs, windowOnly } from './define'

/** Which items: see `BriefingScope`. `tag` needs its name, `search` its query, `chosen` the ids. */
export const BriefingWish = z.strictObject({
  scope: z.enum(['day', 'week', 'since_last', 'tag', 'search', 'chosen']),
  tag: z.string().min(1).max(100).optional(),
  query: z.string().min(1).max(2000).optional(),
  itemIds: z.array(Id).min(1).max(500).optional(),
})
export type BriefingWish = z.infer<typeof BriefingWish>

const LeftOut = z.object({ over: z.number().int(), private: z.number().int() })

export const briefingCommands = {
  'brief-many': command({
    summary: 'Make a spoken briefing of many items: of today, a week, a tag, a search, chosen ones, or what is new since the last one',
    effect: 'write',
    expose: everywhere,
    input: BriefingWish,
    output: z.object({ jobId: Id, briefingId: Id, count: z.number().int(), leftOut: LeftOut }),
  }),
  'preview-briefing-scope': command({
    summary: 'What such a briefing would be about: how many items, and their titles',
    effect: 'read',
    expose: programs,
    input: BriefingWish,
    output: z.object({ items: z.array(BriefingItem), leftOut: LeftOut, since: z.number().int().nullable() }),
  }),
  'list-briefing-left-out': command({
    summary: 'The items that a briefing of many did not take in, the first 200, with the reason',
    effect: 'read',
    expose: programs,
    input: z.strictObject({ id: Id }),
    output: z.object({ items: z.array(BriefingItem.extend({ why: z.enum(['over', 'private']) })) }),
  }),
  'delete-briefing': command({
    summary: 'Delete a briefing, its script and its audio; `restore-briefing` brings it back within a day',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ id: Id }),
    output: z.object({}),
  }),
  'restore-briefing': command({
    summary: 'Bring a deleted briefing back',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ id: Id }),
    output: z.object({}),
  }),
  'keep-playback': command({
    summary: 'Keep where a person stopped listening to a briefing, that it was heard to its end, or the speed they listen at',
    effect: 'write',
    expose: windowOnly,
    input: z.strictObject({
      id: Id.optional(),
      positionMs: z.number().min(0).max(DAY_MS).optional(),
      heard: z.boolean().optional(),
      speed: z.number().min(0.5).max(3).optional(),
    }),
    output: z.object({}),
  }),
  'get-playback': command({
    summary: 'The speed a person listens at',
    effect: 'read',
    expose: windowOnly,
    input: z.strictObject({}),
    output: z.object({ speed: z.number() }),
  }),
}

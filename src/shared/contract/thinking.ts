import { z } from 'zod'
import { Briefing, EngineLabel, Id, Thesis, ThesisOutput, ThesisStage, ThesisStatus, Timestamp } from '../entities'
import { command, everywhere, programs } from './define'

const ForItem = z.strictObject({ itemId: Id })

export const thinkingCommands = {
  'deep-think': command({
    summary: 'Argue with an item: expand, counterpoint, synthesize',
    effect: 'write',
    expose: everywhere,
    input: ForItem,
    output: z.object({ jobId: Id }),
  }),
  'get-thesis': command({
    summary: 'The newest thesis of an item, also while it is being made; status "none" when there is none',
    effect: 'read',
    expose: everywhere,
    input: ForItem,
    output: z.object({
      status: z.union([ThesisStatus, z.literal('none')]),
      output: ThesisOutput.optional(),
      /** `earlier` when `output`, `engine` and `settled` are of a thesis finished before the newest run, which is not done. */
      outputOf: z.enum(['newest', 'earlier']).optional(),
      outputAt: Timestamp.optional(),
      id: Id.optional(),
      engine: EngineLabel.nullable().optional(),
      stages: z.array(ThesisStage).optional(),
      settled: Thesis.shape.settled.optional(),
      error: z.string().nullable().optional(),
      createdAt: Timestamp.optional(),
      updatedAt: Timestamp.optional(),
    }),
  }),
  'settle-contradiction': command({
    summary: 'Mark a contradiction of the newest thesis as settled, or take that back',
    effect: 'write',
    expose: programs,
    input: z.strictObject({ itemId: Id, index: z.number().int().min(0), settled: z.boolean() }),
    output: z.object({}),
  }),
  'summarize-item': command({
    summary: 'Write the summary of an item anew',
    effect: 'write',
    expose: everywhere,
    input: ForItem,
    output: z.object({ jobId: Id }),
  }),
  'brief-item': command({
    summary: 'Make a spoken briefing of an item',
    effect: 'write',
    expose: everywhere,
    input: ForItem,
    output: z.object({ jobId: Id, briefingId: Id }),
  }),
  'get-briefing': command({
    summary: 'The newest briefing of an item, or one by its id; null when there is none',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ itemId: Id.optional(), id: Id.optional() }),
    output: z.object({ briefing: Briefing.nullable() }),
  }),
  'list-briefings': command({
    summary: 'All briefings, newest first',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({ cursor: z.string().max(500).optional(), limit: z.number().int().min(1).max(200).optional() }),
    output: z.object({ briefings: z.array(Briefing), total: z.number().int(), nextCursor: z.string().nullable() }),
  }),
  'read-briefing-audio': command({
    summary: "A part of a briefing's audio, base64; ask again with offset + its length until `done`",
    effect: 'read',
    expose: programs,
    input: z.strictObject({ id: Id, offset: z.number().int().min(0) }),
    output: z.object({ mime: z.string(), bytes: z.number().int(), offset: z.number().int(), base64: z.string(), done: z.boolean() }),
  }),
}

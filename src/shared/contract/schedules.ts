import { z } from 'zod'
import { Id, Timestamp } from '../entities'
import { command, programs } from './define'
import { LONGEST_QUESTION } from './research'

/** What a schedule starts. Only `research_question` is a person's own; there may be many. Of the others there is one each. */
export const ScheduleKind = z.enum(['daily_briefing', 'weekly_review', 'reflection', 'research_question'])
export type ScheduleKind = z.infer<typeof ScheduleKind>

/** "08:00". Whether there is such a time is looked at when it is saved, so that the answer is a sentence. */
const TimeOfDay = z.string().max(10)

/** When a schedule runs, in the local time of wherever the computer then is. */
export const ScheduleRule = z.discriminatedUnion('every', [
  /** "2025-10-26T08:00" */
  z.strictObject({ every: z.literal('once'), at: z.string().max(20) }),
  z.strictObject({ every: z.literal('day'), time: TimeOfDay }),
  /** Monday is 1, Sunday is 7. */
  z.strictObject({ every: z.literal('week'), weekday: z.number().int().min(1).max(7), time: TimeOfDay }),
  /** Every so many hours, counted from midnight. */
  z.strictObject({ every: z.literal('hours'), hours: z.literal([1, 2, 3, 4, 6, 8, 12]) }),
])
export type ScheduleRule = z.infer<typeof ScheduleRule>

/** Which rules a kind may have. */
export const scheduleRules: Record<ScheduleKind, readonly ScheduleRule['every'][]> = {
  daily_briefing: ['day'],
  weekly_review: ['week'],
  reflection: ['hours', 'day'],
  research_question: ['once', 'day', 'week'],
}

export const Schedule = z.object({
  id: Id,
  kind: ScheduleKind,
  rule: ScheduleRule,
  /** What is to be researched; empty for the other kinds. */
  question: z.string(),
  paused: z.boolean(),
  /** The next run; null while paused, and after a single time. */
  nextAt: Timestamp.nullable(),
  /** A run that has not ended: it waits for its turn, or for what its job says, or it runs. */
  current: z.object({ jobId: Id, state: z.enum(['waiting', 'running']), waitingFor: z.string().nullable() }).nullable(),
  /** The last run that really started. `outcome` is null while it has not ended. */
  lastRun: z
    .object({
      startedAt: Timestamp,
      endedAt: Timestamp.nullable(),
      outcome: z.enum(['done', 'failed', 'cancelled']).nullable(),
      /** A few words on what came of it, or why nothing did. */
      note: z.string(),
      /** Null once its job was deleted. */
      jobId: Id.nullable(),
      /** What it made, such as the report. */
      itemId: Id.nullable(),
      /** The briefing it made, while that is there. */
      briefingId: Id.nullable(),
    })
    .nullable(),
  /** A time, later than the last run, at which nothing could be started, and why. */
  missed: z.object({ at: Timestamp, reason: z.string() }).nullable(),
})
export type Schedule = z.infer<typeof Schedule>

const Empty = z.strictObject({})
const ScheduleId = z.strictObject({ id: Id })

export const scheduleCommands = {
  'list-schedules': command({
    summary: 'What runs by itself and when: the next run, the last real run and what came of it',
    effect: 'read',
    expose: programs,
    input: Empty,
    output: z.object({
      schedules: z.array(Schedule),
      /** The time zone of the computer, in which the rules are read. */
      zone: z.string(),
      /** The kinds this program can start. */
      kinds: z.array(ScheduleKind),
    }),
  }),
  'save-schedule': command({
    summary: 'Research a question at a time, or change a schedule; a deleted one comes back by its id. What is left out stays',
    effect: 'write',
    expose: programs,
    input: z.strictObject({
      /** Without one a new schedule is made, which needs a rule and a question. */
      id: Id.optional(),
      rule: ScheduleRule.optional(),
      question: z.string().max(LONGEST_QUESTION).optional(),
    }),
    output: Schedule,
  }),
  'delete-schedule': command({
    summary: 'Delete a schedule of a question. A run of it that waits is cancelled, one that runs goes on',
    effect: 'write',
    expose: programs,
    input: ScheduleId,
    output: z.object({}),
  }),
  'run-schedule-now': command({
    summary: 'Start what a schedule starts, besides its times. When a run of it waits or runs already, that one is named',
    effect: 'write',
    expose: programs,
    input: ScheduleId,
    output: z.object({ jobId: Id, already: z.boolean() }),
  }),
  'pause-schedule': command({
    summary: 'Start nothing at the times of a schedule until it is resumed',
    effect: 'write',
    expose: programs,
    input: ScheduleId,
    output: Schedule,
  }),
  'resume-schedule': command({
    summary: 'Go on with the next time of a schedule; what lay in the pause is not made up for',
    effect: 'write',
    expose: programs,
    input: ScheduleId,
    output: Schedule,
  }),
}

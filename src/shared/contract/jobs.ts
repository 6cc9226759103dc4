import { z } from 'zod'
import { Id, Job, JobStatus, JobSummary, JobType, Timestamp } from '../entities'
import { command, everywhere, programs } from './define'

const JobId = z.strictObject({ id: Id })
const Empty = z.strictObject({})

/** What another try of a job does differently; what is left out stays as in Settings. */
export const JobChanges = z.strictObject({
  model: z.string().min(1).max(300).optional(),
  maxOutputTokens: z.number().int().min(256).max(131_072).optional(),
  timeoutSeconds: z.number().int().min(5).max(7200).optional(),
})
export type JobChanges = z.infer<typeof JobChanges>
const Count = z.object({ count: z.number().int() })

export const jobCommands = {
  'list-jobs': command({
    summary: 'A page of jobs: what needs the person first, then running, waiting, finished; with the count of each status',
    effect: 'read',
    expose: everywhere,
    input: z.strictObject({
      status: JobStatus.optional(),
      type: JobType.optional(),
      itemId: Id.optional(),
      cursor: z.string().max(500).optional(),
      limit: z.number().int().min(1).max(200).optional(),
    }),
    output: z.object({
      jobs: z.array(JobSummary),
      counts: z.object({
        pending: z.number().int(),
        running: z.number().int(),
        done: z.number().int(),
        dead: z.number().int(),
        cancelled: z.number().int(),
      }),
      nextCursor: z.string().nullable(),
      paused: z.boolean(),
      /** What jobs wait for that opens for all of them at once, such as a server that is away. `count` stops at 10,000 for each kind of work. */
      parked: z.array(z.object({ code: z.string(), reason: z.string(), nextTryAt: Timestamp.nullable(), count: z.number().int() })),
    }),
  }),
  'get-job': command({
    summary: 'One job with its attempts and their model calls',
    effect: 'read',
    expose: everywhere,
    input: JobId,
    output: Job,
  }),
  'retry-job': command({
    summary: 'Run a dead or cancelled job again from attempt 0, now; with `changes` by another model, with more room or more time',
    effect: 'write',
    expose: everywhere,
    input: z.strictObject({ id: Id, changes: JobChanges.optional() }),
    output: z.object({}),
  }),
  'retry-dead-jobs': command({ summary: 'Run all dead jobs again', effect: 'write', expose: programs, input: Empty, output: Count }),
  'try-waiting-jobs': command({
    summary: 'Look at once whether what jobs wait for, such as a model server, is there again',
    effect: 'write',
    expose: programs,
    input: Empty,
    output: z.object({}),
  }),
  'cancel-job': command({
    summary: 'Stop a waiting or running job; nothing of it is written after this',
    effect: 'write',
    expose: everywhere,
    input: JobId,
    output: z.object({}),
  }),
  'delete-job': command({
    summary: 'Delete one job that is not waiting or running, with its trace',
    effect: 'write',
    expose: programs,
    input: JobId,
    output: z.object({}),
  }),
  'get-job-run': command({
    summary: 'The jobs of the Deep Think run that a job belongs to, in the order of their stages; only itself for other jobs',
    effect: 'read',
    expose: programs,
    input: JobId,
    output: z.object({ jobs: z.array(Job) }),
  }),
  'purge-dead': command({
    summary: 'Delete all dead jobs with their trace',
    effect: 'write',
    expose: programs,
    input: Empty,
    output: Count,
  }),
  'purge-done': command({
    summary: 'Delete all done and cancelled jobs with their trace',
    effect: 'write',
    expose: programs,
    input: Empty,
    output: Count,
  }),
  'pause-queue': command({
    summary: 'Start no further jobs until resumed; running ones finish',
    effect: 'write',
    expose: programs,
    input: Empty,
    output: z.object({}),
  }),
  'resume-queue': command({ summary: 'Go on after a pause', effect: 'write', expose: programs, input: Empty, output: z.object({}) }),
}

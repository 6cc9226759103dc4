import { contract } from '../../../../shared/contract'
import type { JobSummary } from '../../../../shared/entities'
import { jobWork } from '../job-work'
import { defineTool, type McpTool } from '../tool'
import { cursorField, Limit, limitField, Wait, when } from './fields'

const jobField = 'The id of a job, as list_jobs and what starts one give it.'

/** Without prompts and replies of models: they quote thoughts, and the person reads them in the window. */
function jobRow(job: JobSummary) {
  const { id, type, status, itemId, itemTitle, about, attempts, error, errorCode, waitingFor, resultNote } = job
  return {
    ...{ id, type, status, ...(itemId === null ? {} : { itemId, itemTitle }), about: about ?? null },
    ...{ attempts, error, errorCode, waitingFor, resultNote },
    ...{ created: when(job.createdAt), started: when(job.startedAt), finished: when(job.finishedAt) },
  }
}

export const jobTools: readonly McpTool[] = [
  defineTool({
    name: 'list_jobs',
    title: 'List jobs',
    description:
      'Lists the work in the background: what needs the person first, then running, waiting and finished jobs, with the count of each status.',
    command: 'list-jobs',
    input: contract['list-jobs'].input.extend({ limit: Limit }),
    fields: {
      status: 'Only those with this status.',
      type: 'Only those of this type.',
      itemId: 'Only those of this thought.',
      cursor: cursorField,
      limit: limitField,
    },
    fitting: 'page',
    async answer({ input, call, show }, size) {
      const { jobs, counts, nextCursor, paused } = await call('list-jobs', { ...input, limit: size })
      return { jobs: await show(jobs.map(jobRow), { units: 300 }), counts, paused, nextCursor }
    },
  }),
  defineTool({
    name: 'get_job',
    title: 'Get a job',
    description: 'Gives one job: whether it waits, runs, is done, gave up (dead) or was cancelled, what for, and what went wrong.',
    command: 'get-job',
    input: contract['get-job'].input.extend({ wait: Wait }),
    fields: {
      id: jobField,
      wait: 'Answer when the job has ended, with progress on the way; after ten minutes at the latest. Cancelling the call stops the waiting, not the job.',
    },
    fitting: 'detail',
    async answer({ input: { id, wait }, call, callAgain, follow, show }, size) {
      if (wait === true) {
        const { itemId } = await callAgain('get-job', { id })
        const { stop: _, ...work } = jobWork(id, itemId, callAgain)
        await follow(work)
      }
      const [job = {}] = await show([jobRow(await call('get-job', { id }))], { units: size })
      return { job }
    },
  }),
  defineTool({
    name: 'retry_job',
    title: 'Retry a job',
    description: 'Runs a job that gave up or was cancelled again, now.',
    command: 'retry-job',
    input: contract['retry-job'].input.omit({ changes: true }),
    fields: { id: jobField },
    fitting: 'once',
    answer: ({ input, call }) => call('retry-job', input),
  }),
  defineTool({
    name: 'cancel_job',
    title: 'Cancel a job',
    description: 'Stops a waiting or running job; nothing of it is written after this. It can be retried.',
    command: 'cancel-job',
    input: contract['cancel-job'].input,
    fields: { id: jobField },
    fitting: 'once',
    destructive: true,
    answer: ({ input, call }) => call('cancel-job', input),
  }),
]

import type { JobStatus, JobSummary, JobType } from '../../../../shared/entities'
import type { Context } from '../context'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { Failure } from '../failure'
import { findId } from '../find-id'
import { listLine, localTime } from '../item-lines'
import { padWidth, safeLine, safeText } from '../terminal-text'

const statuses = ['pending', 'running', 'done', 'dead', 'cancelled'] as const satisfies readonly JobStatus[]

/** What a job is about and how it is, in one line. */
function jobLine(context: Context, job: JobSummary): string {
  const about = job.about ?? (job.itemId === null ? '' : job.itemTitle || '(no title)')
  const state =
    job.error && job.status !== 'done'
      ? `: ${job.error}`
      : job.waitingFor
        ? `: ${job.waitingFor}`
        : job.resultNote
          ? `: ${job.resultNote}`
          : ''
  return listLine(context, job.id, `${padWidth(job.status, 9)}  ${padWidth(job.type, 12)}`, `${about}${state}`)
}

export const jobsCommand: CliCommand = {
  name: 'jobs',
  summary: 'List jobs, or show one',
  usage: '[ID] [options]',
  about: 'What needs you comes first, then what runs, what waits, and what is over.',
  examples: [
    ['cortexa jobs', 'the first twenty'],
    ['cortexa jobs --status dead', 'those that gave up'],
    ['cortexa jobs 9f3a01cc', 'one, with its attempts'],
  ],
  options: {
    status: { type: 'string', short: 's', value: 'STATUS', choices: statuses, about: 'only these' },
    type: { type: 'string', value: 'TYPE', about: 'only of this type, such as expand' },
    item: { type: 'string', value: 'ID', about: 'only those of a thought' },
    limit: { type: 'string', short: 'n', value: 'N', about: 'at most so many, up to 200 (20)' },
  },
  words: { min: 0, max: 1 },
  json: {
    form: 'lines',
    shape:
      'id, type, status, itemId, itemTitle, attempts, error, errorCode, waitingFor, resultNote and times; with ID one document, with attemptsLog',
  },
  async run(context, args) {
    const owner = await context.owner()
    const [word] = args.words
    if (word !== undefined) {
      const job = await owner.call('get-job', { id: await findId(context, 'job', word) })
      if (context.json) {
        await context.writeJson(job)
        return exitCode('done')
      }
      await context.io.out(jobLine(context, job))
      for (const { number, outcome, startedAt, error, serverWords } of job.attemptsLog) {
        await context.io.out(`  attempt ${number}  ${localTime(startedAt)}  ${outcome}${error ? `: ${safeLine(error)}` : ''}\n`)
        if (serverWords) await context.io.out(`    the server said: ${safeLine(safeText(serverWords)).slice(0, 500)}\n`)
      }
      return exitCode('done')
    }
    const item = args.text('item')
    const status = args.text('status') as JobStatus | undefined
    const type = args.text('type') as JobType | undefined
    const { jobs, counts, paused } = await owner.call('list-jobs', {
      limit: args.count('limit', { min: 1, max: 200 }) ?? 20,
      ...(status ? { status } : {}),
      ...(type ? { type } : {}),
      ...(item === undefined ? {} : { itemId: await findId(context, 'item', item) }),
    })
    for (const job of jobs) await (context.json ? context.writeJson(job) : context.io.out(jobLine(context, job)))
    context.note(
      `${counts.running} running, ${counts.pending} waiting, ${counts.dead} dead, ${counts.done} done, ${counts.cancelled} cancelled${paused ? '; the queue is paused' : ''}`,
    )
    return exitCode('done')
  },
}

export const retryCommand: CliCommand = {
  name: 'retry',
  summary: 'Run a job again that gave up or was cancelled',
  usage: 'ID | --dead',
  examples: [
    ['cortexa retry 9f3a01cc', 'one job'],
    ['cortexa retry --dead', 'all that gave up'],
  ],
  options: { dead: { type: 'boolean', about: 'all dead jobs' } },
  words: { min: 0, max: 1 },
  json: { form: 'document', shape: '{"retried"}, the number of jobs' },
  async run(context, args) {
    const [word] = args.words
    if ((word === undefined) !== args.flag('dead'))
      throw new Failure('usage', 'Name one job, or give --dead. `cortexa jobs --status dead` lists them.')
    const owner = await context.owner()
    let retried = 1
    if (word === undefined) retried = (await owner.call('retry-dead-jobs', {})).count
    else await owner.call('retry-job', { id: await findId(context, 'job', word) })
    if (context.json) await context.writeJson({ retried })
    else context.note(retried === 1 ? 'The job runs again.' : `${retried} jobs run again.`)
    return exitCode('done')
  },
}

export const cancelCommand: CliCommand = {
  name: 'cancel',
  summary: 'Stop a job that waits or runs',
  usage: 'ID',
  about: 'Nothing of it is written after that. `cortexa retry` runs it again.',
  examples: [['cortexa cancel 9f3a01cc', 'stops one job']],
  words: { min: 1, max: 1 },
  json: { form: 'document', shape: '{"cancelled"}, the id' },
  async run(context, args) {
    const owner = await context.owner()
    const id = await findId(context, 'job', args.words[0] ?? '')
    await owner.call('cancel-job', { id })
    if (context.json) await context.writeJson({ cancelled: id })
    else context.note('The job is stopped.')
    return exitCode('done')
  },
}

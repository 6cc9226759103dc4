import type { CollectRunStatus } from '../../../../shared/contract/collect'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { Failure } from '../failure'
import { findId, shortId } from '../find-id'
import { endWith, followJob, type Verdict } from '../follow-job'
import { safeLine } from '../terminal-text'

const ends: Partial<Record<CollectRunStatus, Verdict>> = {
  completed: { outcome: 'done', message: '' },
  failed: { outcome: 'dead', message: 'Collecting failed. What was found is kept. `cortexa retry` goes on.' },
  cancelled: { outcome: 'cancelled', message: 'Collecting was stopped. What was found is kept.' },
}

/** `name=value` with a number, true or false. */
function readSetting(text: string): [string, unknown] {
  const [, name, value] = /^([a-z_]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new Failure('usage', `--set takes NAME=VALUE, such as --set target_items=20; not "${text}".`)
  return [name, value === 'true' ? true : value === 'false' ? false : Number.isNaN(Number(value)) ? value : Number(value)]
}

export const collectCommand: CliCommand = {
  name: 'collect',
  summary: 'Collect items from the web, or list collections',
  usage: 'WHAT... [--name NAME | --into ID] [--wait]   or   --list',
  about: 'What is found becomes proposals, which you look through in the Cortexa window. One run at a time.',
  examples: [
    ['cortexa collect Beekeeping tools for beginners --name Bees --wait', 'a new collection'],
    ['cortexa collect More of them --into 9f3a01cc --set target_items=20', 'goes on with one'],
    ['cortexa collect --list', 'the collections there are'],
  ],
  options: {
    name: { type: 'string', value: 'NAME', about: 'the name of a new collection' },
    into: { type: 'string', value: 'ID', about: 'go on with this collection' },
    set: { type: 'string', value: 'NAME=VALUE', multiple: true, about: 'target_items, max_pages_to_process or capture_screenshots' },
    list: { type: 'boolean', about: 'list collections' },
    wait: { type: 'boolean', short: 'w', about: 'wait for the end of the run' },
  },
  words: { min: 0, max: Number.POSITIVE_INFINITY },
  json: {
    form: 'document',
    shape: '{"collectionId","runId","jobId"}; with --wait also outcome, message, found, pages and proposals; with --list {"collections"}',
  },
  async run(context, args) {
    const owner = await context.owner()
    if (args.flag('list')) {
      const { collections } = await owner.call('list-collections', {})
      if (context.json) await context.writeJson({ collections })
      else
        for (const { id, name, items, undecided } of collections)
          await context.io.out(`${shortId(id)}  ${safeLine(name)}  ${items} items, ${undecided} to decide on\n`)
      if (collections.length === 0) context.note('There are no collections yet.')
      return exitCode('done')
    }
    const prompt = args.words.join(' ')
    if (prompt === '') throw new Failure('usage', 'Say what is to be collected. See: cortexa collect --help')
    const [name, into] = [args.text('name'), args.text('into')]
    const config = Object.fromEntries(args.list('set').map(readSetting))
    const target = into === undefined ? { name: name ?? prompt.slice(0, 80) } : { collectionId: await findId(context, 'collection', into) }
    const begin = () => owner.call('start-collect', { prompt, config, ...target })
    if (!args.flag('wait')) {
      const begun = await begin()
      await (context.json ? context.writeJson(begun) : context.io.out(`${begun.jobId}\n`))
      return exitCode('done')
    }
    const read = (id: string) => owner.call('get-collect-run', { id })
    let last = ''
    const { begun, verdict } = await followJob(context, owner, {
      begin,
      judge: (event, { runId }) =>
        event.type === 'collect-run-updated' && event.payload.runId === runId ? (ends[event.payload.status] ?? null) : null,
      ask: async ({ runId }) => ends[(await read(runId)).status] ?? null,
      isOurs: (job, { jobId }) => job.jobId === jobId,
      jobId: ({ jobId }) => jobId,
      describe(event, { runId }) {
        if (event.type !== 'collect-progress' || event.payload.runId !== runId) return null
        const line = `${Math.round(event.payload.percent)} %  ${safeLine(event.payload.message)}`
        if (line === last) return null
        last = line
        return line
      },
    })
    const run = await read(begun.runId).catch(() => null)
    const told = verdict.outcome === 'dead' && run?.error ? { ...verdict, message: run.error } : verdict
    const { found = null, pages = null, proposals = null } = run ?? {}
    if (context.json) await context.writeJson({ ...begun, ...told, found, pages, proposals })
    else if (run)
      await context.io.out(`${found} found on ${pages} pages; ${proposals?.undecided ?? 0} proposals wait for you in the Cortexa window.\n`)
    return endWith(context, told)
  },
}

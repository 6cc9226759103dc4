import type { ResearchState } from '../../../../shared/contract/research'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { findId } from '../find-id'
import { endWith, followJob, type Verdict } from '../follow-job'
import { safeText } from '../terminal-text'

const doing: Partial<Record<ResearchState, string>> = {
  asking: 'Making queries',
  searching: 'Searching the web',
  reading: 'Reading pages',
  writing: 'Writing the report',
}
const ends: Partial<Record<ResearchState, Verdict>> = {
  done: { outcome: 'done', message: '' },
  'nothing-found': { outcome: 'dead', message: 'Nothing was found, so there is no report. Ask in other words.' },
  blocked: {
    outcome: 'dead',
    message: 'The search engine does not answer programs now. Try later, or choose another engine in the window.',
  },
  'not-understood': { outcome: 'dead', message: 'The answer of the search engine could not be read. Choose another engine in the window.' },
  failed: { outcome: 'dead', message: 'Research failed. `cortexa retry` runs it again.' },
  cancelled: { outcome: 'cancelled', message: 'The research was cancelled.' },
}

export const researchCommand: CliCommand = {
  name: 'research',
  summary: 'Research a question on the web',
  usage: 'QUESTION... [--item ID] [--wait]',
  about: 'The search engine gets the question, or queries made of it, and nothing of the vault. The report becomes a thought.',
  examples: [
    ['cortexa research How do bees find the way back --wait', 'waits and shows the report'],
    ['cortexa research "Is it true?" --item 9f3a01cc', 'the report is linked to a thought'],
  ],
  options: {
    item: { type: 'string', value: 'ID', about: 'link the report to this thought' },
    wait: { type: 'boolean', short: 'w', about: 'wait for the report' },
  },
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  json: {
    form: 'document',
    shape: '{"jobId","researchId"}; with --wait also outcome, message, state, reportId, report (its text) and sources',
  },
  async run(context, args) {
    const owner = await context.owner()
    const item = args.text('item')
    const itemId = item === undefined ? {} : { itemId: await findId(context, 'item', item) }
    const begin = () => owner.call('start-research', { question: args.words.join(' '), ...itemId })
    if (!args.flag('wait')) {
      const { jobId, researchId } = await begin()
      await (context.json ? context.writeJson({ jobId, researchId }) : context.io.out(`${jobId}\n`))
      return exitCode('done')
    }
    const read = async (id: string) => (await owner.call('get-research', { id })).research
    const { begun, verdict } = await followJob(context, owner, {
      begin,
      judge: (event, { researchId }) =>
        event.type === 'research-updated' && event.payload.researchId === researchId ? (ends[event.payload.state] ?? null) : null,
      ask: async ({ researchId }) => ends[(await read(researchId))?.state ?? 'pending'] ?? null,
      isOurs: (job, { jobId }) => job.jobId === jobId,
      jobId: ({ jobId }) => jobId,
      describe: (event, { researchId }) =>
        event.type === 'research-updated' && event.payload.researchId === researchId ? (doing[event.payload.state] ?? null) : null,
    })
    const research = await read(begun.researchId).catch(() => null)
    const reportId = research?.report?.id ?? null
    const report = verdict.outcome === 'done' && reportId !== null ? await owner.call('get-item', { id: reportId }) : null
    const told = verdict.outcome === 'dead' && research?.error ? { ...verdict, message: research.error } : verdict
    const sources = (research?.sources ?? []).map(({ n, url, title }) => ({ n, url, title }))
    if (context.json)
      await context.writeJson({ ...begun, ...told, state: research?.state ?? null, reportId, report: report?.body ?? null, sources })
    else if (report) await context.io.out(`${safeText(report.body)}\n`)
    return endWith(context, told)
  },
}

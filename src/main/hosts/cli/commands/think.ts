import type { JobType, ThesisStatus } from '../../../../shared/entities'
import type { Context, Owner } from '../context'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { findId } from '../find-id'
import { badEnd, endWith, followJob, type Verdict } from '../follow-job'
import { thesisText } from '../thesis-text'

const stages: readonly JobType[] = ['expand', 'counterpoint', 'synthesize']
const doing: Partial<Record<ThesisStatus, string>> = {
  expanding: 'Expanding the thought',
  critiquing: 'Looking for what speaks against it',
  synthesizing: 'Writing the thesis',
}

/** Runs Deep Think on a thought to its end. */
export async function deepThink(context: Context, owner: Owner, itemId: string) {
  function verdictOf(status: ThesisStatus | 'none'): Verdict | null {
    if (status === 'done') return { outcome: 'done', message: '' }
    if (status !== 'failed') return null
    return { outcome: 'dead', message: 'Deep Think failed.' }
  }
  const { begun, verdict } = await followJob(context, owner, {
    begin: () => owner.call('deep-think', { itemId }),
    judge: (event) => (event.type === 'thesis-updated' && event.payload.itemId === itemId ? verdictOf(event.payload.status) : null),
    ask: async () => verdictOf((await owner.call('get-thesis', { itemId })).status),
    isOurs: (job) => job.itemId === itemId && stages.includes(job.type),
    jobId: ({ jobId }) => jobId,
    describe: (event) =>
      event.type === 'thesis-updated' && event.payload.itemId === itemId ? (doing[event.payload.status] ?? null) : null,
  })
  const thesis = await owner.call('get-thesis', { itemId }).catch(() => null)
  const isCancelled = thesis?.stages?.some(({ status }) => status === 'cancelled') === true
  const told = verdict.outcome === 'dead' ? badEnd(isCancelled, thesis?.error ?? verdict.message) : verdict
  return { jobId: begun.jobId, verdict: told, thesis: verdict.outcome === 'done' ? thesis : null }
}

export const thinkCommand: CliCommand = {
  name: 'think',
  summary: 'Deep Think: argue with a thought',
  usage: 'ID [--wait]',
  about:
    'Without --wait the job is only begun, and its id is written. With it the thesis is written once it is there. The way there is told on standard error.',
  examples: [
    ['cortexa think 9f3a01cc', 'begins, and gives the id of the job'],
    ['cortexa think 9f3a01cc --wait', 'begins, waits and shows the thesis'],
    ['cortexa capture "Sell the car" | cortexa think - --wait', 'with a thought that was just saved'],
  ],
  options: { wait: { type: 'boolean', short: 'w', about: 'wait for the thesis' } },
  words: { min: 1, max: 1 },
  json: {
    form: 'document',
    shape:
      '{"itemId","jobId"}; with --wait also outcome (done, dead, cancelled, waiting, locked, lost or interrupted), message, thesis and engine',
  },
  async run(context, args) {
    const owner = await context.owner()
    const itemId = await findId(context, 'item', args.words[0] ?? '')
    if (!args.flag('wait')) {
      const { jobId } = await owner.call('deep-think', { itemId })
      await (context.json ? context.writeJson({ itemId, jobId }) : context.io.out(`${jobId}\n`))
      return exitCode('done')
    }
    const { jobId, verdict, thesis } = await deepThink(context, owner, itemId)
    const engine = thesis?.engine ?? null
    if (context.json) await context.writeJson({ itemId, jobId, ...verdict, thesis: thesis?.output ?? null, engine })
    else if (thesis?.output) await context.io.out(thesisText(context, thesis.output, engine))
    return endWith(context, verdict)
  },
}

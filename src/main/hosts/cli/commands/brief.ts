import { resolve } from 'node:path'
import type { BriefingWish } from '../../../../shared/contract/briefings'
import type { Briefing } from '../../../../shared/entities'
import type { Args } from '../arguments'
import type { Context, Owner } from '../context'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { Failure } from '../failure'
import { findId } from '../find-id'
import { badEnd, endWith, followJob, type Verdict } from '../follow-job'
import { safeText } from '../terminal-text'
import { assertFree, writeNewFile } from '../write-file'

const doing = { scripting: 'Writing the script', voicing: 'Reading it aloud' } as const

/** Makes a briefing and waits for its end. */
export async function makeBriefing(context: Context, owner: Owner, begin: () => Promise<{ jobId: string; briefingId: string }>) {
  const verdictOf = (status: Briefing['status'], error: string | null): Verdict | null =>
    status === 'done'
      ? { outcome: 'done', message: '' }
      : status === 'failed'
        ? { outcome: 'dead', message: error ?? 'The briefing failed.' }
        : null
  const read = async (id: string) => (await owner.call('get-briefing', { id })).briefing
  const { begun, verdict } = await followJob(context, owner, {
    begin,
    judge: (event, { briefingId }) =>
      event.type === 'briefing-updated' && event.payload.briefingId === briefingId ? verdictOf(event.payload.status, null) : null,
    async ask({ briefingId }) {
      const briefing = await read(briefingId)
      return briefing && verdictOf(briefing.status, briefing.error)
    },
    isOurs: (job, { jobId }) => job.jobId === jobId,
    jobId: ({ jobId }) => jobId,
    describe(event, { briefingId }) {
      if (event.type !== 'briefing-updated' || event.payload.briefingId !== briefingId) return null
      const { status } = event.payload
      return status === 'scripting' || status === 'voicing' ? doing[status] : null
    },
  })
  const briefing = await read(begun.briefingId).catch(() => null)
  const job = verdict.outcome === 'dead' ? await owner.call('get-job', { id: begun.jobId }).catch(() => null) : null
  const told = verdict.outcome === 'dead' ? badEnd(job?.status === 'cancelled', briefing?.error ?? verdict.message) : verdict
  return { ...begun, verdict: told, briefing: verdict.outcome === 'done' ? briefing : null }
}

/** The sound of a briefing, part by part. */
export async function* audioParts(owner: Owner, id: string): AsyncGenerator<Buffer> {
  for (let offset = 0; ; ) {
    const part = await owner.call('read-briefing-audio', { id, offset })
    const bytes = Buffer.from(part.base64, 'base64')
    offset += bytes.length
    if (bytes.length > 0) yield bytes
    if (part.done || bytes.length === 0) return
  }
}

/** Which thoughts are meant by the words and options. */
async function readWish(context: Context, args: Args): Promise<{ itemId: string } | BriefingWish> {
  const many: BriefingWish[] = [
    ...(args.flag('day') ? [{ scope: 'day' as const }] : []),
    ...(args.flag('week') ? [{ scope: 'week' as const }] : []),
    ...(args.text('tag') === undefined ? [] : [{ scope: 'tag' as const, tag: args.text('tag') }]),
    ...(args.text('search') === undefined ? [] : [{ scope: 'search' as const, query: args.text('search') }]),
  ]
  const [wish] = many
  if (many.length + args.words.length !== 1)
    throw new Failure(
      'usage',
      'Say what the briefing is about: one ID, or one of --day, --week, --tag and --search. See: cortexa brief --help',
    )
  return wish ?? { itemId: await findId(context, 'item', args.words[0] ?? '') }
}

export const briefCommand: CliCommand = {
  name: 'brief',
  summary: 'Brief: have a thought, or many, read aloud',
  usage: 'ID | --day | --week | --tag TAG | --search WORDS   [--out FILE] [--wait]',
  about:
    'With --out the sound is written as a WAV file once it is there; the file appears whole or not at all, and never takes the place of another one without --force. With --wait alone the script is written. Without both the job is only begun.',
  examples: [
    ['cortexa brief 9f3a01cc --out bees.wav', 'waits, and writes the sound'],
    ['cortexa brief --day --out - | aplay', 'what came today, played at once'],
    ['cortexa brief --tag garden --wait', 'shows the script of a briefing of a tag'],
  ],
  options: {
    out: { type: 'string', short: 'o', value: 'FILE', isPath: true, about: 'wait, and write the sound there ("-" is standard output)' },
    force: { type: 'boolean', about: 'overwrite a file that is there' },
    wait: { type: 'boolean', short: 'w', about: 'wait, and write the script' },
    day: { type: 'boolean', about: 'the thoughts of today' },
    week: { type: 'boolean', about: 'those of the last seven days' },
    tag: { type: 'string', short: 't', value: 'TAG', about: 'those with a tag' },
    search: { type: 'string', value: 'WORDS', about: 'those that a search finds' },
  },
  words: { min: 0, max: 1 },
  json: { form: 'document', shape: '{"jobId","briefingId"}; when it waits also outcome, message, script, durationMs, bytes and file' },
  async run(context, args) {
    const out = args.text('out')
    const file = out === undefined || out === '-' ? null : resolve(context.io.cwd, out)
    if (out === '-' && context.json) throw new Failure('usage', 'Standard output cannot take both the sound and JSON. Name a file.')
    if (file !== null) await assertFree(file, args.flag('force'))
    const owner = await context.owner()
    const wish = await readWish(context, args)
    const begin = () => ('itemId' in wish ? owner.call('brief-item', wish) : owner.call('brief-many', wish))
    if (out === undefined && !args.flag('wait')) {
      const { jobId, briefingId } = await begin()
      await (context.json ? context.writeJson({ jobId, briefingId }) : context.io.out(`${jobId}\n`))
      return exitCode('done')
    }
    const { jobId, briefingId, verdict, briefing } = await makeBriefing(context, owner, begin)
    const audio = briefing?.audio ?? null
    if (briefing && out !== undefined && audio === null)
      throw new Failure(
        'failed',
        `The script is there, the sound is not. ${briefing.voiceNotice ?? 'Choose a voice in the Cortexa window.'}`,
      )
    if (briefing && out === '-') for await (const part of audioParts(owner, briefingId)) await context.io.out(part)
    if (briefing && file !== null) {
      const bytes = await writeNewFile(file, audioParts(owner, briefingId), args.flag('force'))
      context.note(`${file}: ${Math.round((audio?.durationMs ?? 0) / 1000)} s, ${bytes} bytes`)
    }
    const { durationMs = null, bytes = null } = audio ?? {}
    if (context.json) await context.writeJson({ jobId, briefingId, ...verdict, script: briefing?.script ?? null, durationMs, bytes, file })
    else if (briefing && out === undefined) await context.io.out(`${safeText(briefing.script ?? '')}\n`)
    return endWith(context, verdict)
  },
}

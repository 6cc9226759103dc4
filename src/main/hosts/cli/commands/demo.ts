import { rmSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import garden from '../../../../../resources/samples/garden.json'
import { createClient } from '../../../../shared/client'
import { connectOwner } from '../../socket/client'
import type { Owner } from '../context'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { Failure } from '../failure'
import { startHeadless } from '../start-headless'
import { safeLine, wrapText } from '../terminal-text'
import { thesisText } from '../thesis-text'
import { assertFree, writeNewFile } from '../write-file'
import { audioParts, makeBriefing } from './brief'
import { deepThink } from './think'

/** Earlier thoughts of somebody with a garden, two of which contradict the last one. */
const { earlier, question } = garden

export const demoCommand: CliCommand = {
  name: 'demo',
  summary: 'Show in ten seconds that this installation works',
  usage: '[--out FILE]',
  about:
    'Makes a vault for trying out in a folder for temporary files, saves five thoughts, runs Deep Think and Brief with the built-in engine (no model, no network), shows the thesis, and removes everything. Your own vault is not touched. The exit code is not 0 when any step failed.',
  examples: [
    ['cortexa demo', 'the whole round'],
    ['cortexa demo --out demo.wav', 'and keeps the sound'],
  ],
  options: {
    out: { type: 'string', short: 'o', value: 'FILE', isPath: true, about: 'keep the sound of the briefing' },
    force: { type: 'boolean', about: 'overwrite a file that is there' },
  },
  words: { min: 0, max: 0 },
  json: { form: 'document', shape: '{"thoughts","thesis","engine","audio":{"durationMs","bytes","voice"},"file","milliseconds"}' },
  async run(context, args) {
    const { io } = context
    const file = args.text('out') === undefined ? null : resolve(io.cwd, args.text('out') ?? '')
    if (file !== null) await assertFree(file, args.flag('force'))
    const started = io.now()
    const headless = startHeadless(io, ['--throw-away'])
    const stop = () => void headless.child.kill('SIGTERM')
    const stopListening = io.interrupts.listen(stop)
    let folder: string | undefined
    let owner: Owner | null = null
    try {
      const ready = await headless.ready
      if (ready?.dataDir === undefined) throw new Failure('failed', 'The app did not start. `cortexa doctor` looks for the reason.')
      folder = ready.dataDir
      const connection = await connectOwner({ dataDir: folder, as: 'cli', version: io.version })
      owner = { ...createClient(connection), connection }
      context.note('A vault for trying out is open. Saving five thoughts')
      for (const body of earlier) await owner.call('capture-item', { body, tags: ['balcony'] })
      const { id: itemId } = await owner.call('capture-item', { body: question, tags: ['balcony'] })

      // At the same time, by the two workers; the briefing is then of the thought alone, and short.
      const [spoken, thought] = await Promise.all([
        makeBriefing(context, owner, () => createClient(connection).call('brief-item', { itemId })),
        deepThink(context, owner, itemId),
      ])
      if (!thought.thesis?.output) throw new Failure('failed', `Deep Think did not come to an end. ${thought.verdict.message}`)
      const audio = spoken.briefing?.audio
      if (!audio || audio.bytes < 1000 || audio.durationMs < 1000)
        throw new Failure('failed', `Brief made no sound. ${spoken.briefing?.voiceNotice ?? spoken.verdict.message}`)
      if (file !== null) await writeNewFile(file, audioParts(owner, spoken.briefingId), args.flag('force'))

      const { output, engine = null } = thought.thesis
      const milliseconds = io.now() - started
      const { durationMs, bytes, voice } = audio
      if (context.json)
        await context.writeJson({
          thoughts: earlier.length + 1,
          thesis: output,
          engine,
          audio: { durationMs, bytes, voice },
          file,
          milliseconds,
        })
      else {
        await io.out(
          `${context.bold('Thought')}\n${wrapText(question, Math.min(context.columns, 100), '  ')}\n\n${thesisText(context, output, engine)}`,
        )
        const where = file === null ? 'not kept; --out FILE keeps it' : file
        await io.out(
          `\n${context.bold('Briefing')}\n  ${Math.round(durationMs / 1000)} s of speech, ${(bytes / 1e6).toFixed(1)} MB, by ${safeLine(voice)} (${where})\n`,
        )
        await io.out(`\nAll of it works here. It took ${(milliseconds / 1000).toFixed(1)} s, and the vault for trying out is removed.\n`)
      }
      return exitCode('done')
    } catch (error) {
      throw io.interrupts.given ? new Failure('interrupted', 'Stopped. The vault for trying out is removed.') : error
    } finally {
      owner?.connection.close()
      stop()
      await headless.ended
      stopListening()
      // It removes its folder itself, unless it was ended hard.
      if (folder !== undefined && basename(folder).startsWith('cortexa-demo-')) rmSync(folder, { recursive: true, force: true })
    }
  },
}

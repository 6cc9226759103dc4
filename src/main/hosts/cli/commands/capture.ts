import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { Failure } from '../failure'
import { readStandardInput, readTextFile } from '../read-text'

export const captureCommand: CliCommand = {
  name: 'capture',
  summary: 'Save a thought',
  usage: '[WORDS... | -] [--file FILE]',
  about:
    'The thought is the words, a file, or what comes on standard input. Its id is written to standard output, so that another command can take it up. In the vault it is encrypted; it is embedded, linked and summarised in the background.',
  examples: [
    ['cortexa capture "Bees dance to tell the way"', 'saves these words'],
    ['cortexa capture --file notes.md --tag garden', 'saves a file, with a tag'],
    ['pbpaste | cortexa capture --title "From the clipboard"', 'saves what another program says'],
    ['cortexa capture "Sell the car" | cortexa think - --wait', 'saves, and argues with it at once'],
  ],
  options: {
    file: { type: 'string', short: 'f', value: 'FILE', isPath: true, about: 'read the thought from this file ("-" is standard input)' },
    title: { type: 'string', value: 'TITLE', about: 'the title; otherwise the first line is it' },
    tag: { type: 'string', short: 't', value: 'TAG', multiple: true, about: 'a tag' },
    private: {
      type: 'boolean',
      about: 'it stays here: no program, and so not this command either, and no model elsewhere ever gets its text',
    },
  },
  words: { min: 0, max: Number.POSITIVE_INFINITY },
  json: { form: 'document', shape: '{"id"}' },
  async run(context, args) {
    const { io } = context
    const file = args.text('file')
    const fromInput = args.words.length === 0 || (args.words.length === 1 && args.words[0] === '-')
    if (file !== undefined && args.words.length > 0) throw new Failure('usage', 'Give either words or --file, not both.')
    if (file === undefined && args.words.length === 0 && io.stdin.isTTY)
      throw new Failure('usage', 'There is nothing to save. Write the thought after the command, or see: cortexa capture --help')
    // Before reading: whoever pipes a long text should not wait to hear that nothing runs.
    const owner = await context.owner()
    const body = file !== undefined ? await readTextFile(io, file) : fromInput ? await readStandardInput(io) : args.words.join(' ')
    const title = args.text('title')
    const tags = args.list('tag')
    const { id } = await owner.call('capture-item', {
      body: body.replace(/\r\n/g, '\n').replace(/\n+$/, ''),
      ...(title === undefined ? {} : { title }),
      ...(tags.length > 0 ? { tags: [...tags] } : {}),
      ...(args.flag('private') ? { private: true } : {}),
    })
    await (context.json ? context.writeJson({ id }) : io.out(`${id}\n`))
    if (args.flag('private')) context.note('Saved. It stays here, so only the Cortexa window shows it.')
    return exitCode('done')
  },
}

import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { Failure } from '../failure'
import { findId, shortId } from '../find-id'
import { localTime } from '../item-lines'
import { safeLine, safeText } from '../terminal-text'
import { thesisText } from '../thesis-text'

export const showCommand: CliCommand = {
  name: 'show',
  summary: 'Show a thought, or its thesis',
  usage: 'ID [--thesis]',
  about: 'On a terminal, characters that could steer it are left out of the text. In a file or a pipe the text is exactly what was saved.',
  examples: [
    ['cortexa show 9f3a01cc', 'one thought with tags and links'],
    ['cortexa show 9f3a01cc --body > note.md', 'the text alone'],
    ['cortexa show 9f3a01cc --thesis', 'what Deep Think made of it'],
  ],
  options: {
    body: { type: 'boolean', about: 'the text alone' },
    thesis: { type: 'boolean', about: 'the newest finished thesis' },
  },
  words: { min: 1, max: 1 },
  json: {
    form: 'document',
    shape: 'the thought as in list, with body, givenTitle and links; with --thesis {"itemId","status","output","engine"}',
  },
  async run(context, args) {
    const { io } = context
    const owner = await context.owner()
    const id = await findId(context, 'item', args.words[0] ?? '')
    if (args.flag('thesis')) {
      const { status, output, engine } = await owner.call('get-thesis', { itemId: id })
      if (context.json) await context.writeJson({ itemId: id, status, output: output ?? null, engine: engine ?? null })
      else if (output) await io.out(thesisText(context, output, engine ?? null))
      else throw new Failure('notFound', `This thought has no thesis yet. Make one with: cortexa think ${shortId(id)} --wait`)
      return exitCode('done')
    }
    const item = await owner.call('get-item', { id })
    const text = (words: string) => (io.outColumns === null ? words : safeText(words))
    if (context.json) await context.writeJson(item)
    else if (args.flag('body')) await io.out(`${text(item.body)}\n`)
    else {
      const facts = [localTime(item.createdAt), item.kind, `from ${item.source}`, ...item.tags.map((tag) => `#${tag}`)]
      const links = item.links.map(
        ({ kind, reason, item: other }) => `  ${shortId(other.id)}  ${safeLine(other.title)} (${kind}: ${safeLine(reason)})\n`,
      )
      await io.out(
        `${context.bold(safeLine(item.title))}\n${context.dim(safeLine(`${item.id}  ${facts.join('  ')}`))}\n\n${text(item.body)}\n`,
      )
      if (item.summary) await io.out(`\n${context.bold('Summary')}\n${safeText(item.summary)}\n`)
      if (links.length > 0) await io.out(`\n${context.bold('Links')}\n${links.join('')}`)
    }
    return exitCode('done')
  },
}

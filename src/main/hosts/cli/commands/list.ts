import type { CommandOutput } from '../../../../shared/contract'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { listLine, localTime } from '../item-lines'
import { Place } from '../place-names'
import { safeLine } from '../terminal-text'

const PAGE = 200

function nothingWords(tag: string | undefined, place: string | undefined): string {
  if (tag !== undefined) return `No thought${place === undefined ? '' : ' of this place'} has the tag "${safeLine(tag)}".`
  if (place !== undefined && place !== 'inbox' && place !== 'all') return 'There is no thought in this place.'
  return 'There is nothing here. Save a thought with: cortexa capture "…"'
}

export const listCommand: CliCommand = {
  name: 'list',
  summary: 'List thoughts, newest first',
  usage: '[options]',
  about: 'Shows the end of each id, the time and the title. Thoughts that stay here are not listed.',
  examples: [
    ['cortexa list', 'the newest twenty'],
    ['cortexa list --tag garden --limit 5', 'the newest five with a tag'],
    ['cortexa list --place theses', 'thoughts with a thesis'],
    ['cortexa list --all --json', 'every thought, a line of JSON for each'],
  ],
  options: {
    tag: { type: 'string', short: 't', value: 'TAG', about: 'only with this tag' },
    place: { type: 'string', value: 'PLACE', choices: Place, about: 'only of this place of the window' },
    sort: { type: 'string', value: 'ORDER', choices: ['newest', 'oldest', 'updated', 'title'], about: 'the order' },
    limit: { type: 'string', short: 'n', value: 'N', about: 'at most so many (20)' },
    all: { type: 'boolean', about: 'all of them' },
  },
  words: { min: 0, max: 0 },
  json: {
    form: 'lines',
    shape:
      'id, kind, source, title, summary, tags, pinned, confidence, thesis, createdAt, updatedAt and more, times in milliseconds since 1970',
  },
  async run(context, args) {
    const most = args.flag('all') ? Number.POSITIVE_INFINITY : (args.count('limit', { min: 1, max: 1_000_000 }) ?? 20)
    const owner = await context.owner()
    const place = args.text('place') as (typeof Place)[number] | undefined
    const sort = args.text('sort') as 'newest' | undefined
    const tag = args.text('tag')
    let cursor: string | null = null
    let shown = 0
    for (;;) {
      const page: CommandOutput<'list-items'> = await owner.call('list-items', {
        limit: Math.min(PAGE, most - shown),
        ...(place ? { place } : {}),
        ...(sort ? { sort } : {}),
        ...(tag ? { tag } : {}),
        ...(cursor === null ? {} : { cursor }),
      })
      for (const item of page.items) {
        if (context.json) await context.writeJson(item)
        else {
          const tags = item.tags.map((name) => ` #${name}`).join('')
          await context.io.out(listLine(context, item.id, localTime(item.createdAt), `${item.title || '(no title)'}${tags}`))
        }
      }
      shown += page.items.length
      cursor = page.nextCursor
      if (cursor === null || shown >= most) {
        if (shown === 0) context.note(nothingWords(tag, place))
        else if (cursor !== null) context.note(`${shown} of ${page.total}. More with --limit N or --all.`)
        return exitCode('done')
      }
    }
  },
}

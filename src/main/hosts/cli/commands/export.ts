import { randomBytes } from 'node:crypto'
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { CommandOutput } from '../../../../shared/contract'
import type { Item } from '../../../../shared/entities'
import type { Context, Owner } from '../context'
import type { CliCommand } from '../define'
import { exitCode } from '../exit-codes'
import { Failure } from '../failure'
import { shortId } from '../find-id'
import { assertFree, writeNewFile } from '../write-file'

const PAGE = 200

/** Every thought that programs may see, whole, oldest first. */
async function* allItems(context: Context, owner: Owner, tag: string | undefined): AsyncGenerator<Item> {
  let cursor: string | null = null
  let done = 0
  do {
    const page: CommandOutput<'list-items'> = await owner.call('list-items', {
      sort: 'oldest',
      limit: PAGE,
      ...(tag === undefined ? {} : { tag }),
      ...(cursor === null ? {} : { cursor }),
    })
    for (const { id } of page.items) {
      if (context.io.interrupts.given) throw new Failure('interrupted', 'Stopped. Nothing was left behind.')
      yield await owner.call('get-item', { id })
      done += 1
      if (done % 500 === 0) context.note(`${done} of ${page.total}`)
    }
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** Front matter as YAML: JSON strings and arrays are YAML too, so that no title can break it. */
function markdownOf(item: Item): string {
  const facts = {
    id: item.id,
    title: item.title,
    kind: item.kind,
    source: item.source,
    tags: item.tags,
    created: new Date(item.createdAt).toISOString(),
    updated: new Date(item.updatedAt).toISOString(),
    pinned: item.pinned,
    confidence: Number(item.confidence.toFixed(4)),
    summary: item.summary,
    links: item.links.map((link) => link.item.id),
  }
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${item.body}\n`
}

/** A name that every system takes: the day, the words of the title, and the end of the id, which makes it the only one. */
function fileNameOf(item: Pick<Item, 'id' | 'title' | 'createdAt'>): string {
  const words = item.title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  let short = ''
  for (const letter of words) {
    if (Buffer.byteLength(short + letter) > 80) break
    short += letter
  }
  return `${new Date(item.createdAt).toISOString().slice(0, 10)}-${short === '' ? 'thought' : short}-${shortId(item.id)}.md`
}

async function writeFolder(context: Context, owner: Owner, folder: string, tag: string | undefined): Promise<number> {
  if ((await lstat(folder).catch(() => null)) !== null)
    throw new Failure('usage', `${folder} is there already. Choose a new name for the export.`)
  const unfinished = join(dirname(folder), `.${basename(folder)}.${randomBytes(6).toString('hex')}`)
  let count = 0
  try {
    await mkdir(unfinished, { mode: 0o700 })
    for await (const item of allItems(context, owner, tag)) {
      await writeFile(join(unfinished, fileNameOf(item)), markdownOf(item), { mode: 0o600, flag: 'wx' })
      count += 1
    }
    // A folder never takes the place of one with something in it.
    await rename(unfinished, folder)
    return count
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Failure('usage', `There is no folder ${dirname(folder)}. Make it first.`)
    throw error
  }
}

export const exportCommand: CliCommand = {
  name: 'export',
  summary: 'Write thoughts as Markdown files or JSON',
  usage: '--out PATH [--format markdown|json] [--tag TAG]',
  about:
    'What is written is not encrypted. Thoughts that stay here are not in it, nor are attachments, sound and theses; `cortexa backup` has everything. The folder or file appears whole or not at all, and is never one that is there already.',
  examples: [
    ['cortexa export --out thoughts', 'a new folder with a Markdown file for each thought'],
    ['cortexa export --out thoughts.json --format json', 'one JSON file'],
    ['cortexa export --out - --format json --tag garden', 'those with a tag, on standard output'],
  ],
  options: {
    out: { type: 'string', short: 'o', value: 'PATH', isPath: true, about: 'a new folder, or for JSON a new file or "-"' },
    format: { type: 'string', value: 'FORMAT', choices: ['markdown', 'json'], about: 'the form (markdown)' },
    tag: { type: 'string', short: 't', value: 'TAG', about: 'only with this tag' },
  },
  words: { min: 0, max: 0 },
  json: { form: 'document', shape: '{"path","items"}. This tells of the export; its own form is chosen by --format' },
  async run(context, args) {
    const out = args.text('out')
    if (out === undefined) throw new Failure('usage', 'Say where to: --out PATH. See: cortexa export --help')
    const tag = args.text('tag')
    const isJson = args.text('format') === 'json'
    if (out === '-' && (!isJson || context.json))
      throw new Failure('usage', 'Standard output takes the JSON form alone: --out - --format json')
    const path = out === '-' ? null : resolve(context.io.cwd, out)
    if (path !== null && isJson) await assertFree(path, false)
    const owner = await context.owner()
    let items = 0
    async function* pieces(): AsyncGenerator<string> {
      yield '{"format":"cortexa-export","version":1,"items":['
      for await (const item of allItems(context, owner, tag)) {
        yield `${items === 0 ? '' : ','}\n${JSON.stringify(item)}`
        items += 1
      }
      yield '\n]}\n'
    }
    // So that nothing half is left behind: the loop looks, and cleans up.
    const stopListening = context.io.interrupts.listen(() => {})
    if (path === null) for await (const piece of pieces()) await context.io.out(piece)
    else if (isJson) await writeNewFile(path, pieces(), false)
    else items = await writeFolder(context, owner, path, tag)
    stopListening()
    if (context.json) await context.writeJson({ path, items })
    context.note(`${items} ${items === 1 ? 'thought' : 'thoughts'} written, not encrypted. Those that stay here are not among them.`)
    return exitCode('done')
  },
}

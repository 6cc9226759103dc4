import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeOwnersAfterAll, cortexa, startOwner } from './cli-fixture'

closeOwnersAfterAll()
let owner: Awaited<ReturnType<typeof startOwner>>
let dataDir: string
let folder: string

beforeAll(async () => {
  owner = await startOwner()
  dataDir = owner.dataDir
  folder = mkdtempSync(join(tmpdir(), 'cortexa-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (argv: readonly string[], options: Partial<Parameters<typeof cortexa>[1]> = {}) =>
  cortexa(argv, { dataDir, cwd: folder, ...options })
const capture = async (...argv: string[]) => (await run(['capture', ...argv])).out.trim()

describe('capture', () => {
  it('saves words, a file and standard input as they are, with title and tags, from the command line', async () => {
    const words = await capture('Bees', 'dance', '--tag', 'garden', '-t', 'bees', '--title', 'On bees')
    expect(await owner.window.call('get-item', { id: words })).toMatchObject({
      body: 'Bees dance',
      title: 'On bees',
      tags: ['garden', 'bees'],
      source: 'cli',
      private: false,
    })
    writeFileSync(join(folder, 'note.md'), '# Über Bienen\r\n\r\nSie tanzen. 蜂\n')
    const file = await capture('--file', 'note.md')
    expect((await owner.window.call('get-item', { id: file })).body).toBe('# Über Bienen\n\nSie tanzen. 蜂')
    for (const argv of [['capture'], ['capture', '-'], ['capture', '--file', '-']]) {
      const { out } = await run(argv, { stdin: 'from a pipe\n' })
      expect((await owner.window.call('get-item', { id: out.trim() })).body).toBe('from a pipe')
    }
  })

  it('saves nothing that is empty, no text, a folder, or not there, and says so', async () => {
    const before = (await owner.window.call('list-items', {})).total
    writeFileSync(join(folder, 'latin1.txt'), Buffer.from([0x66, 0xfc, 0x72]))
    for (const [argv, stdin, words] of [
      [['capture'], '', /nothing to save/],
      [['capture', '   '], '', /nothing to save/],
      [['capture', '--file', 'latin1.txt'], '', /not text in UTF-8/],
      [['capture'], Buffer.from([0xff, 0xfe]), /not text in UTF-8/],
      [['capture', '--file', 'absent.txt'], '', /There is no file absent\.txt/],
      [['capture', '--file', '.'], '', /is a folder/],
      [['capture', 'words', '--file', 'note.md'], '', /not both/],
    ] as const) {
      const { code, out, error } = await run(argv, { stdin })
      expect([code, out], argv.join(' ')).toEqual([2, ''])
      expect(error).toMatch(words)
    }
    const atKeyboard = await run(['capture'], { stdinTty: true })
    expect([atKeyboard.code, atKeyboard.error]).toEqual([2, expect.stringContaining('nothing to save')])
    expect((await owner.window.call('list-items', {})).total).toBe(before)
  })

  it('takes 12 MB in one line', async () => {
    const { code, out } = await run(['capture'], { stdin: 'word '.repeat(2_400_000) })
    expect(code).toBe(0)
    expect((await owner.window.call('get-item', { id: out.trim() })).body.length).toBe(12_000_000)
    await owner.window.call('delete-item', { id: out.trim() })
  })

  it('keeps a private thought from every program, this one too', async () => {
    const { out, error } = await run(['capture', 'My secret words about zebras', '--private'])
    const id = out.trim()
    expect(error).toContain('only the Cortexa window')
    expect((await owner.window.call('get-item', { id })).private).toBe(true)
    const shown = await run(['show', id])
    expect([shown.code, shown.out]).toEqual([4, ''])
    expect(shown.error).toContain('set to stay here')
    expect((await run(['show', id.slice(-8)])).code).toBe(4)
    for (const argv of [
      ['list', '--all'],
      ['search', 'zebras'],
      ['jobs', '--limit', '200'],
    ]) {
      const { out: listed } = await run([...argv, '--json'])
      expect(listed, argv[0]).not.toMatch(/zebra/)
      expect(listed, argv[0]).not.toContain(id)
    }
    expect((await run(['think', id])).code).toBe(4)
  })
})

describe('list, show and search', () => {
  it('says that nothing has a tag, not that the vault is empty', async () => {
    const { code, out, error } = await run(['list', '--tag', 'no-such-tag'])
    expect([code, out, error]).toEqual([0, '', 'No thought has the tag "no-such-tag".\n'])
  })

  it('lists what the options ask for, as lines of JSON with a fixed shape', async () => {
    await capture('Onions need sand', '--tag', 'onions')
    await capture('Onions need sun', '--tag', 'onions')
    const { code, json, error } = await run(['list', '--tag', 'onions', '--sort', 'oldest', '--json'])
    expect([code, error]).toEqual([0, ''])
    expect(json().map(({ title }) => title)).toEqual(['Onions need sand', 'Onions need sun'])
    expect(Object.keys(json()[0] ?? {})).toEqual(
      expect.arrayContaining([
        'id',
        'kind',
        'source',
        'title',
        'summary',
        'tags',
        'pinned',
        'confidence',
        'thesis',
        'createdAt',
        'updatedAt',
      ]),
    )
    expect((await run(['list', '-n', '1', '--tag', 'onions', '--json'])).json()).toHaveLength(1)
    const all = await run(['list', '--all', '--json'])
    expect(all.json()).toHaveLength((await owner.program.call('list-items', {})).total)
  })

  it('finds a thought by the end or the beginning of its id, and says when that is not clear', async () => {
    const id = await capture('Found by its id')
    for (const part of [id, id.slice(-8), id.slice(-4), id.slice(0, 35), id.toUpperCase()])
      expect((await run(['show', part, '--body'])).out, part).toBe('Found by its id\n')
    expect((await run(['show', '-', '--body'], { stdin: `${id}\n` })).out).toBe('Found by its id\n')
    // Ids of the same second begin alike.
    const unclear = await run(['show', id.slice(0, 6)])
    expect(unclear.code).toBe(4)
    expect(unclear.error).toMatch(/More than one thought has an id with ".{6}"; give more of it:\n {2}[0-9a-f-]{36} {2}/)
    expect(await run(['show', 'fffffffe'])).toMatchObject({ code: 4, error: expect.stringContaining('No thought has an id') })
    expect(await run(['show', 'bees'])).toMatchObject({ code: 2, error: expect.stringContaining('is not the id of a thought') })
    expect(await run(['show', "' OR 1=1"])).toMatchObject({ code: 2 })
  })

  it('shows nothing that could steer a terminal; in a pipe a text is exactly what was saved', async () => {
    const hostile = 'Red \x1b[31malert\x1b[0m \x1b]0;owned\x07 \x9b2J \u202egnp.exe \rover'
    const { id } = await owner.window.call('capture-item', { body: `${hostile}\nsecond line`, tags: ['hostile'] })
    for (const argv of [
      ['show', id],
      ['list', '--all'],
      ['list', '--all', '--json'],
      ['show', id, '--json'],
      ['search', 'alert'],
    ]) {
      const { out } = await run(argv, { columns: 80, env: { NO_COLOR: '1' } })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
      expect(out.replaceAll('\n', ''), argv.join(' ')).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202e]/)
      expect(out).toContain('alert')
    }
    expect((await run(['show', id, '--json'])).json()[0]).toMatchObject({ body: `${hostile}\nsecond line` })
    expect((await run(['show', id, '--body'])).out).toBe(`${hostile}\nsecond line\n`)
  })

  it('cuts lines at the edge of a terminal by their width, in a pipe not at all, and colours only a terminal', async () => {
    const title = '漢字のとても長い題名'.repeat(8)
    await capture(title, '--tag', 'wide')
    const [line = ''] = (await run(['list', '--tag', 'wide'], { columns: 60, env: { NO_COLOR: '1' } })).out.split('\n')
    const { displayWidth } = await import('../../../src/main/hosts/cli/terminal-text')
    expect(displayWidth(line)).toBeLessThanOrEqual(60)
    expect(displayWidth(line)).toBeGreaterThanOrEqual(57)
    expect(line.endsWith('…')).toBe(true)
    const piped = await run(['list', '--tag', 'wide'])
    expect(piped.out).toContain(title)
    expect(piped.out).not.toContain('\x1b')
    expect((await run(['list', '--tag', 'wide'], { columns: 60 })).out).toContain('\x1b[2m')
    expect((await run(['list', '--tag', 'wide'], { columns: 60, env: { TERM: 'dumb' } })).out).not.toContain('\x1b')
  })

  it('searches by words and filters, and says when there is nothing', async () => {
    await capture('Lavender needs a dry winter', '--tag', 'plants')
    const { json } = await run(['search', 'lavender', 'winter', '--json'])
    expect(json()[0]).toMatchObject({ title: 'Lavender needs a dry winter', why: expect.stringMatching(/words|both/) })
    expect((await run(['search', 'tag:plants'])).out).toContain('Lavender needs')
    const none = await run(['search', 'tag:nothing-has-this'])
    expect([none.code, none.out, none.error]).toEqual([0, '', expect.stringContaining('Nothing was found')])
    expect((await run(['search', 'tag:nothing-has-this', '--quiet'])).error).toBe('')
  })
})

describe('export', () => {
  it('writes a Markdown file for each thought, none of the private ones, into a new folder, and never over one', async () => {
    const argv = ['capture', '--tag', 'exported', '--title', '../../etc: a "title"\\']
    await run(argv, { stdin: '---\nNot: front matter\n---\n# Hello "world": #1' })
    await owner.window.call('capture-item', { body: 'This stays', private: true, tags: ['exported'] })
    const { code, json, error } = await run(['export', '--out', 'thoughts', '--tag', 'exported', '--json'])
    expect([code, json()]).toEqual([0, [{ path: join(folder, 'thoughts'), items: 1 }]])
    expect(error).toContain('not encrypted')
    const [name = '', ...others] = readdirSync(join(folder, 'thoughts'))
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\d-etc-a-title-[0-9a-f]{8}\.md$/)
    const text = readFileSync(join(folder, 'thoughts', name), 'utf8')
    expect(text).toContain('title: "../../etc: a \\"title\\"\\\\"\n')
    expect(text).toContain('tags: ["exported"]\n')
    expect(text.endsWith('---\n---\nNot: front matter\n---\n# Hello "world": #1\n')).toBe(true)
    const again = await run(['export', '--out', 'thoughts'])
    expect([again.code, again.error]).toEqual([2, expect.stringContaining('is there already')])
    expect(readdirSync(folder).filter((file) => file.startsWith('.'))).toEqual([])
  })

  it('writes one JSON document to a file or to standard output', async () => {
    await run(['export', '--out', 'all.json', '--format', 'json'])
    const document = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8'))
    expect(document).toMatchObject({ format: 'cortexa-export', version: 1 })
    expect(document.items).toHaveLength((await owner.program.call('list-items', {})).total)
    expect(JSON.stringify(document)).not.toContain('This stays')
    const { out } = await run(['export', '--out', '-', '--format', 'json', '--tag', 'exported'])
    expect(JSON.parse(out).items).toHaveLength(1)
    expect(await run(['export', '--out', 'all.json', '--format', 'json'])).toMatchObject({ code: 2 })
    expect(await run(['export', '--out', 'no/where', '--format', 'json'])).toMatchObject({ code: 2 })
    expect(await run(['export', '--out', 'no/where'])).toMatchObject({ code: 2 })
  })
})

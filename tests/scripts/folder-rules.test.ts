import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(__dirname, '..', '..')
const engines = ['vault', 'queue', 'schedule', 'search', 'llm', 'web', 'speech', 'reading', 'agent', 'hive', 'transfer']
const other = (engine: string) => engines[(engines.indexOf(engine) + 1) % engines.length]

/** Folder of the planted file → imports that must be refused there. */
const refused: [folder: string, imports: string[]][] = [
  ...engines.map((engine): [string, string[]] => [
    `src/main/${engine}`,
    [
      `../${other(engine)}/thing`,
      '../commands/thing',
      '../jobs/thing',
      '../http/thing',
      '../electron/thing',
      'electron',
      '../app',
      '../unit-of-work',
    ],
  ]),
  ['src/main/db', ['../vault/thing', '../search/thing', '../jobs/thing', '../http/thing', 'electron', '../app']],
  ['src/main/db/migrations', ['../../vault/thing', '../../commands/thing']],
  ['src/main/domain', ['../db/thing', '../vault/thing', '../jobs/thing', 'electron', 'node:fs', 'node:http', 'better-sqlite3']],
  ['src/main/workers', ['../commands/thing', '../jobs/thing', '../electron/thing', 'electron', '../app']],
  [
    'src/main/collect',
    [
      '../vault/thing',
      '../web/thing',
      '../llm/thing',
      '../db/thing',
      '../jobs/thing',
      '../commands/thing',
      '../electron/thing',
      'electron',
      'ai',
      '../app',
    ],
  ],
  ['src/main/jobs', ['../commands/thing', '../http/thing', '../electron/thing', '../db/thing', 'electron', '../app']],
  ['src/main/commands', ['../http/thing', '../electron/thing', '../db/thing', 'electron', '../app']],
  [
    'src/main/http',
    ['../vault/thing', '../commands/thing', '../jobs/thing', '../db/thing', '../domain/thing', '../electron/thing', 'electron', '../app'],
  ],
  [
    'src/main/electron',
    ['../vault/thing', '../commands/thing', '../jobs/thing', '../db/thing', '../domain/thing', '../http/thing', '../app'],
  ],
  ['src/main', ['electron']],
  ['src/preload', ['../main/app', '../main/vault/thing', '../renderer/client']],
  ['src/renderer/features/capture', ['../../../main/vault/thing', '../../../preload/thing', 'electron', 'node:fs']],
  ['src/main/cli', ['../app', '../vault/thing', '../commands/thing', '../http/thing', '../socket/server', 'electron']],
  ['src/main/cli/commands', ['../../app', '../../vault/thing', '../../socket/server']],
  ['src/main/socket', ['../app', '../vault/thing', '../commands/thing', '../http/thing', '../cli/thing', 'electron']],
  [
    'src/main/mcp',
    ['../app', '../vault/thing', '../commands/thing', '../domain/thing', '../http/thing', '../socket/client', '../cli/thing', 'electron'],
  ],
  ['src/main/search', ['../mcp/server']],
  ['src/main/cli', ['../mcp/server']],
  ['src/shared', ['../main/app', '../renderer/client', 'electron', 'node:fs']],
  ['src/shared/contract', ['../../main/vault/thing']],
]

/** The same for imports that are right there: a rule that refuses everything would pass the list above. */
const allowed: [folder: string, imports: string[]][] = [
  [
    'src/main/search',
    ['./thing', '../db/thing', '../domain/thing', '../../shared/errors', '../../shared/contract/vault', 'node:fs', 'better-sqlite3'],
  ],
  ['src/main/domain', ['./thing', '../../shared/entities', 'node:crypto']],
  ['src/main/collect', ['./thing', '../agent/thing', '../domain/thing', '../../shared/contract/collect']],
  [
    'src/main/jobs',
    ['./define-job', '../search/thing', '../vault/thing', '../domain/thing', '../unit-of-work', '../../shared/contract/jobs'],
  ],
  ['src/main/commands', ['../search/thing', '../vault/thing', '../unit-of-work', '../../shared/contract']],
  ['src/main/workers', ['../speech/thing', '../vault/thing']],
  ['src/main/http', ['./thing', '../mcp/server', '../../shared/http-endpoint', 'node:http']],
  ['src/main/mcp', ['./thing', './tools/thing', '../../shared/contract', 'node:crypto']],
  ['src/main/electron', ['./thing', 'electron', '../../shared/client']],
  ['src/main', ['./vault/thing', './electron/thing', './http/thing', './commands/thing']],
  ['src/preload', ['electron', '../shared/client']],
  ['src/renderer/features/search', ['../../ui/button', '../../../shared/client', 'react']],
  ['src/main/cli', ['./commands/thing', './thing', '../socket/client', '../../shared/client', 'node:fs']],
  ['src/main/cli/commands', ['../thing', '../../mcp/stdio', '../../socket/client', '../../../shared/client']],
  ['src/main/socket', ['./thing', '../../shared/reachable-commands', 'node:net']],
]

/** Ways to ask the computer for the time. */
const clockReads = [
  'export const at = Date.now()',
  'export const clock = Date.now',
  'export const read = (now = Date.now) => now()',
  'export const { now } = Date',
  'export const at = globalThis.Date.now()',
  'export const at = new Date()',
  'export const at = new globalThis.Date()',
  'export const at = Date()',
]
const clockless = [
  'src/main',
  'src/main/domain',
  'src/main/llm',
  'src/main/http',
  'src/main/cli',
  'src/shared',
  'src/preload',
  'src/renderer/ui',
]
const clockReaders = ['src/main/electron', 'tests/vault', 'scripts']
const clockFiles = [
  'src/main/app.ts',
  'src/main/headless.ts',
  'src/main/cli.ts',
  'src/main/http/headless-host.ts',
  'src/renderer/ui/clock.ts',
]
const givenTime = 'export const given = (at: number) => [new Date(at), Date.parse(String(at)), Date.UTC(2025, 0), new Date(2025, 0, 1)]\n'

interface Diagnostic {
  category: string
  location: { path: string | { file: string } }
}

let folder: string
let found: Map<string, string[]>

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const importing = (from: string) => `import { thing } from '${from}'\n\nexport const kept = thing\n`
const nameOf = (prefix: string, index: number) => `${prefix}-import-${index}.ts`
const categoriesOf = (path: string) => found.get(path) ?? []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-rules-'))
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  cpSync(join(root, 'lint'), join(folder, 'lint'), { recursive: true })
  for (const [prefix, list] of [['refused', refused] as const, ['allowed', allowed] as const]) {
    for (const [place, imports] of list) {
      for (const [index, from] of imports.entries()) plant(join(place, nameOf(prefix, index)), importing(from))
    }
  }
  plant('src/main/index.ts', importing('electron'))
  plant('src/main/queue/first.ts', "import { second } from './second'\n\nexport const first = () => second\n")
  plant('src/main/queue/second.ts', "import { first } from './first'\n\nexport const second = () => first\n")
  plant('src/main/queue/BadName.ts', 'export const name = 1\n')
  plant('src/main/queue/loose.ts', 'export const loose = (value: any) => value!\n')
  plant('src/main/queue/default.ts', 'const value = 1\nexport default value\n')
  plant('some.config.ts', 'const value = 1\nexport default value\n')
  for (const place of [...clockless, ...clockReaders]) {
    for (const [index, read] of clockReads.entries()) plant(join(place, `clock-${index}.ts`), `${read}\n`)
    plant(join(place, 'given-time.ts'), givenTime)
  }
  for (const file of clockFiles) plant(file, 'export const at = Date.now()\n')
  for (const ignored of ['out/main', '.cache/x', 'node_modules/x', 'tests/fixtures', 'test-results'])
    plant(`${ignored}/BadName.ts`, 'export default 1\n')

  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  const run = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const report = JSON.parse(run.stdout) as { diagnostics: Diagnostic[] }
  found = new Map()
  for (const { category, location } of report.diagnostics) {
    const path = typeof location.path === 'string' ? location.path : location.path.file
    found.set(path, [...(found.get(path) ?? []), category])
  }
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the folder rules', () => {
  it.each(refused.flatMap(([place, imports]) => imports.map((from, index) => [place, from, index] as const)))(
    '%s may not import %s',
    (place, _from, index) => {
      expect(categoriesOf(join(place, nameOf('refused', index)))).toContain('lint/style/noRestrictedImports')
    },
  )

  it.each(allowed.flatMap(([place, imports]) => imports.map((from, index) => [place, from, index] as const)))(
    '%s may import %s',
    (place, _from, index) => {
      expect(categoriesOf(join(place, nameOf('allowed', index)))).toEqual([])
    },
  )

  it('let the entry of the window import electron', () => {
    expect(categoriesOf('src/main/index.ts')).toEqual([])
  })
})

describe('the other rules', () => {
  it.each([
    ['src/main/queue/first.ts', 'lint/suspicious/noImportCycles'],
    ['src/main/queue/BadName.ts', 'lint/style/useFilenamingConvention'],
    ['src/main/queue/loose.ts', 'lint/suspicious/noExplicitAny'],
    ['src/main/queue/loose.ts', 'lint/style/noNonNullAssertion'],
    ['src/main/queue/default.ts', 'lint/style/noDefaultExport'],
  ])('report %s: %s', (path, category) => {
    expect(categoriesOf(path)).toContain(category)
  })

  it('allow a default export in a configuration file, and look at nothing that is made or given', () => {
    expect(categoriesOf('some.config.ts')).toEqual([])
    expect([...found.keys()].filter((path) => /^(out|\.cache|node_modules|test-results|tests\/fixtures)\//.test(path))).toEqual([])
  })
})

describe('the clock of the computer', () => {
  it.each(clockless.flatMap((place) => clockReads.map((read, index) => [place, read, index] as const)))(
    '%s may not say: %s',
    (place, _read, index) => {
      expect(categoriesOf(join(place, `clock-${index}.ts`))).toContain('plugin')
    },
  )

  it.each(clockReaders)('is read in %s', (place) => {
    for (const index of clockReads.keys()) expect(categoriesOf(join(place, `clock-${index}.ts`))).not.toContain('plugin')
  })

  it.each(clockFiles)('is read by %s', (file) => {
    expect(categoriesOf(file)).toEqual([])
  })

  it.each([...clockless, ...clockReaders])('is not asked where a time is given: %s', (place) => {
    expect(categoriesOf(join(place, 'given-time.ts'))).toEqual([])
  })
})

import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(__dirname, '..', '..')
/** Folder of the planted file → imports that must be refused there. */
const refused: [folder: string, imports: string[]][] = [
  ['src/main', ['electron', 'ai', '../renderer/base/client']],
  ...['db', 'crypto', 'queue', 'search', 'llm', 'web', 'jobs', 'workers'].map((engine): [string, string[]] => [
    `src/main/core/${engine}`,
    [
      '../../features/items/thing',
      '../../app/thing',
      '../../hosts/http/thing',
      '../../headless',
      '../../../renderer/thing',
      'electron',
      'ai',
    ],
  ]),
  ['src/main/core/db/migrations', ['../../../features/items/thing', '../../../app/thing']],
  ...['text', 'audio'].map((pure): [string, string[]] => [
    `src/main/core/${pure}`,
    ['../db/thing', '../crypto/thing', '../jobs/thing', '../../features/items/thing', 'electron', 'node:fs', 'node:http', 'better-sqlite3'],
  ]),
  ['src/main/features/items', ['../../hosts/http/thing', '../../headless', '../../../renderer/thing', 'electron', 'ai']],
  ['src/main/features/collect/tools', ['../../../hosts/http/thing', 'electron', 'ai']],
  [
    'src/main/hosts/http',
    ['../../core/db/thing', '../../features/items/thing', '../../app/thing', '../electron/thing', '../cli/thing', 'electron'],
  ],
  ['src/main/hosts/electron', ['../../core/db/thing', '../../features/items/thing', '../../app/thing', '../http/thing', '../mcp/thing']],
  [
    'src/main/hosts/socket',
    ['../../core/db/thing', '../../features/items/thing', '../../app/thing', '../http/thing', '../cli/thing', 'electron'],
  ],
  [
    'src/main/hosts/mcp',
    ['../../core/db/thing', '../../features/items/thing', '../../app/thing', '../http/thing', '../socket/client', 'electron'],
  ],
  ['src/main/hosts/cli', ['../../core/db/thing', '../../app/thing', '../http/thing', '../socket/server', '../mcp/server', 'electron']],
  ['src/main/hosts/cli/commands', ['../../../app/thing', '../../../core/db/thing', '../../socket/server']],
  ['src/preload', ['../main/app/app', '../main/core/db/thing', '../renderer/base/client']],
  ['src/renderer/features/capture', ['../../../main/core/db/thing', '../../../preload/thing', 'electron', 'node:fs']],
  ['src/renderer/base', ['../features/capture/thing', '../shell/thing', '../../main/app/thing', 'electron', 'node:fs']],
  ['src/renderer/ui', ['../features/capture/thing', '../shell/thing', '../base/thing', 'electron', 'node:fs']],
  ['src/shared', ['../main/app/app', '../renderer/base/client', 'electron', 'node:fs']],
  ['src/shared/contract', ['../../main/core/db/thing']],
]

/** The same for imports that are right there: a rule that refuses everything would pass the list above. */
const allowed: [folder: string, imports: string[]][] = [
  ['src/main', ['./app/thing', './hosts/electron/thing', './hosts/http/thing']],
  ['src/main/app', ['../core/db/thing', '../features/items/thing', '../../shared/contract']],
  ['src/main/core/search', ['./thing', '../db/thing', '../text/thing', '../../../shared/errors', 'node:fs', 'better-sqlite3']],
  ['src/main/core/text', ['./thing', '../../../shared/entities', 'node:crypto']],
  ['src/main/core/audio', ['./thing', '../text/thing', '../../../shared/entities']],
  ['src/main/core/agent', ['./thing', '../llm/thing', 'ai']],
  ['src/main/core/workers', ['../speech/thing', '../crypto/thing']],
  ['src/main/features/items', ['./thing', '../../core/db/thing', '../../core/jobs/define-job', '../../../shared/contract']],
  ['src/main/hosts/http', ['./thing', '../mcp/server', '../../../shared/client', 'node:http']],
  ['src/main/hosts/mcp', ['./thing', './tools/thing', '../../../shared/contract', 'node:crypto']],
  ['src/main/hosts/electron', ['./thing', 'electron', '../../../shared/client']],
  ['src/main/hosts/cli', ['./commands/thing', './thing', '../socket/client', '../../../shared/client', 'node:fs']],
  ['src/main/hosts/cli/commands', ['../thing', '../../mcp/stdio', '../../socket/client', '../../../../shared/client']],
  ['src/main/hosts/socket', ['./thing', '../../../shared/reachable-commands', 'node:net']],
  ['src/preload', ['electron', '../shared/client']],
  ['src/renderer/features/search', ['../../ui/button', '../../base/client', '../../../shared/client', 'react']],
  ['src/renderer/base', ['./thing', '../ui/thing', '../../shared/client']],
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
  'src/main/core/text',
  'src/main/core/llm',
  'src/main/hosts/http',
  'src/main/hosts/cli',
  'src/shared',
  'src/preload',
  'src/renderer/ui',
]
const clockReaders = ['src/main/hosts/electron', 'tests/core/crypto', 'scripts']
const clockFiles = [
  'src/main/app/app.ts',
  'src/main/headless.ts',
  'src/main/cli.ts',
  'src/main/hosts/http/headless-host.ts',
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
  plant('src/main/core/queue/first.ts', "import { second } from './second'\n\nexport const first = () => second\n")
  plant('src/main/core/queue/second.ts', "import { first } from './first'\n\nexport const second = () => first\n")
  plant('src/main/core/queue/BadName.ts', 'export const name = 1\n')
  plant('src/main/core/queue/loose.ts', 'export const loose = (value: any) => value!\n')
  plant('src/main/core/queue/default.ts', 'const value = 1\nexport default value\n')
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
    ['src/main/core/queue/first.ts', 'lint/suspicious/noImportCycles'],
    ['src/main/core/queue/BadName.ts', 'lint/style/useFilenamingConvention'],
    ['src/main/core/queue/loose.ts', 'lint/suspicious/noExplicitAny'],
    ['src/main/core/queue/loose.ts', 'lint/style/noNonNullAssertion'],
    ['src/main/core/queue/default.ts', 'lint/style/noDefaultExport'],
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

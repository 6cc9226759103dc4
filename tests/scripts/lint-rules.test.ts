import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(__dirname, '..', '..')
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

const categoriesOf = (path: string) => found.get(path) ?? []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-rules-'))
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  cpSync(join(root, 'lint'), join(folder, 'lint'), { recursive: true })
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

describe('the rules for one file', () => {
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

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(__dirname, '..', '..')

/** Importing file, what it imports (a file of the tree, a package or a module of Node), and the rule that refuses it. */
const refused: [from: string, to: string, rule: string][] = [
  ['src/main/a.ts', 'src/renderer/base/client.ts', 'main'],
  ['src/main/cli.ts', 'electron', 'electron'],
  ['src/main/app/a.ts', 'src/main/hosts/http/server.ts', 'app'],
  ['src/main/app/b.ts', 'electron', 'electron'],
  ['src/main/app/c.ts', 'ai', 'ai-sdk'],
  ['src/main/core/db/a.ts', 'src/main/features/items/item-store.ts', 'core'],
  ['src/main/core/db/b.ts', 'src/main/app/app.ts', 'core'],
  ['src/main/core/db/c.ts', 'src/main/hosts/http/server.ts', 'core'],
  ['src/main/core/db/d.ts', 'src/main/headless.ts', 'core'],
  ['src/main/core/db/migrations/a.ts', 'src/main/features/items/item-store.ts', 'core'],
  ['src/main/core/llm/a.ts', 'ai', 'ai-sdk'],
  ['src/main/core/text/a.ts', 'src/main/core/db/database.ts', 'pure-folders'],
  ['src/main/core/text/b.ts', 'node:fs/promises', 'pure-folders-without-io'],
  ['src/main/core/text/c.ts', 'better-sqlite3', 'pure-folders-without-io'],
  ['src/main/core/audio/a.ts', 'src/main/core/db/database.ts', 'pure-folders'],
  ['src/main/core/audio/b.ts', 'node:http', 'pure-folders-without-io'],
  ['src/main/features/items/a.ts', 'src/main/app/app.ts', 'features'],
  ['src/main/features/items/b.ts', 'src/main/hosts/http/server.ts', 'features'],
  ['src/main/features/items/c.ts', 'src/main/features/tags/tag-store.ts', 'main-feature-items'],
  ['src/main/features/thinking/builtin/a.ts', 'src/main/features/tags/tag-store.ts', 'main-feature-thinking'],
  ['src/main/features/brand-new/a.ts', 'src/main/core/db/database.ts', 'main-feature-undeclared'],
  ['src/main/hosts/http/a.ts', 'src/main/app/app.ts', 'host-http'],
  ['src/main/hosts/http/b.ts', 'src/main/hosts/electron/window.ts', 'host-http'],
  ['src/main/hosts/http/c.ts', 'electron', 'electron'],
  ['src/main/hosts/mcp/a.ts', 'src/main/hosts/http/server.ts', 'host-mcp'],
  ['src/main/hosts/socket/a.ts', 'src/main/core/db/database.ts', 'host-socket'],
  ['src/main/hosts/electron/a.ts', 'src/main/features/items/item-store.ts', 'host-electron'],
  ['src/main/hosts/cli/a.ts', 'src/main/hosts/socket/server.ts', 'host-cli'],
  ['src/preload/a.ts', 'src/main/app/app.ts', 'preload'],
  ['src/shared/a.ts', 'src/main/app/app.ts', 'shared'],
  ['src/shared/b.ts', 'react', 'shared'],
  ['src/shared/contract/a.ts', 'node:fs', 'shared'],
  ['src/renderer/ui/a.tsx', 'src/renderer/base/client.ts', 'window-ui'],
  ['src/renderer/base/a.ts', 'src/renderer/features/items/row.tsx', 'window-base'],
  ['src/renderer/base/b.ts', 'src/renderer/shell/app.tsx', 'window-base'],
  ['src/renderer/features/links/a.ts', 'src/renderer/shell/app.tsx', 'window-features'],
  ['src/renderer/features/links/b.ts', 'src/renderer/features/items/row.tsx', 'window-feature-links'],
  ['src/renderer/features/brand-new/a.ts', 'src/renderer/base/client.ts', 'window-feature-undeclared'],
  ['src/renderer/features/items/a.ts', 'src/main/app/app.ts', 'window'],
  ['src/renderer/shell/a.ts', 'src/preload/index.ts', 'window'],
  ['src/renderer/shell/b.ts', 'electron', 'electron'],
  ['src/renderer/shell/c.ts', 'node:path', 'window-without-node'],
  ['src/main/core/db/e.ts', './no-such-file', 'unresolved'],
]

/** Imports that are right: rules that refuse everything would pass the list above. */
const allowed: [from: string, to: string][] = [
  ['src/main/index.ts', 'electron'],
  ['src/main/headless.ts', 'src/main/hosts/http/server.ts'],
  ['src/main/app/d.ts', 'src/main/core/db/database.ts'],
  ['src/main/app/e.ts', 'src/main/features/items/item-store.ts'],
  ['src/main/core/db/f.ts', 'better-sqlite3'],
  ['src/main/core/agent/a.ts', 'ai'],
  ['src/main/core/text/d.ts', 'src/shared/entities.ts'],
  ['src/main/core/text/e.ts', 'node:crypto'],
  ['src/main/core/audio/c.ts', 'src/main/core/text/words.ts'],
  ['src/main/features/items/d.ts', 'src/main/core/db/database.ts'],
  ['src/main/features/tags/a.ts', 'src/main/features/items/item-store.ts'],
  ['src/main/features/thinking/builtin/b.ts', 'src/main/features/items/item-store.ts'],
  ['src/main/hosts/http/d.ts', 'src/main/hosts/mcp/server.ts'],
  ['src/main/hosts/cli/b.ts', 'src/main/hosts/socket/client.ts'],
  ['src/main/hosts/cli/c.ts', 'src/main/hosts/mcp/stdio.ts'],
  ['src/main/hosts/electron/b.ts', 'electron'],
  ['src/preload/b.ts', 'electron'],
  ['src/preload/c.ts', 'src/shared/entities.ts'],
  ['src/shared/c.ts', 'zod'],
  ['src/renderer/ui/b.tsx', 'src/shared/entities.ts'],
  ['src/renderer/base/c.ts', 'src/renderer/ui/button.tsx'],
  ['src/renderer/features/items/b.ts', 'src/renderer/base/client.ts'],
  ['src/renderer/features/items/c.ts', 'src/renderer/features/tags/tags.ts'],
  ['src/renderer/shell/d.ts', 'src/renderer/features/items/row.tsx'],
  ['src/renderer/shell/e.ts', 'react'],
]

/** Two folders that need each other, one of them by a type only. */
const cycle = ['src/main/core/queue', 'src/main/core/search']

/** Every way to import counts, also those that leave nothing in the built file. */
const waysToImport: [name: string, text: (specifier: string) => string][] = [
  ['a type', (specifier) => `import type { Thing } from '${specifier}'\nexport type Kept = Thing\n`],
  ['a type beside a value', (specifier) => `import { type Thing } from '${specifier}'\nexport type Kept = Thing\n`],
  ['a type that is passed on', (specifier) => `export type { Thing } from '${specifier}'\n`],
  ['a side effect', (specifier) => `import '${specifier}'\n`],
  ['an import while it runs', (specifier) => `export const load = () => import('${specifier}')\n`],
]

interface Violation {
  from: string
  to: string
  rule: { name: string }
}

let folder: string
let violations: Violation[]

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

function specifierOf(from: string, to: string): string {
  if (!to.startsWith('src/')) return to
  const path = relative(dirname(from), to).replace(/[.]tsx?$/, '')
  return path.startsWith('.') ? path : `./${path}`
}

const importing = (from: string, to: string) => `import { thing } from '${specifierOf(from, to)}'\n\nexport const kept = thing\n`
const wayFile = (index: number) => `src/main/core/web/way-${index}.ts`
const rulesFor = (from: string) => violations.filter((one) => one.from === from).map(({ rule }) => rule.name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-rules-'))
  for (const name of ['electron', 'ai', 'zod', 'react', 'better-sqlite3']) {
    plant(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    plant(`node_modules/${name}/index.js`, 'exports.thing = 1\n')
  }
  plant('package.json', JSON.stringify({ name: 'planted', version: '1.0.0' }))
  for (const [from, to] of [...refused, ...allowed]) plant(from, importing(from, to))
  for (const [index, [, text]] of waysToImport.entries()) plant(wayFile(index), text('../../features/items/item-store'))
  for (const [index, place] of cycle.entries()) {
    const [other] = cycle.filter((one) => one !== place)
    const kind = index === 0 ? 'import' : 'import type'
    plant(`${place}/circle.ts`, `${kind} { thing } from '../${other?.split('/').at(-1)}/round'\nexport type Kept = typeof thing\n`)
    plant(`${place}/round.ts`, 'export const thing = 1\n')
  }
  for (const [, to] of [...refused, ...allowed])
    if (to.startsWith('src/') && !existsSync(join(folder, to))) plant(to, 'export const thing = 1\nexport type Thing = number\n')

  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.cjs')
  const run = spawnSync(process.execPath, [program, '--config', config, '--output-type', 'json', 'src'], { cwd: folder, encoding: 'utf8' })
  violations = (JSON.parse(run.stdout) as { summary: { violations: Violation[] } }).summary.violations
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the folder rules', () => {
  it.each(refused)('%s may not import %s (%s)', (from, _to, rule) => {
    expect(rulesFor(from)).toContain(rule)
  })

  it.each(allowed)('%s may import %s', (from) => {
    expect(rulesFor(from)).toEqual([])
  })

  it.each(waysToImport.map(([name], index) => [name, index] as const))('count %s', (_name, index) => {
    expect(rulesFor(wayFile(index))).toEqual(['core'])
  })

  it('refuse a circle of folders, also where a part of it is a type', () => {
    const circles = violations.filter(({ rule }) => rule.name === 'folder-cycle').map(({ from, to }) => `${from} ${to}`)
    expect(circles).toContain(cycle.join(' '))
    expect(circles).toContain([...cycle].reverse().join(' '))
  })
})

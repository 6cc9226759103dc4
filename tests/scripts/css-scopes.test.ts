import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const renderer = join(__dirname, '../../src/renderer')
/** Whose the sheets in `styles/` are that are not named after their feature. The settings page is made of sections of many features. */
const homes: Record<string, string> = { thesis: 'thinking', briefing: 'briefings', settings: 'shared' }

interface Rule {
  area: string
  file: string
  selector: string
  classes: string[]
}

/** The selectors of a style sheet, those inside `@media` and `@container` too. */
function selectorsOf(css: string): string[] {
  const found: string[] = []
  // A comma inside brackets, as of :is(), parts no selectors.
  for (const [, before = ''] of css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g))
    if (!before.trim().startsWith('@')) for (const selector of before.split(/,(?![^()]*\))/)) found.push(selector.trim())
  return found
}

function areaOf(file: string, features: ReadonlySet<string>): string {
  const feature = /^features\/([^/]+)\//.exec(file)?.[1]
  if (feature !== undefined) return feature
  const name = /^styles\/(.+)\.css$/.exec(file)?.[1] ?? ''
  const home = homes[name] ?? name
  return features.has(home) ? home : 'shared'
}

function readRules(sheets: ReadonlyMap<string, string>): Rule[] {
  const features = new Set([...sheets.keys()].map((file) => /^features\/([^/]+)\//.exec(file)?.[1] ?? ''))
  return [...sheets].flatMap(([file, css]) =>
    selectorsOf(css).map((selector) => ({
      area: areaOf(file, features),
      file,
      selector,
      classes: [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name),
    })),
  )
}

/**
 * Classes that two features style, where one of them would change the other: a selector that begins with the class and names no class of its
 * feature alone. The sheets of all features are loaded together, so such a rule holds on the pages of the other as well.
 */
function leaks(sheets: ReadonlyMap<string, string>): string[] {
  const rules = readRules(sheets)
  const areas = new Map<string, Set<string>>()
  for (const { area, classes } of rules) for (const name of classes) areas.set(name, (areas.get(name) ?? new Set()).add(area))
  const leading = new Map<string, Map<string, string>>()
  for (const { area, file, selector, classes } of rules) {
    const [first] = classes
    if (area === 'shared' || first === undefined || !selector.startsWith(`.${first}`)) continue
    // A class that only this feature knows keeps the rule to itself, save the first one, which may be what leaks.
    if (classes.slice(1).some((name) => areas.get(name)?.size === 1)) continue
    const known = leading.get(first) ?? new Map<string, string>()
    leading.set(first, known.set(area, `${file}: ${selector}`))
  }
  return [...leading]
    .filter(([, features]) => features.size > 1)
    .map(([name, features]) => `.${name}: ${[...features.values()].join(' and ')}`)
}

function allSheets(): Map<string, string> {
  const sheets = new Map<string, string>()
  for (const entry of readdirSync(renderer, { recursive: true, encoding: 'utf8' })) {
    const file = entry.replaceAll('\\', '/')
    if (file.endsWith('.css') && !file.endsWith('.module.css')) sheets.set(file, readFileSync(join(renderer, entry), 'utf8'))
  }
  return sheets
}

describe('class names of style sheets', () => {
  it('are styled by one feature each', () => {
    const sheets = allSheets()
    expect(sheets.size).toBeGreaterThan(30)
    expect(leaks(sheets)).toEqual([])
  })

  it('are found where two features share one', () => {
    const sheets = new Map([
      ['features/collect/collect.css', '.run { padding: 32px }\n.collect-mine { top: 0 }'],
      ['features/jobs/jobs.css', '@media (max-width: 46rem) { .row, .run td { margin: 0 } }'],
    ])
    expect(leaks(sheets)).toEqual(['.run: features/collect/collect.css: .run and features/jobs/jobs.css: .run td'])
  })

  it('may be shared where a class of the feature stands with them', () => {
    const sheets = new Map([
      ['styles/list.css', '.row { margin: 0 }'],
      ['features/collect/collect.css', '.row .collect-mine { padding: 32px }'],
      ['features/jobs/jobs.css', '.row.job-mine, .row:has(> .job-own) { margin: 0 }'],
    ])
    expect(leaks(sheets)).toEqual([])
  })
})

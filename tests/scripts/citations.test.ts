import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(__dirname, '..', '..')
const text = (path: string): string => readFileSync(join(root, path), 'utf8')

function filesBelow(folder: string, names: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => names.test(path))
}

/** A comment as one line, so that a citation may wrap. */
const unwrapped = (source: string): string => source.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')

interface Citation {
  page: string
  /** Headings and rule ids, as cited. */
  sections: string[]
}

/** `docs/page.md`, `docs/page.md, "Heading" and "Heading"` and `docs/page.md H30`. A bare number is a section that no page has: numbers move. */
function citationsIn(source: string): Citation[] {
  return [...unwrapped(source).matchAll(/\b(docs\/[\w/.-]+\.md)((?:,? (?:and )?(?:"[^"]+"|H\d+\b|§? ?\d+(?:\.\d+)*\b))*)/g)].map(
    ([, page = '', sections = '']) => ({
      page,
      sections: [...sections.matchAll(/"([^"]+)"|(H\d+|\d[\d.]*)/g)].map(([, heading, id]) => heading ?? id ?? ''),
    }),
  )
}

function headingsOf(page: string): string[] {
  return [...text(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.trim())
}

function isHeading(section: string, headings: readonly string[]): boolean {
  return headings.some((heading) => heading === section || (/^H\d+$/.test(section) && heading.startsWith(`${section} `)))
}

/** What is wrong with the citations of a text, one line each. */
function faultsIn(path: string, source: string): string[] {
  return citationsIn(source).flatMap(({ page, sections }) => {
    if (!existsSync(join(root, page))) return [`${path}: ${page} does not exist`]
    const headings = headingsOf(page)
    return sections.filter((section) => !isHeading(section, headings)).map((section) => `${path}: ${page} has no section ${section}`)
  })
}

const self = 'tests/scripts/citations.test.ts'
const sources = ['src', 'tests', 'scripts']
  .flatMap((folder) => filesBelow(folder, /\.(?:ts|tsx|mjs|css|md)$/))
  .filter((path) => path !== self)
const pages = ['README.md', ...filesBelow('docs', /\.md$/)]

describe('citations of the documentation', () => {
  it('name pages and sections that exist', () => {
    expect([...sources, ...pages, 'biome.json'].flatMap((path) => faultsIn(path, text(path)))).toEqual([])
  })

  it('are found, also where a comment wraps, and refused where they name nothing', () => {
    expect(citationsIn('(docs/a.md, "One and\n * two" and "Three"); see docs/a.md H30, and docs/b.md.')).toEqual([
      { page: 'docs/a.md', sections: ['One and two', 'Three'] },
      { page: 'docs/a.md', sections: ['H30'] },
      { page: 'docs/b.md', sections: [] },
    ])
    expect(
      faultsIn(
        'x',
        'docs/none.md, docs/security.md H30, docs/security.md H3000, docs/collect-pipeline.md, "Chapter", docs/architecture.md, 1',
      ),
    ).toEqual([
      'x: docs/none.md does not exist',
      'x: docs/security.md has no section H3000',
      'x: docs/collect-pipeline.md has no section Chapter',
      'x: docs/architecture.md has no section 1',
    ])
  })

  it('of rules are by page and id, so that they can be followed', () => {
    const loose = sources
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => text(path).match(/(?<!docs\/)\bsecurity(?:\.md)? H\d+/g) ?? [])
    expect(loose).toEqual([])
  })
})

describe('the pages', () => {
  it('link to files and headings that exist', () => {
    const slug = (heading: string): string =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-')
    const broken = pages.flatMap((page) =>
      [...text(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, to = '', anchor]) => {
        const target = to === '' ? page : join(dirname(page), to)
        if (!existsSync(join(root, target))) return [`${page}: ${link}`]
        return anchor === undefined || headingsOf(target).some((heading) => slug(heading) === anchor) ? [] : [`${page}: ${link}`]
      }),
    )
    expect(broken).toEqual([])
  })

  it('name source files and tests that exist', () => {
    const missing = ['docs/collect-pipeline.md', 'docs/security.md'].flatMap((page) =>
      [...text(page).matchAll(/`((?:src|tests)\/[\w/.-]+)`/g)].flatMap(([, path = '']) =>
        existsSync(join(root, path)) ? [] : [`${page}: ${path}`],
      ),
    )
    expect(missing).toEqual([])
  })
})

import type { WebFixtures } from '../../src/main/features/network/session-web'
import { type FrontResult, findByWords, type SearchFront, startSearchFront } from './fake-search/search-front'
import { badAnswers, bytes } from './fake-site/bad-answers'
import { makePng } from './fake-site/make-png'
import { pagesOf, slugOf } from './fake-site/pages'
import { changedTools, foreignTools, type ToolFacts, tools } from './fake-site/tools'
import { type Route, type Site, startSite } from './web-site'

export type { ToolFacts }

export interface FakeSite extends Site {
  /** The search service that knows the pages of the site; `search.queries` is what it was asked. */
  search: SearchFront
  /** What `startApp` needs for the site, its search and its names; no pauses between requests. */
  web: WebFixtures
  /** The same for `launchCortexa`: without the names, which need a look-up of their own. */
  launchWeb: { exemptOrigins: string[]; searchBases: { duckduckgo: string }; paceMs: number }
  /** The same site under two other hosts, only within `startApp({ web: site.web })`: `http://notetools.example:PORT` and `http://www.…`. */
  names: [bare: string, www: string]
  /** What the site says now: of tools with pages in English, and of those in other encodings. */
  facts(): readonly ToolFacts[]
  foreignFacts: readonly ToolFacts[]
  /** Paths of all pages that are whole. */
  paths(): string[]
  url(path: string): string
  /** From now on the second version: Inkwell and Kelpnote differ, Paperweight is gone, Copperplate is new. */
  change(): void
}

/**
 * A directory of invented tools for taking notes on loopback, some sixty pages: a front page, lists as tables (`/list/1`) and bullets
 * (`/best/outliner`), a page for each tool (`/tools/inkwell`), comparisons, redirects (`/go/…`), broken answers (`/broken/…`), a PDF, pictures.
 * Trailing slashes and `utm_…` give the same page. Nothing in it is random.
 */
export async function startFakeSite(): Promise<FakeSite> {
  let current: readonly ToolFacts[] = tools
  let pages = pagesOf(current)
  const fixed: Record<string, Route> = {
    ...badAnswers(),
    '/images/large.png': bytes('image/png', makePng(1200, 630)),
    '/images/small.png': bytes('image/png', makePng(48, 48)),
    '/robots.txt': bytes('text/plain', Buffer.from('User-agent: *\nAllow: /\n')),
  }
  // Looked up at each request: the pages change.
  const routes = new Proxy(fixed, {
    get: (target, path) => {
      const name = String(path).replace(/(?<=.)\/+$/, '')
      return pages[name] ?? target[name]
    },
  })
  const site = await startSite(routes)
  const indexOf = (): (FrontResult & { text: string })[] => [
    ...Object.entries(pages).map(([path, html]) => toResult(site.origin, path, html)),
    ...foreignTools.map(({ slug, name, oddity, category }) => ({
      title: `${name} – Notetool Directory`,
      url: `${site.origin}/tools/${slug}`,
      snippet: oddity,
      text: `note-taking tool ${category}`,
    })),
    ...['500', 'empty', '404'].map((name) => ({
      title: `Archive ${name}`,
      url: `${site.origin}/broken/${name}`,
      snippet: 'An archive of old note-taking tools.',
      text: '',
    })),
  ]
  const search = await startSearchFront((query) => findByWords(indexOf(), query))
  const names: [string, string] = [`http://notetools.example:${site.port}`, `http://www.notetools.example:${site.port}`]
  const exemptOrigins = [site.origin, search.origin]
  return {
    ...site,
    search,
    names,
    web: {
      exemptOrigins: [...exemptOrigins, ...names],
      searchBases: { duckduckgo: search.origin },
      limits: { paceMs: 0 },
      resolve: async (host) => {
        if (host === 'notetools.example' || host === 'www.notetools.example') return [{ address: '127.0.0.1', family: 4 }]
        throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
      },
    },
    launchWeb: { exemptOrigins, searchBases: { duckduckgo: search.origin }, paceMs: 0 },
    facts: () => current,
    foreignFacts: foreignTools,
    paths: () => Object.keys(pages),
    url: (path) => `${site.origin}${path}`,
    change: () => {
      current = changedTools
      pages = pagesOf(current)
    },
    async close() {
      await search.close()
      await site.close()
    },
  }
}

function toResult(origin: string, path: string, html: string): FrontResult & { text: string } {
  const title = plainText(/<title>([^<]*)/.exec(html)?.[1] ?? '')
  const text = plainText(
    html
      .replace(/^[\s\S]*<main>/, '')
      .replace(/<footer>[\s\S]*$/, '')
      .replace(/<[^>]+>/g, ' '),
  )
    .replace(/\s+/g, ' ')
    .trim()
  return { title, url: `${origin}${path}`, snippet: text.slice(0, 180), text: `${slugOf(path)} ${text}` }
}

function plainText(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}

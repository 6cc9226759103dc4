import pMap from 'p-map'
import type { ResearchPage } from '../../../shared/contract/research'
import { AppError } from '../../../shared/errors'
import { plainLine } from '../../../shared/untrusted-text'
import { normalizeUrl } from '../../core/text/normalize-url'
import type { FoundPage, ReadPageText, ResearchContext, ResearchDeps } from './ports'

/** Pages that one run opens, and how many at once. */
const MOST_PAGES = 6
const AT_ONCE = 2
/** Characters of one page that are kept: what is cited is looked up in them. Longer pages lose their end. */
export const MAX_PAGE_TEXT = 120_000
/** A page with less is an empty frame, or asks for a script. */
const LEAST_TEXT = 40
const LONGEST_TITLE = 200

/** Opens the pages, two at a time. One that cannot be read is listed with the reason, and is no source. */
export async function readPages(
  found: readonly FoundPage[],
  queries: readonly string[],
  deps: ResearchDeps,
  context: ResearchContext,
): Promise<{ pages: ResearchPage[]; read: ReadPageText[] }> {
  const wanted = found.slice(0, MOST_PAGES)
  const pages: ResearchPage[] = wanted.map(({ url, title }) => ({
    url,
    host: hostOf(url),
    title: plainLine(title, LONGEST_TITLE),
    state: 'waiting',
    reason: null,
  }))
  const read = new Map<number, ReadPageText>()
  const tell = () => context.onProgress({ step: 'reading', queries, pages: pages.map((page) => ({ ...page })) })
  function set(index: number, change: Partial<ResearchPage>): void {
    const page = pages[index]
    if (page) pages[index] = { ...page, ...change }
  }
  tell()

  await pMap(
    wanted,
    async ({ url, title }, index) => {
      context.signal.throwIfAborted()
      set(index, { state: 'reading' })
      tell()
      try {
        const page = await deps.readPage(url, { signal: context.signal })
        const text = page.text.slice(0, MAX_PAGE_TEXT).replace(/[\ud800-\udbff]$/, '')
        if (text.trim().length < LEAST_TEXT)
          throw new AppError('PAGE_UNREADABLE', 'There are hardly any words on this page that can be read.')
        const shown = { url: page.url, host: hostOf(page.url), title: plainLine(page.title || title, LONGEST_TITLE) || hostOf(page.url) }
        read.set(index, { ...shown, text, fetchedAt: deps.now() })
        set(index, { ...shown, state: 'read' })
      } catch (error) {
        context.signal.throwIfAborted()
        // With the web switched off no other page can be read either.
        if (!(error instanceof AppError) || error.code === 'WEB_LOCAL_ONLY') throw error
        set(index, { state: 'failed', reason: error.message })
      }
      tell()
    },
    { concurrency: AT_ONCE, signal: context.signal },
  )
  return { pages, read: withoutDoubles(pages, read) }
}

/** Two addresses may lead to one page; the later one is no source of its own. */
function withoutDoubles(pages: ResearchPage[], read: ReadonlyMap<number, ReadPageText>): ReadPageText[] {
  const known = new Set<string>()
  return pages.flatMap((page, index) => {
    const text = read.get(index)
    if (!text) return []
    const address = normalizeUrl(text.url) || text.url
    if (known.has(address)) {
      pages[index] = { ...page, state: 'failed', reason: 'It leads to a page that was read already.' }
      return []
    }
    known.add(address)
    return [text]
  })
}

export function hostOf(url: string): string {
  try {
    return new URL(url).hostname
  } catch {
    return plainLine(url, 100)
  }
}

import { decodePage } from './decode-page'
import { oneLine, type PageElement, parsePage } from './page-dom'
import type { DuckDuckGoPage, PageBytes } from './page-messages'

/**
 * Reads a result page of html.duckduckgo.com. Results first: the page repeats the query, so words of a challenge may stand in a page of
 * results. A challenge is known by its forms and classes, an empty result by its own mark; anything else is a page that is not understood.
 */
export function readDuckDuckGo({ bytes, charset, url }: PageBytes): DuckDuckGoPage {
  const document = parsePage(decodePage(bytes, charset))
  const results: Extract<DuckDuckGoPage, { kind: 'results' }>['results'] = []
  const seen = new Set<string>()
  let ads = 0
  for (const anchor of document.querySelectorAll('a.result__a')) {
    const block = blockOf(anchor)
    const target = block !== null && isAd(block) ? null : unwrap(anchor.getAttribute('href') ?? '', url)
    if (target === null) ads += 1
    else if (!seen.has(target)) {
      seen.add(target)
      results.push({
        title: oneLine(anchor.textContent) || target,
        url: target,
        snippet: oneLine(block?.querySelector('.result__snippet')?.textContent ?? ''),
        publishedAt: dateOf(block?.querySelector('.result__extras')?.textContent ?? ''),
      })
    }
  }
  if (results.length > 0) return { kind: 'results', results }
  if (document.querySelector('.anomaly-modal__title, .anomaly-modal__modal, #challenge-form, form[action*="anomaly.js"]') !== null)
    return { kind: 'challenge' }
  // Only advertisements were there.
  if (document.querySelector('.no-results, .result--no-result') !== null || ads > 0) return { kind: 'nothing' }
  return { kind: 'unknown' }
}

function classes(element: PageElement): string[] {
  return (element.getAttribute('class') ?? '').split(/\s+/)
}

/** The result that a title stands in. */
function blockOf(anchor: PageElement): PageElement | null {
  for (
    let node = anchor.parentNode as PageElement | null;
    node !== null && node.nodeType === 1;
    node = node.parentNode as PageElement | null
  )
    if (classes(node).includes('result')) return node
  return null
}

function isAd(block: PageElement): boolean {
  return classes(block).some((name) => name === 'result--ad' || name === 'result--sponsored') || block.querySelector('.badge--ad') !== null
}

/** Links go through a redirect, advertisements through a counter, sometimes one inside the other. Null for what leads to no page. */
function unwrap(href: string, base: string): string | null {
  let target: URL
  try {
    target = new URL(href, base)
  } catch {
    return null
  }
  for (let layer = 0; layer < 3 && isOwn(target); layer += 1) {
    if (target.pathname === '/y.js') return null
    const inner = /^\/l\/?$/.test(target.pathname) ? target.searchParams.get('uddg') : null
    if (inner === null) break
    try {
      target = new URL(inner)
    } catch {
      return null
    }
  }
  if (isOwn(target) && /^\/(?:y\.js|l\/?)$/.test(target.pathname)) return null
  return target.protocol === 'https:' || target.protocol === 'http:' ? target.href : null
}

function isOwn({ hostname }: URL): boolean {
  return hostname === 'duckduckgo.com' || hostname.endsWith('.duckduckgo.com')
}

function dateOf(text: string): string | null {
  return /\b(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}/.exec(text)?.[1] ?? null
}

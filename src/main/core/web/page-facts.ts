import { oneLine, type PageDocument } from './page-dom'

export interface PageFacts {
  title: string
  image: string | null
  publishedAt: string | null
  language: string | null
  /** What links are read against. */
  base: string
}

const MOST_TITLE = 300
const MOST_JSON = 200_000

/** What a page says of itself in its head. */
export function readFacts(document: PageDocument, url: string): PageFacts {
  const base = absolute(document.querySelector('base[href]')?.getAttribute('href') ?? '', url) ?? url
  const meta = (...names: string[]): string => {
    for (const name of names) {
      const content = document
        .querySelector(`meta[property="${name}"], meta[name="${name}"], meta[itemprop="${name}"]`)
        ?.getAttribute('content')
      if (content !== null && content !== undefined && content.trim() !== '') return content.trim()
    }
    return ''
  }
  const ld = () => readLinkedData(document)
  const title = oneLine(document.querySelector('title')?.textContent ?? '') || oneLine(meta('og:title', 'twitter:title'))
  const heading = () => oneLine(document.querySelector('h1')?.textContent ?? '')
  const published =
    readDate(
      meta(
        'article:published_time',
        'datePublished',
        'og:published_time',
        'date',
        'dc.date',
        'DC.date.issued',
        'citation_publication_date',
      ),
    ) ??
    readDate(ld().published) ??
    readDate(
      document.querySelector('time[pubdate][datetime], article time[datetime], time[itemprop="datePublished"]')?.getAttribute('datetime') ??
        '',
    )
  return {
    title: (title || heading()).slice(0, MOST_TITLE),
    image: absolute(meta('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image', 'twitter:image:src'), base),
    publishedAt: published,
    language: readLanguage(document.documentElement?.getAttribute('lang') || meta('content-language') || meta('og:locale')),
    base,
  }
}

/** An absolute http or https address without its fragment's page changing; null for anything else. */
export function absolute(address: string, base: string): string | null {
  const trimmed = address.trim()
  if (trimmed === '') return null
  try {
    const url = new URL(trimmed, base)
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null
  } catch {
    return null
  }
}

function readDate(text: string): string | null {
  const trimmed = text.trim()
  if (!/^\d{4}/.test(trimmed) && !/\d{4}$|\d{4}\s+\d\d?:/.test(trimmed)) return null
  const plain = /^(\d{4})[-/](\d\d?)[-/](\d\d?)$/.exec(trimmed)
  if (plain) return `${plain[1]}-${plain[2]?.padStart(2, '0')}-${plain[3]?.padStart(2, '0')}`
  const time = Date.parse(trimmed)
  return Number.isFinite(time) ? new Date(time).toISOString() : null
}

function readLanguage(text: string): string | null {
  const tag = (text.split(',')[0] ?? '').trim().replaceAll('_', '-')
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? tag : null
}

/** The date in the page's schema.org data. */
function readLinkedData(document: PageDocument): { published: string } {
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const text = script.textContent ?? ''
    if (text.length > MOST_JSON) continue
    const published = /"datePublished"\s*:\s*"([^"\\]{4,40})"/.exec(text)?.[1]
    if (published !== undefined) return { published }
  }
  return { published: '' }
}

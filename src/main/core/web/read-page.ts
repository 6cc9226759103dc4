import { Readability } from '@mozilla/readability'
import { decodePage } from './decode-page'
import { isHidden, toMarkdown } from './dom-markdown'
import { isElement, nameOf, oneLine, type PageDocument, type PageElement, type PageNode, parsePage } from './page-dom'
import { absolute, readFacts } from './page-facts'
import type { PageBytes, ReadPage } from './page-messages'
import { stripTags } from './strip-tags'

/** UTF-16 units kept of one page: a long book chapter is a tenth of it. */
export const MAX_PAGE_LENGTH = 400_000
/**
 * Tags, attributes and entities of a page that is made into a document. Each takes some 500 bytes there, and a thread that runs out of memory
 * in one leap takes the whole program with it. Ten times what the longest articles have.
 */
const MAX_MARKS = 300_000
const MAX_LINKS = 500
const MAX_LINK_WORDS = 200
/** Above this Readability takes seconds (its scoring walks up and down for every paragraph); such a page is given whole. */
const MAX_ELEMENTS = 20_000
/** The same for one that is a wall of text: its expressions look at all of it again and again. */
const MAX_ARTICLE_HTML = 2_000_000
/** Deeper than this it takes seconds too: it asks every element for the text of all that is inside. Real pages are some 30 deep. */
const MAX_ELEMENT_DEPTH = 150
/** Less is no article: the page is a list, or Readability found the wrong part. */
const LEAST_ARTICLE = 200

/** Reads an HTML page to its content. Runs no script, fetches nothing. Throws what the parser throws for a page made to break it. */
export function readHtml({ bytes, charset, url }: PageBytes): ReadPage {
  const html = decodePage(bytes, charset)
  if (countMarks(html) > MAX_MARKS) {
    const words = stripTags(html, MAX_PAGE_LENGTH + 1)
    return { ...textPage(words, url, 'whole', words.length > MAX_PAGE_LENGTH), title: titleIn(html) || fileName(url) }
  }
  const document = parsePage(html)
  const { base, ...facts } = readFacts(document, url)
  // Readability takes styles away and so would bring to light what they hide.
  for (const element of document.querySelectorAll('*')) if (isHidden(element)) element.remove()
  const links = readLinks(document, base, url)
  const whole = document.body ?? document.documentElement
  if (whole === null) return { ...facts, ...emptyText, links, form: 'whole', cut: false }
  // Read before Readability, which takes the document apart.
  const all = mapped(whole, base)
  const article = html.length > MAX_ARTICLE_HTML ? null : findArticle(document)
  const found = article === null ? null : mapped(article, base)
  if (found !== null && isTheContent(found, all)) return { ...facts, ...found, links, form: 'article' }
  return { ...facts, ...all, links, form: 'whole' }
}

function countMarks(html: string): number {
  let count = 0
  for (let at = 0; at < html.length && count <= MAX_MARKS; at += 1) {
    const code = html.charCodeAt(at)
    // < = &
    if (code === 60 || code === 61 || code === 38) count += 1
  }
  return count
}

function titleIn(html: string): string {
  return stripTags(/<title[^>]{0,200}>([^<]{0,1000})/i.exec(html)?.[1] ?? '', 300)
}

const emptyText = { markdown: '', text: '', characters: 0 }

function mapped(element: PageElement, base: string): Pick<ReadPage, 'markdown' | 'text' | 'characters' | 'cut'> {
  const markdown = toMarkdown(element, { base, plain: false, maxLength: MAX_PAGE_LENGTH })
  const plain = toMarkdown(element, { base, plain: true, maxLength: MAX_PAGE_LENGTH })
  return { markdown: markdown.text, text: plain.text, characters: plain.text.length, cut: markdown.cut || plain.cut }
}

/** The part of the page that is its content; null when none stands out. */
function findArticle(document: PageDocument): PageElement | null {
  if (isTooMuch(document)) return null
  try {
    const reader = new Readability<PageElement>(document as unknown as Document, {
      serializer: (node) => node as unknown as PageElement,
      charThreshold: LEAST_ARTICLE,
      maxElemsToParse: MAX_ELEMENTS,
    })
    const content = reader.parse()?.content ?? null
    return content !== null && holdsRowsWithoutTable(content) ? null : content
  } catch {
    // It counts on a browser's DOM; the whole page is there all the same.
    return null
  }
}

/** It may take the rows out of a table that is the whole content, and then no cell belongs to its row any more. */
function holdsRowsWithoutTable(content: PageElement): boolean {
  const row = content.querySelector('tr')
  for (let node = row?.parentNode ?? null; node !== null; node = node.parentNode)
    if (isElement(node) && nameOf(node) === 'table') return false
  return row !== null
}

function isTooMuch(document: PageDocument): boolean {
  const elements = document.querySelectorAll('*')
  if (elements.length > MAX_ELEMENTS) return true
  const depths = new Map<PageNode | null, number>()
  for (const element of elements) {
    const depth = (depths.get(element.parentNode) ?? 0) + 1
    if (depth > MAX_ELEMENT_DEPTH) return true
    depths.set(element, depth)
  }
  return false
}

/** Of a list page Readability keeps a few lines and drops the list; then the whole page says more. */
function isTheContent(found: { text: string; markdown: string }, all: { text: string; markdown: string }): boolean {
  if (found.text.length < LEAST_ARTICLE) return false
  const linkCount = (markdown: string) => markdown.match(/\]\(/g)?.length ?? 0
  const isList = linkCount(all.markdown) >= 20 && found.text.length < all.text.length / 4
  return !(isList && linkCount(found.markdown) < linkCount(all.markdown) / 4)
}

function readLinks(document: PageDocument, base: string, own: string): ReadPage['links'] {
  const found = new Map<string, string>()
  const ownPage = own.split('#')[0]
  for (const anchor of document.querySelectorAll('a[href]')) {
    const target = absolute(anchor.getAttribute('href') ?? '', base)?.split('#')[0]
    if (target === undefined || target === ownPage) continue
    const words = oneLine(anchor.textContent).slice(0, MAX_LINK_WORDS)
    const known = found.get(target)
    // A picture and its caption often lead to the same place; the words are the caption's.
    if (known === undefined ? found.size < MAX_LINKS : known === '') found.set(target, words)
  }
  return [...found].map(([url, text]) => ({ url, text }))
}

/** Reads what is no page but a text: plain, Markdown, JSON, XML. */
export function readText({ bytes, charset, url }: PageBytes): ReadPage {
  const whole = decodePage(bytes, charset).replaceAll('\0', '').replace(/\r\n?/g, '\n').trim()
  return textPage(whole, url, 'text', whole.length > MAX_PAGE_LENGTH)
}

/** A page of a text alone; its title is the last part of its address, or its first heading. */
export function textPage(whole: string, url: string, form: ReadPage['form'], cut: boolean): ReadPage {
  const text = whole.slice(0, MAX_PAGE_LENGTH).replace(/[\ud800-\udbff]$/, '')
  const heading = /^# (.{1,300})$/m.exec(text.slice(0, 2000))?.[1]
  const title = heading?.trim() ?? fileName(url)
  return { title, markdown: text, text, links: [], image: null, publishedAt: null, language: null, characters: text.length, form, cut }
}

function fileName(url: string): string {
  try {
    const { pathname, hostname } = new URL(url)
    return decodeURIComponent(pathname.split('/').filter(Boolean).pop() ?? hostname)
  } catch {
    return url.slice(0, 300)
  }
}

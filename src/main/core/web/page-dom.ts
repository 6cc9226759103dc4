import { parseHTML } from 'linkedom'

/** The parts of the DOM that are used here. */
export interface PageNode {
  nodeType: number
  nodeName: string
  childNodes: ArrayLike<PageNode>
  firstChild: PageNode | null
  nextSibling: PageNode | null
  parentNode: PageNode | null
  textContent: string | null
}
export interface PageElement extends PageNode {
  localName: string
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  attributes: Iterable<{ name: string; value: string }>
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): ArrayLike<PageElement> & Iterable<PageElement>
  remove(): void
}
export interface PageDocument extends PageElement {
  documentElement: PageElement | null
  body: PageElement | null
}

/** Reads HTML into a document. Nothing in it is run or fetched. */
export function parsePage(html: string): PageDocument {
  const whole = !/<body\b/i.test(html) ? withBody(html) : /<html\b/i.test(html) ? html : withHtml(html)
  const document = parseHTML(whole).document as unknown as PageDocument
  if (/[\s"'][a-z-]*[A-Z][A-Za-z-]*\s*=/.test(html)) lowerNames(document)
  return document
}

/** The tags of html, head and body may be left out, and a browser puts them in; the parser does not. */
function withBody(html: string): string {
  const open = /<html\b[^>]{0,2000}>/i.exec(html)?.[0] ?? '<html>'
  return `<!doctype html>${open}<body>${html.replace(/<!doctype[^>]*>|<\/?(?:html|head)\b[^>]*>/gi, '')}</body></html>`
}

function withHtml(html: string): string {
  return `<!doctype html><html>${html.replace(/<!doctype[^>]*>/gi, '')}</html>`
}

/** The parser leaves the names of attributes as they are written; old pages write them large. */
function lowerNames(document: PageDocument): void {
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const lower = name.toLowerCase()
      if (lower === name) continue
      element.removeAttribute(name)
      if (!element.hasAttribute(lower)) element.setAttribute(lower, value)
    }
  }
}

export function isElement(node: PageNode): node is PageElement {
  return node.nodeType === 1
}

/** The name of an element in lower case: the parser keeps the case in which Readability makes its own, `DIV`. */
export function nameOf(element: PageElement): string {
  return element.localName.toLowerCase()
}

/** A text in one line. */
export function oneLine(text: string | null): string {
  return (text ?? '').replace(/\s+/g, ' ').trim()
}

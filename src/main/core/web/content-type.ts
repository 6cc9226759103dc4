/** What a page may be: text that can be read, or a PDF. */
export const PAGE_TYPES: readonly string[] = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/markdown',
  'text/xml',
  'application/xml',
  'application/json',
  'application/pdf',
]
export const HTML_TYPES: readonly string[] = ['text/html', 'application/xhtml+xml']
export const JSON_TYPES: readonly string[] = ['application/json']
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

export interface ContentType {
  /** In lower case without parameters; '' when the server names none. */
  type: string
  /** As the server names it; '' when it does not. */
  charset: string
}

export function readContentType(header: string | undefined): ContentType {
  const [type = '', ...parameters] = (header ?? '').split(';')
  const charset = parameters.map((one) => /^\s*charset\s*=\s*["']?([^"'\s]+)/i.exec(one)?.[1]).find((found) => found !== undefined)
  return { type: type.trim().toLowerCase(), charset: charset ?? '' }
}

/** Servers send PDFs as anything, also as text/html; the first bytes do not lie. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')
}

/** The type by what the server says and, where it says nothing, by the first bytes. */
export function typeOf(named: string, bytes: Uint8Array): string {
  if (isPdf(bytes)) return 'application/pdf'
  if (named !== '' && named !== 'application/octet-stream') return named
  const head = Buffer.from(bytes.subarray(0, 512))
  if (head.includes(0)) return named
  return /^[\s\ufeff]*<(?:!doctype|html|head|body|!--)/i.test(head.toString('utf8')) ? 'text/html' : named === '' ? 'text/plain' : named
}

/** JSON goes by many names, such as application/ld+json. */
export function isAllowed(type: string, allowed: readonly string[]): boolean {
  return allowed.includes(type) || (allowed.includes('application/json') && /^application\/[\w.-]+\+json$/.test(type))
}

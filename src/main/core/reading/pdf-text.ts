import { getDocument } from 'unpdf/pdfjs'
import type { ReadingMessage, ReadingTask } from './reading-messages'

/** The parts of PDF.js that are used here. */
interface PdfPage {
  getTextContent(): Promise<{ items: ({ str: string; hasEOL: boolean } | { type: string })[] }>
  cleanup(): void
}
interface PdfDocument {
  numPages: number
  getPage(number: number): Promise<PdfPage>
}
interface PdfLoading {
  promise: Promise<PdfDocument>
  destroy(): Promise<void>
}

const open = getDocument as (options: Record<string, unknown>) => PdfLoading

/**
 * Tells the text of a PDF page by page. Nothing in the file is run or fetched, and no font is loaded. A page that is damaged counts as empty;
 * only a file that cannot be opened at all fails.
 */
export async function readPdf(task: ReadingTask, tell: (message: ReadingMessage) => void): Promise<void> {
  const loading = open({
    data: task.bytes,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: false,
    verbosity: 0,
  })
  let document: PdfDocument
  try {
    document = await loading.promise
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    return tell({ kind: 'failed', reason: isLocked ? 'encrypted' : 'broken' })
  }
  tell({ kind: 'begun', pages: document.numPages })
  let length = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    if (number > task.maxPages) return tell({ kind: 'done', cut: 'pages' })
    const text = await pageText(document, number)
    length += text.length
    if (length > task.maxLength) return tell({ kind: 'done', cut: 'length' })
    tell({ kind: 'page', text })
  }
  tell({ kind: 'done', cut: null })
}

async function pageText(document: PdfDocument, number: number): Promise<string> {
  try {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    return joinLines(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  } catch {
    // The other pages may be whole.
    return ''
  }
}

/** A word that was divided at the end of a line is one word again. */
function joinLines(text: string): string {
  return text
    .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}

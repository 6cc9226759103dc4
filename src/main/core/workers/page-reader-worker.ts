import { parentPort } from 'node:worker_threads'
import type { ReadingMessage } from '../reading/reading-messages'
import { readDuckDuckGo } from '../web/duckduckgo-page'
import type { PageBytes, PageReply, PageTask, ReadPage } from '../web/page-messages'
import { MAX_PAGE_LENGTH, readHtml, readText, textPage } from '../web/read-page'

const MAX_PDF_PAGES = 500

async function readPdfPage({ bytes, url }: PageBytes): Promise<ReadPage | 'encrypted' | 'broken'> {
  // Large, and most pages are no PDF.
  const { readPdf } = await import('../reading/pdf-text')
  const pages: string[] = []
  let failure: 'encrypted' | 'broken' | null = null
  let cut = false
  const tell = (message: ReadingMessage) => {
    if (message.kind === 'page') pages.push(message.text)
    else if (message.kind === 'failed') failure = message.reason
    else if (message.kind === 'done') cut = message.cut !== null
  }
  await readPdf({ kind: 'pdf', bytes: new Uint8Array(bytes), maxPages: MAX_PDF_PAGES, maxLength: MAX_PAGE_LENGTH }, tell)
  return failure ?? textPage(pages.join('\n\n').trim(), url, 'pdf', cut)
}

async function answer(task: PageTask): Promise<PageReply> {
  const { id, page } = task
  try {
    if (task.kind === 'duckduckgo') return { id, kind: 'duckduckgo', page: readDuckDuckGo(page) }
    if (page.type === 'text/html' || page.type === 'application/xhtml+xml') return { id, kind: 'page', page: readHtml(page) }
    if (page.type !== 'application/pdf') return { id, kind: 'page', page: readText(page) }
    const read = await readPdfPage(page)
    return typeof read === 'string' ? { id, kind: 'fault', fault: read } : { id, kind: 'page', page: read }
  } catch {
    return { id, kind: 'fault', fault: 'broken' }
  }
}

/** Reads pages one after the other until it is ended. */
parentPort?.on('message', (task: PageTask) => {
  void answer(task).then((reply) => parentPort?.postMessage(reply))
})

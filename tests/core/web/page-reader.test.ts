import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createPageReader, type PageReader } from '../../../src/main/core/web/page-reader'
import { workerDir } from '../../support/app'
import { duckDuckGoPages } from '../../support/fake-search/duckduckgo-pages'
import { samplePdf } from '../../support/sample-pdf'
import { failureOf } from './web-fixture'

const workerFile = join(workerDir, 'page-reader-worker.js')
const readers: PageReader[] = []
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close()
})
function reader(options: { pageMs?: number } = {}): PageReader {
  const made = createPageReader({ workerFile, ...options })
  readers.push(made)
  return made
}
const signal = () => new AbortController().signal
const html = (text: string) => ({ bytes: Buffer.from(text), type: 'text/html', charset: 'utf-8', url: 'https://site.example/' })
/** Takes a quarter of a minute at least: of each of these elements all the others are looked at. */
const endless = `${'<div>'.repeat(290_000)}x`

describe('the reading thread', () => {
  it('reads a page, a search page, a text and a PDF', async () => {
    const one = reader()
    expect((await one.read(html('<title>T</title><p>Words</p>'), signal())).title).toBe('T')
    expect(await one.readDuckDuckGo(html(duckDuckGoPages.nothing), signal())).toEqual({ kind: 'nothing' })
    expect((await one.read({ ...html('plain'), type: 'text/plain' }, signal())).form).toBe('text')
    const pdf = await one.read(
      { ...html(''), bytes: samplePdf([['First page words'], ['Second page words']]), type: 'application/pdf' },
      signal(),
    )
    expect(pdf.form).toBe('pdf')
    expect(pdf.text).toContain('First page words')
    expect(pdf.text).toContain('Second page words')
  })

  it('says of a broken PDF that it cannot be read, and reads on', async () => {
    const one = reader()
    expect(await failureOf(one.read({ ...html('%PDF-1.7 broken'), type: 'application/pdf' }, signal()))).toMatchObject({
      code: 'PAGE_UNREADABLE',
      data: { fault: 'broken' },
    })
    expect((await one.read(html('<p>next</p>'), signal())).text).toBe('next')
  })

  it('that hangs is ended, and the next page gets a fresh one', async () => {
    const one = reader({ pageMs: 2500 })
    const hanging = failureOf(one.read(html(endless), signal()))
    const next = one.read(html('<p>next</p>'), signal())
    expect(await hanging).toMatchObject({ code: 'PAGE_UNREADABLE', data: { fault: 'time' } })
    expect((await next).text).toBe('next')
  })

  it('is stopped in the middle by who asked, and by its end', async () => {
    const one = reader({ pageMs: 60_000 })
    const stop = new AbortController()
    const stopped = one.read(html(endless), stop.signal)
    setTimeout(() => stop.abort(new Error('stopped by a person')), 300)
    await expect(stopped).rejects.toThrow('stopped by a person')
    expect((await one.read(html('<p>next</p>'), signal())).text).toBe('next')
    const last = failureOf(one.read(html(endless), signal()))
    setTimeout(() => void one.close(), 300)
    expect((await last).code).toBe('PAGE_UNREADABLE')
  })
})

describe('the worker', () => {
  it('is one file that any runtime of the app can load, and reads nothing of this computer', () => {
    const code = readFileSync(workerFile, 'utf8')
    const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1] ?? '')
    expect(required.filter((name) => !name.startsWith('./')).sort()).toEqual(['node:worker_threads'])
  })
})

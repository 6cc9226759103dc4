import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDocumentReader, MAX_TEXT_LENGTH } from '../../../src/main/core/reading/document-reader'
import { workerDir } from '../../support/app'
import { samplePdf } from '../../support/sample-pdf'

const workerFile = join(workerDir, 'attachment-text-worker.js')
const signal = new AbortController().signal
const read = (kind: 'pdf' | 'text', bytes: Uint8Array, maxMs?: number) =>
  createDocumentReader({ workerFile, ...(maxMs === undefined ? {} : { maxMs }) }).read(kind, bytes, { signal })

describe('reading a file in a thread', () => {
  it('gives a PDF page by page, with divided words made whole', async () => {
    const found = await read('pdf', samplePdf([['The first exam-', 'ple of a word'], [], ['(round) and \\ signs']]))
    expect(found).toEqual({ pages: ['The first example of a word', '', '(round) and \\ signs'], totalPages: 3, end: 'whole' })
  })

  it('says that a PDF is locked, or broken, and never throws for it', async () => {
    const locked = samplePdf([['secret']])
      .toString('latin1')
      .replace(
        '/Root 1 0 R',
        `/Root 1 0 R /ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`,
      )
    expect((await read('pdf', Buffer.from(locked, 'latin1'))).end).toBe('encrypted')
    expect(await read('pdf', Buffer.from('%PDF-1.7\nnothing of use'))).toEqual({ pages: [], totalPages: null, end: 'broken' })
    expect((await read('pdf', new Uint8Array(0))).end).toBe('broken')
  })

  it('reads what a cut PDF still has', async () => {
    const whole = samplePdf([['still here'], ['second']])
    const cut = await read('pdf', whole.subarray(0, whole.indexOf('startxref')))
    expect(cut.pages.join(' ')).toContain('still here')
  })

  it('takes a thread that does not start for a fault of its own, not of the file', async () => {
    const reader = createDocumentReader({ workerFile: join(workerDir, 'no-such-worker.js') })
    await expect(reader.read('pdf', samplePdf([['fine']]), { signal })).rejects.toMatchObject({ code: 'INTERNAL' })
  })

  it('stops at the limit of a text, between characters', async () => {
    const found = await read('text', Buffer.from(`${'a'.repeat(MAX_TEXT_LENGTH - 1)}😀tail`))
    expect(found.end).toBe('length')
    expect(found.pages[0]?.length).toBe(MAX_TEXT_LENGTH - 1)
  })

  it('gives back what was read when the time is over, and stops at once when it is told to', async () => {
    // The thread is given the bytes themselves, so each reading needs its own.
    const many = () => samplePdf(Array.from({ length: 3000 }, (_, n) => [`Page number ${n}`]))
    expect((await read('pdf', many(), 1)).end).toBe('time')
    const stopping = new AbortController()
    const reading = createDocumentReader({ workerFile }).read('pdf', many(), { signal: stopping.signal })
    stopping.abort(new Error('stopped by the person'))
    await expect(reading).rejects.toThrow('stopped by the person')
  })

  it('reads two thousand pages of a longer PDF and says so', { timeout: 60_000 }, async () => {
    const found = await read('pdf', samplePdf(Array.from({ length: 2003 }, (_, n) => [`Page number ${n}`])))
    expect(found).toMatchObject({ totalPages: 2003, end: 'pages' })
    expect(found.pages).toHaveLength(2000)
  })
})

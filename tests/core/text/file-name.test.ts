import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeFileName } from '../../../src/main/core/text/file-name'

describe('safeFileName', () => {
  it.each([
    ['notes.txt', 'notes.txt', 'changes a name that is fine'],
    ['../../.ssh/id_rsa', 'id_rsa', 'keeps folders'],
    ['..\\..\\boot.ini', 'boot.ini', 'keeps folders of Windows'],
    ['%2e%2e%2fetc', '%2e%2e%2fetc', 'takes signs for something else'],
    ['CON', '_CON', 'keeps a device'],
    ['nul.tar.gz', '_nul.tar.gz', 'keeps a device with endings'],
    ['report.pdf. . ', 'report.pdf', 'keeps dots and spaces that Windows drops'],
    ['.env', 'env', 'hides a file'],
    ['photo\u202Egpj.exe', 'photogpj.exe', 'keeps a turned direction'],
    ['a\u0000\u0007b\nc', 'abc', 'keeps control characters'],
    ['who?*<me>|"x":y', 'who___me___x__y', 'keeps what Windows refuses'],
    ['e\u0301te\u0301.txt', '\u00e9t\u00e9.txt', 'leaves letters apart from their accents'],
    ['नमस्ते\u200d.txt', 'नमस्ते\u200d.txt', 'takes joiners out of words'],
    ['\ud800x.txt', 'x.txt', 'keeps half a character'],
    ['a\u0301\u200b\u0316.txt', 'a\u0301\u0316.txt'.normalize('NFC'), 'leaves two marks out of their order'],
    ['', 'attachment', 'gives no name'],
    ['///', 'attachment', 'gives no name for folders alone'],
  ])('%j is %j (or else it %s)', (given, safe) => {
    expect(safeFileName(given)).toBe(safe)
  })

  it('is one part of a path of at most 240 bytes, and safe to make safe again, whatever is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const safe = safeFileName(given)
        expect(safe).not.toMatch(/[/\\\p{Cc}]/u)
        expect(safe).not.toBe('')
        expect(safe.startsWith('.')).toBe(false)
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(240)
        expect(safeFileName(safe)).toBe(safe)
      }),
      { numRuns: 3000 },
    )
  })
})

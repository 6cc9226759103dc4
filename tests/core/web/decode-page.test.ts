import { describe, expect, it } from 'vitest'
import { decodePage } from '../../../src/main/core/web/decode-page'

const bytes = (...values: number[]) => Uint8Array.from(values)
const latin = (text: string) => Buffer.from(text, 'latin1')
/** 中文 in Big5, Shift_JIS 日本, GBK 中文, KOI8-R Мир. */
const big5 = bytes(0xa4, 0xa4, 0xa4, 0xe5)
const shiftJis = bytes(0x93, 0xfa, 0x96, 0x7b)
const gbk = bytes(0xd6, 0xd0, 0xce, 0xc4)
const koi8 = bytes(0xed, 0xc9, 0xd2)

describe('the text of a page', () => {
  it('is read by the name that the server gives', () => {
    expect(decodePage(big5, 'big5')).toBe('中文')
    expect(decodePage(shiftJis, 'Shift_JIS')).toBe('日本')
    expect(decodePage(gbk, 'gb2312')).toBe('中文')
    expect(decodePage(koi8, 'koi8-r')).toBe('Мир')
    expect(decodePage(latin('caf\xe9'), 'iso-8859-1')).toBe('café')
  })

  it('is read by the name inside the page, in both forms and in XML', () => {
    for (const head of [
      '<meta charset="big5">',
      '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=Big5">',
      '<?xml version="1.0" encoding="big5"?>',
    ])
      expect(decodePage(Buffer.concat([Buffer.from(head), big5]), '')).toBe(`${head}中文`)
  })

  it('is read by its mark before all names', () => {
    expect(decodePage(Buffer.concat([bytes(0xef, 0xbb, 0xbf), Buffer.from('é')]), 'iso-8859-1')).toBe('é')
    expect(decodePage(Buffer.concat([bytes(0xff, 0xfe), Buffer.from('é日', 'utf16le')]), 'utf-8')).toBe('é日')
  })

  it('without a name is UTF-8 when it can be, else the Latin of old pages, with its quotes and its euro', () => {
    expect(decodePage(Buffer.from('Größe 日本'), '')).toBe('Größe 日本')
    expect(decodePage(bytes(0x93, 0x61, 0x94, 0x20, 0x80, 0x20, 0xe9), '')).toBe('“a” € é')
    expect(decodePage(bytes(0x93, 0x61, 0x94), 'windows-1252')).toBe('“a”')
  })

  it('survives a wrong name: Latin called UTF-8, a name nobody knows, UTF-16 named in a page that is not', () => {
    expect(decodePage(latin('caf\xe9 \xe0 la carte'), 'utf-8')).toBe('café à la carte')
    expect(decodePage(Buffer.from('é'), 'no-such-thing')).toBe('é')
    expect(decodePage(Buffer.from('<meta charset="utf-16">é'), '')).toBe('<meta charset="utf-16">é')
  })

  it('with one bad byte loses that byte and no more', () => {
    expect(decodePage(Buffer.concat([Buffer.from('Größe und Maß, '.repeat(20)), bytes(0xff), Buffer.from(' weiter')]), 'utf-8')).toMatch(
      /Maß, \ufffd weiter$/,
    )
  })

  it('may be empty', () => {
    expect(decodePage(bytes(), 'utf-8')).toBe('')
  })
})

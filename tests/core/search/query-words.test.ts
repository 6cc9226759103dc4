import { describe, expect, it } from 'vitest'
import { parseQuery } from '../../../src/main/core/search/query-words'

const matches = (query: string) => parseQuery(query).map(({ match }) => match)

describe('parseQuery', () => {
  it('quotes every word and takes only the last one, unfinished, as a beginning', () => {
    expect(matches('Tea AND "cof')).toEqual(['"tea"', '"and"', '"""cof" *'])
    expect(matches('tea coffee ')).toEqual(['"tea"', '"coffee"'])
  })

  it('takes neither a single letter nor a word that ends in a sign as a beginning', () => {
    expect(matches('a')).toEqual(['"a"'])
    expect(matches('c++')).toEqual(['"c++"'])
    expect(matches('100%')).toEqual(['"100%"'])
  })

  it('knows words that the word index cannot hold', () => {
    expect(parseQuery('!!! _ *')).toEqual(['!!!', '_', '*'].map((text) => ({ text, match: null, exact: null, signs: true })))
  })

  it('writes runs without spaces as pairs, and a single character as a beginning', () => {
    expect(matches('東京都 ')).toEqual(['"東京 京都" *'])
    expect(matches('東 ')).toEqual(['"東" *'])
    expect(matches('手机abc ')).toEqual(['"手机 机 abc"'])
  })

  it('takes each word once, no more than 24, the last one always among them', () => {
    expect(matches('tea Tea TEA tea ')).toEqual(['"tea"'])
    const words = parseQuery(Array.from({ length: 100 }, (_, index) => `w${index}`).join(' '))
    expect(words).toHaveLength(24)
    expect(words.at(-1)?.match).toBe('"w99" *')
  })

  it('takes 20,000 characters at once', () => {
    expect(parseQuery('x'.repeat(20_000))[0]?.text).toHaveLength(2000)
    expect(parseQuery(`${'a'.repeat(1999)}😀`)[0]?.text).toBe('a'.repeat(1999))
  })
})

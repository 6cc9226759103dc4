import { describe, expect, it } from 'vitest'
import { foldTitle, mentionOf, namedTitles } from '../../../src/main/features/links/wikilinks'
import { nameForTitle, parseWikilinks } from '../../../src/shared/wikilinks'

describe('a title and the names for it', () => {
  it.each([
    ['Café Zürich', 'cafe zu\u0308rich'],
    ['ＡＢＣ　１２', 'abc 12'],
    ['ガーデン', 'ｶﾞｰﾃﾞﾝ'],
    ['A  [b] | c', 'a b c'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ])('%s is %s', (a, b) => {
    expect(foldTitle(a)).toBe(foldTitle(b))
  })

  it('finds every title by the name it is written with', () => {
    for (const title of ['a]] b', '[x] y', 'one | two', 'C# notes', '  spaced  out '])
      expect(foldTitle(nameForTitle(title))).toBe(foldTitle(title))
  })

  it('takes a heading off, and keeps a title that has the sign in it', () => {
    expect(namedTitles('Rice#Water')).toEqual({ folded: 'rice#water', base: 'rice' })
    expect(namedTitles('#Water')).toEqual({ folded: '#water', base: '#water' })
  })
})

describe('the sentence around a mention', () => {
  const around = (text: string) => {
    const link = parseWikilinks(text)[0]
    if (!link) throw new Error('no link')
    const mention = mentionOf(text, link)
    return [mention.text, mention.text.slice(mention.markStart, mention.markEnd)]
  }

  it.each([
    ['First. I asked about [[Rice#Water]] again. Last.', 'I asked about Rice#Water again.', 'Rice#Water'],
    ['- [ ] **Do** [[Rice|the rice]] and [[Tea]]\nnext line', 'Do the rice and Tea', 'the rice'],
    ['前の文。[[料理]]について書く。次。', '料理について書く。', '料理'],
    ['[[Rice]]', 'Rice', 'Rice'],
  ])('of %j', (text, sentence, mark) => {
    expect(around(text)).toEqual([sentence, mark])
  })

  it('is short in a line without an end', () => {
    const [sentence, mark] = around(`${'word '.repeat(200)}[[Rice]]${' more'.repeat(200)}`)
    expect(mark).toBe('Rice')
    expect(sentence?.length).toBeLessThan(300)
    expect(sentence).toMatch(/^…word .* more…$/)
  })
})

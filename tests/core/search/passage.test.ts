import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPassage, PASSAGE_LENGTH } from '../../../src/main/core/search/passage'
import { stripMarkdown } from '../../../src/main/core/search/strip-markdown'

function look(body: string, query: string, { title = '', near = 0 } = {}) {
  const found = createPassage({ title, body }, query, near)
  return {
    ...found,
    marked: found.marks.map(([start, end]) => found.passage.slice(start, end)),
    titleMarked: found.titleMarks.map(([start, end]) => title.slice(start, end)),
  }
}

describe('createPassage', () => {
  it.each([
    ['accents and letters in two parts', 'Im Cafe\u0301 in Zu\u0308rich', 'café zurich', ['Cafe\u0301', 'Zu\u0308rich']],
    ['full and half width', 'the ＡＢＣ of ｶﾞｲﾄﾞ', 'abc ガイド', ['ＡＢＣ', 'ｶﾞｲﾄﾞ']],
    ['letters that become several', 'Die Straße, oﬃce', 'strasse offi', ['Straße', 'oﬃ']],
    ['characters of two units before it', '😀👩‍👩‍👧 needle', 'needle', ['needle']],
    ['the beginning of a word only, where there is one', 'tea and steam', 'tea', ['tea']],
    ['the inside of a word, where there is nothing else', 'only steam', 'tea', ['tea']],
    ['characters without spaces', '私は東京都に住んで', '京都', ['京都']],
    ['words with signs', 'in C++ and 100% sure', 'c++ 100%', ['C++', '100%']],
    ['words with signs by their parts', 're read it', 're-read', ['re', 'read']],
    ['a curly apostrophe', 'so don’t panic', "don't", ['don’t']],
    ['words that overlap once', 'foobar', 'foobar foo', ['foobar']],
    ['control characters and directions as they are', 'a\u202eneedle b', 'needle', ['needle']],
  ])('marks %s in the text as it was written', (_, body, query, expected) => {
    expect(look(body, query).marked).toEqual(expected)
  })

  it('marks the title in its own form', () => {
    expect(look('nothing here', 'zürich', { title: 'Reise nach ZÜRICH' }).titleMarked).toEqual(['ZÜRICH'])
  })

  it('shows the place of the match, cut between words, and says that the body goes on', () => {
    const { passage, marked } = look(`${'before it '.repeat(100)}the needle is here ${'after it '.repeat(100)}`, 'needle')
    expect(marked).toEqual(['needle'])
    expect(passage).toMatch(/^…(before|it) .* (after|it)…$/)
    expect(passage.length).toBeLessThanOrEqual(PASSAGE_LENGTH)
  })

  it('prefers the place with most of the query', () => {
    const body = `alpha ${'filler '.repeat(100)}alpha beta ${'filler '.repeat(400)}beta`
    expect(look(body, 'alpha beta').marked).toEqual(['alpha', 'beta'])
  })

  it('finds a match at the very end', () => {
    expect(look(`${'x '.repeat(600)}needle`, 'needle').marked).toEqual(['needle'])
    expect(look(`${'[['.repeat(8000)}needle`, 'needle').marked).toEqual(['needle'])
  })

  it('gives the beginning without marks when the words are only in the title, and nothing of nothing', () => {
    expect(look('The body.', 'title', { title: 'A title' })).toMatchObject({ passage: 'The body.', marked: [], titleMarked: ['title'] })
    expect(look('', 'x').passage).toBe('')
    expect(look('The body.', '').passage).toBe('The body.')
  })

  it('looks in a body of 12 million units where the index says', () => {
    const body = `${'x'.repeat(11_000_000)} needle ${'y'.repeat(1_000_000)}`
    expect(look(body, 'needle', { near: 10_990_000 }).marked).toEqual(['needle'])
    expect(look(body, 'needle').marked).toEqual([])
  })

  it('keeps its length, whole characters and marks in order, whatever the text and the query', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 2000 }), fc.string({ unit: 'grapheme', maxLength: 600 }))
    fc.assert(
      fc.property(text, fc.string({ unit: 'binary' }), fc.nat(2000), (body, query, near) => {
        const { passage, marks } = look(body.repeat(3), query, { near })
        expect(passage.length).toBeLessThanOrEqual(PASSAGE_LENGTH)
        expect(passage).not.toMatch(/\n/)
        let last = 0
        for (const [start, end] of marks) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(passage.length)
      }),
      { numRuns: 300 },
    )
    expect(look('😀'.repeat(500), '').passage).not.toMatch(/\p{Surrogate}/u)
  })
})

describe('stripMarkdown', () => {
  it.each([
    ['# Title\n\nText', 'Title Text'],
    ['- [x] done\n- open\n1. first', 'done open first'],
    ['> a quote', 'a quote'],
    ['**bold** _soft_ ~~gone~~ `code`', 'bold soft gone code'],
    ['[label](https://example.org "t") ![alt](a.png)', 'label alt'],
    ['[[Target]] [[Target|label]] ![[image.png]]', 'Target label image.png'],
    ['```ts\ncode\n```\n---\nafter', 'code after'],
    ['C++ a*b snake_case_name 2*3*4 *', 'C++ a*b snake_case_name 2*3*4 *'],
  ])('%j reads %j', (markdown, plain) => {
    expect(stripMarkdown(markdown)).toBe(plain)
  })

  it('does not need long for signs that never close', () => {
    for (const piece of ['[', '[[', '*a ', '`', '**', '![', '> ', '- ', '|', '---|'])
      expect(typeof stripMarkdown(piece.repeat(600))).toBe('string')
  })
})

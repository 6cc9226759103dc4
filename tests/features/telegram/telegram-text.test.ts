import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashtagsOf, markdownOf, type TextEntity } from '../../../src/main/features/telegram/telegram-text'

const entity = (type: string, offset: number, length: number, more: Partial<TextEntity> = {}): TextEntity => ({
  type,
  offset,
  length,
  ...more,
})

describe('a message as Markdown', () => {
  it.each([
    ['bold and italic', 'so big here', [entity('bold', 3, 3), entity('italic', 7, 4)], 'so **big** _here_'],
    ['a mark without the blank at its end', 'big day', [entity('bold', 0, 4)], '**big** day'],
    ['one mark inside another', 'a big day', [entity('bold', 0, 9), entity('italic', 2, 3)], '**a _big_ day**'],
    ['two marks on the same words', 'word', [entity('bold', 0, 4), entity('italic', 0, 4)], '**_word_**'],
    ['marks that touch', 'ab', [entity('bold', 0, 1), entity('italic', 1, 1)], '**a**_b_'],
    [
      'a link behind words',
      'see this',
      [entity('text_link', 4, 4, { url: 'https://example.org/a?b=1' })],
      'see [this](<https://example.org/a?b=1>)',
    ],
    ['a link that would end early', 'x', [entity('text_link', 0, 1, { url: 'https://e.org/>(' })], '[x](<https://e.org/%3E(>)'],
    ['code, in which nothing is marked', 'run ls -l', [entity('code', 4, 5), entity('bold', 4, 2)], 'run `ls -l`'],
    ['a block of code', 'see\nlet a\nend', [entity('pre', 4, 5, { language: 'js' })], 'see\n```js\nlet a\n```\nend'],
    ['a block that holds a fence', '```', [entity('pre', 0, 3)], '~~~~\n```\n~~~~'],
    ['offsets in UTF-16 units', '👍🏽 so big', [entity('bold', 8, 3)], '👍🏽 so **big**'],
    ['marks that cross: the first stays', 'abcdef', [entity('bold', 0, 4), entity('italic', 2, 4)], '**abcd**ef'],
    ['what it does not know', 'x #tag', [entity('hashtag', 2, 4), entity('custom_emoji', 0, 1)], 'x #tag'],
  ] as const)('%s', (_name, text, entities, expected) => {
    expect(markdownOf(text, entities)).toBe(expected)
  })

  it('never loses a character, whatever the entities say', () => {
    const any = fc.record({
      type: fc.constantFrom('bold', 'italic', 'code', 'pre', 'text_link', 'strikethrough', 'other'),
      offset: fc.integer({ min: -5, max: 40 }),
      length: fc.integer({ min: -5, max: 40 }),
      url: fc.constant('https://example.org'),
    })
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.array(any, { maxLength: 6 }), (text, entities) => {
        const made = markdownOf(text, entities)
        let at = 0
        for (const unit of text) {
          at = made.indexOf(unit, at)
          if (at === -1) return false
          at += unit.length
        }
        return true
      }),
      { numRuns: 500 },
    )
  })

  it('gives the words behind # as tags', () => {
    const text = 'tea #green and #grün'
    expect(hashtagsOf(text, [entity('hashtag', 4, 6), entity('hashtag', 15, 5), entity('bold', 0, 3)])).toEqual(['green', 'grün'])
  })
})

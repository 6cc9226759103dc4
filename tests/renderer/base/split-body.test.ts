import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { titleOf } from '../../../src/main/core/text/item-text'
import { bodyBelowTitle, countWords, pieceEnd } from '../../../src/renderer/base/body-text'
import { joinBody, splitBody } from '../../../src/renderer/base/split-body'

describe('splitBody', () => {
  test('takes the first line as title and keeps what stands around it', () => {
    expect(splitBody('# A **title**\n\nThe rest.\n', 'A title', '')).toEqual({
      lead: '# ',
      title: 'A **title**',
      gap: '\n\n',
      rest: 'The rest.\n',
    })
  })
  test('leaves a body alone whose title is given, cut off or elsewhere', () => {
    expect(splitBody('A title\n\nrest', 'A title', 'A title')).toBeUndefined()
    expect(splitBody(`${'long '.repeat(100)}`, 'long long', '')).toBeUndefined()
    expect(splitBody('', 'Untitled', '')).toBeUndefined()
  })
  test('joined again unchanged it is the same body to the letter: opening an editor and saving must not change a thought', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('# ', '## ', '\n', '\n\n', ' \n', '\r\n', 'a', 'Word ', '**b**', '`c`', '\t', '間', '#x')),
        (parts) => {
          const body = parts.join('')
          const title = titleOf('', body)
          const split = splitBody(body, title, '')
          if (split) expect(joinBody(split, split.title, split.rest)).toBe(body)
        },
      ),
    )
  })
  test('a rest written below a single line gets an empty line before it; an emptied title leaves the rest', () => {
    const split = splitBody('One line', 'One line', '')
    expect(split && joinBody(split, 'One line', 'More.')).toBe('One line\n\nMore.')
    expect(split && joinBody(split, '', 'More.')).toBe('More.')
  })
})

test('bodyBelowTitle does not show the title twice', () => {
  expect(bodyBelowTitle('Salt the rice water', 'Salt the rice water', '')).toBe('')
  expect(bodyBelowTitle('## Salt\nthe rice', 'Salt', '')).toBe('the rice')
  expect(bodyBelowTitle('Salt\nthe rice', 'Given', 'Given')).toBe('Salt\nthe rice')
})

test('countWords counts words, or characters where a script has no spaces, and gives up on huge texts', () => {
  expect(countWords('one')).toBe('1 word')
  expect(countWords(' one  two\nthree ')).toBe('3 words')
  expect(countWords('間は 沈黙')).toBe('4 characters')
  expect(countWords('x'.repeat(1_000_001))).toBeUndefined()
})

test('pieceEnd cuts at a space and never inside a letter of two units', () => {
  expect(pieceEnd('aaa bbb', 5)).toBe(3)
  const emoji = '😀'.repeat(300)
  expect(pieceEnd(emoji, 301)).toBe(302)
  expect(pieceEnd('abc', 10)).toBe(3)
})

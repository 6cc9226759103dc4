import { describe, expect, test } from 'vitest'
import { completeTag, tagsInText, tidyTag, withTag } from '../../../src/renderer/base/tag-words'

test('tidyTag leaves one tag of what was typed', () => {
  expect(tidyTag('  ##two   words ')).toBe('two words')
  expect(tidyTag('# ')).toBe('')
  expect(tidyTag('e\u0301te\u0301')).toBe('été')
  expect(tidyTag('x'.repeat(200))).toHaveLength(100)
})

test('withTag does not take the same tag twice in other capitals', () => {
  expect(withTag(['Work'], 'work')).toEqual(['Work'])
  expect(withTag(['Work'], 'rest')).toEqual(['Work', 'rest'])
})

describe('tagsInText', () => {
  test('finds tags of every script', () => {
    expect(tagsInText('A #queue, #言葉 and (not #this/one)\n#last')).toEqual(['queue', '言葉', 'this/one', 'last'])
  })
  test('takes no heading, number, anchor or colour for a tag', () => {
    expect(tagsInText('# Title\n## Sub\nissue #12, page.html#part, C#')).toEqual([])
  })
})

test('completeTag offers beginnings before middles and nothing that is there already', () => {
  const known = ['repair', 'prepare', 'rent', 'rep'].map((name) => ({ name }))
  expect(completeTag('rep', known, ['rep'])).toEqual(['repair', 'prepare'])
})

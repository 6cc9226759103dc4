import { expect, test } from 'vitest'
import { byUse, matchTags } from '../../../src/renderer/base/match-tags'

const names = (tags: readonly { name: string }[]) => tags.map(({ name }) => name)

test('typing finds tags without regard to case, width and accents, beginnings first and otherwise in their order', () => {
  const tags = ['decaf', 'Café', 'cafeteria', '言葉'].map((name) => ({ name }))
  expect(names(matchTags(tags, '#CAF'))).toEqual(['Café', 'cafeteria', 'decaf'])
  expect(names(matchTags(tags, 'ｃａｆé'))).toEqual(['Café', 'cafeteria'])
  expect(names(matchTags(tags, '葉'))).toEqual(['言葉'])
  expect(matchTags(tags, '  ')).toHaveLength(4)
})

test('tags used often or lately come first, and of two that stand level the one used lately', () => {
  const tags = [
    { name: 'often', count: 90, usedAt: 10 },
    { name: 'both', count: 40, usedAt: 900 },
    { name: 'lately', count: 1, usedAt: 999 },
    { name: 'neither', count: 1, usedAt: 5 },
  ]
  expect(names(byUse(tags))).toEqual(['lately', 'both', 'often', 'neither'])
})

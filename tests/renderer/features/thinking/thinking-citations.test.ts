import { expect, test } from 'vitest'
import { numberItemCitations, numberStages, splitCitations } from '../../../../src/renderer/features/thinking/citations'

const sources = [
  { n: 1, itemId: 'a', title: 'First' },
  { n: 3, itemId: 'c', title: 'Third' },
]

test('a number that names no source is never shown as a citation', () => {
  expect(splitCitations('It holds. [1] It fails. [9]', sources, false)).toEqual([
    { kind: 'text', text: 'It holds.' },
    { kind: 'cite', source: sources[0] },
    { kind: 'text', text: ' It fails.' },
  ])
})

test('several numbers in one bracket each open their own source, and the unknown one among them is left out', () => {
  expect(splitCitations('Both [1, 2,3].', sources, false)).toEqual([
    { kind: 'text', text: 'Both' },
    { kind: 'cite', source: sources[0] },
    { kind: 'cite', source: sources[1] },
    { kind: 'text', text: '.' },
  ])
})

test('brackets that are no citation stay in the prose of a stage', () => {
  expect(splitCitations('See list[0] here', [], true)).toEqual([{ kind: 'text', text: 'See list[0] here' }])
})

test('an item cited by id gets the number the thesis gave it, a new one the next free number, the same item the same', () => {
  const { text, sources: all } = numberItemCitations('X [item:c] y [item:new] z [item:new]', sources)
  expect(text).toBe('X [3] y [4] z [4]')
  expect(all).toEqual([...sources, { n: 4, itemId: 'new', title: '' }])
})

test('a citation cut off while it streams does not flicker as raw text', () => {
  for (const cut of ['[', '[it', '[item:', '[item:0198-ab']) expect(numberItemCitations(`Your note ${cut}`, []).text).toBe('Your note')
  expect(numberItemCitations('Your note [item:a]', []).text).toBe('Your note [1]')
})

test('two stages that cite different items do not both call them 1', () => {
  const numbered = numberStages([{ text: 'a [item:x]' }, { text: 'b [item:y] [item:x]' }], [])
  expect(numbered[1]?.sources.map((source) => [source.itemId, source.n])).toEqual([
    ['x', 1],
    ['y', 2],
  ])
})

import { expect, test } from 'vitest'
import { rowAfter } from '../../../../src/renderer/features/items/list-entries'
import { lossWords } from '../../../../src/renderer/features/items/loss-words'

const text = (body: string, givenTitle = '') => ({ body, givenTitle })

test('an edit that leaves nothing says so; one that found nothing does not', () => {
  expect(lossWords(text('Words.'), text(' \n'))).toBe('The thought is empty now.')
  expect(lossWords(text('', 'Title'), text('', ''))).toBe('The thought is empty now.')
  expect(lossWords(text(''), text(' '))).toBeUndefined()
  expect(lossWords(text('Words.'), text('', 'Title'))).toBeUndefined()
})

test('more than 200 characters less is worth an Undo, less is not', () => {
  expect(lossWords(text('x'.repeat(1300)), text('x'.repeat(66)))).toBe('The thought is 1,234 characters shorter now.')
  expect(lossWords(text('x'.repeat(300)), text('x'.repeat(100)))).toBeUndefined()
})

test('after a row is deleted the one below is next, above for the last, none for the only one', () => {
  const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(rowAfter(rows, 'b')).toBe('c')
  expect(rowAfter(rows, 'c')).toBe('b')
  expect(rowAfter([{ id: 'a' }], 'a')).toBeUndefined()
  expect(rowAfter(rows, 'other')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { appendText, insertText, isLongInsert, LONGEST_FIELD, sizeWords } from '../../../src/renderer/base/long-text'
import { splitBody } from '../../../src/renderer/base/split-body'

test('a paste replaces the selection, and nothing else', () => {
  expect(insertText('one two three', 4, 7, '2')).toBe('one 2 three')
  expect(insertText('', 0, 0, 'all')).toBe('all')
})

test('a long paste is kept out of the field; typing past the limit never is', () => {
  expect(isLongInsert('', 'x'.repeat(LONGEST_FIELD + 1))).toBe(true)
  expect(isLongInsert('x'.repeat(LONGEST_FIELD), `${'x'.repeat(LONGEST_FIELD)}y`)).toBe(false)
  expect(isLongInsert('x'.repeat(60_000), 'x'.repeat(110_000))).toBe(true)
  expect(isLongInsert('x'.repeat(10), 'x'.repeat(50_000))).toBe(false)
  // Taking a part out of a text that is too long already is an edit.
  expect(isLongInsert('x'.repeat(200_000), 'x'.repeat(150_000))).toBe(false)
})

test('sizes are of UTF-8, so three bytes for a Japanese letter', () => {
  expect(sizeWords('x'.repeat(12_000_000))).toBe('12 MB')
  expect(sizeWords('x'.repeat(1_234_000))).toBe('1.2 MB')
  expect(sizeWords('x'.repeat(140_000))).toBe('140 kB')
  expect(sizeWords('考'.repeat(1_000_000))).toBe('3 MB')
})

test('what is added at the end becomes a paragraph of its own and adds no empty lines that are there already', () => {
  expect(appendText('one', 'two')).toBe('one\n\ntwo')
  expect(appendText('one\n', 'two')).toBe('one\n\ntwo')
  expect(appendText('one\n\n', 'two')).toBe('one\n\ntwo')
  expect(appendText('one\r\n\r\n', 'two')).toBe('one\r\n\r\ntwo')
  expect(appendText('one', '  \n')).toBe('one')
  expect(appendText('', 'two')).toBe('two')
})

test('a first line far longer than a title is not taken apart', () => {
  const line = '`a '.repeat(1_000_000)
  expect(splitBody(line, line.slice(0, 200), '')).toBeUndefined()
  expect(splitBody(`Title\n\n${line}`, 'Title', '')?.rest).toBe(line)
})

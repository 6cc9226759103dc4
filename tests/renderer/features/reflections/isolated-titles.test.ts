import { expect, test } from 'vitest'
import { directionOf, isolatedTitles } from '../../../../src/renderer/features/reflections/isolated-titles'

const quoted = (text: string, titles: readonly string[]) =>
  isolatedTitles(text, titles).flatMap((piece) => (piece.quoted ? [piece.text] : []))

test('a sentence of the program stays left to right around titles that are not, each on its own', () => {
  const titles = ['קפה בערב', 'Sleep']
  const text = '“קפה בערב” and “Sleep”'
  expect(quoted(text, titles)).toEqual(titles)
  expect(directionOf(isolatedTitles(text, titles))).toBe('ltr')
  expect(
    isolatedTitles(text, titles)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
  const pattern = '“اجتماع” comes back'
  expect([quoted(pattern, ['Notes']), directionOf(isolatedTitles(pattern, []))]).toEqual([['اجتماع'], 'ltr'])
})

test('a title with quotation marks in it is one piece', () => {
  const title = 'ספר “הבית” שלי'
  expect(quoted(`“${title}” asks this.`, ['x', title])).toEqual([title])
})

test('a sentence that is itself right to left, as a question or a model writes it, is shown so', () => {
  expect(directionOf(isolatedTitles('מי משלם על הגג?', []))).toBe('rtl')
  expect(directionOf(isolatedTitles('קפה “Sleep” 3', ['Sleep']))).toBe('rtl')
  expect(directionOf(isolatedTitles('“קפה”', []))).toBe('auto')
})

test('a text without right-to-left letters is left whole, an open quotation mark harms nothing', () => {
  expect(isolatedTitles('“A” and “B”', ['A', 'B'])).toEqual([{ text: '“A” and “B”', quoted: false }])
  expect(quoted('“קפה and more', [])).toEqual([])
})

import { expect, it } from 'vitest'
import { clashSides } from '../../../src/main/features/reflections/clash-sides'

const own = { title: 'Remote work', body: 'Some words.\nRemote work makes people lonely,\nand less creative. More words.' }
const other = { title: 'Offices are loud', body: 'Remote work lets teams be more creative.' }
const reason =
  'Here you write “Remote work makes people lonely, and less creative.” Both are about “remote” and “creative”, but this one says “less” and that one “more”.'

it('gives each side its own words and speaks of the first and the second, so that nothing is said to lack what the line below quotes', () => {
  expect(clashSides({ reason, quote: 'Remote work lets teams be more creative.' }, own, other)).toEqual({
    text: 'Both are about “remote” and “creative”, but the first says “less” and the second “more”.',
    quotes: ['Remote work makes people lonely, and less creative.', 'Remote work lets teams be more creative.'],
  })
})

it('takes no title, no invention and no single word for a quotation, and finds the words of the other in the reason', () => {
  const said = 'You say "remote work makes people lonely", but the other says «lets teams be more creative».'
  expect(clashSides({ reason: said, quote: 'Offices are loud' }, own, other)).toEqual({
    text: said,
    quotes: ['remote work makes people lonely', 'lets teams be more creative'],
  })
  expect(clashSides({ reason: 'It says “never said by anybody”.', quote: 'Offices are loud' }, own, other).quotes).toEqual([null, null])
})

it('keeps what it cannot look up in a text that is too long, but no title', () => {
  const [long, theirs] = [
    { ...own, body: null },
    { ...other, body: null },
  ]
  const figures = reason.replace(/Both.*/, 'The figures differ: 3 days here, 5 days there.')
  expect(clashSides({ reason: figures, quote: 'x y z' }, long, theirs)).toEqual({
    text: 'The figures differ: 3 days in the first, 5 days in the second.',
    quotes: ['Remote work makes people lonely, and less creative.', 'x y z'],
  })
  expect(clashSides({ reason, quote: 'Offices are loud' }, long, theirs).quotes[1]).toBeNull()
  // Words that are only its title stay in the sentence.
  expect(clashSides({ reason: 'Here you write “Remote work for all.” Only this.', quote: '' }, own, other)).toEqual({
    text: 'The first says “Remote work for all.” Only this.',
    quotes: [null, null],
  })
})

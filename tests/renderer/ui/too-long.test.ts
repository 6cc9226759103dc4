import { expect, test } from 'vitest'
import { tooLong } from '../../../src/renderer/ui/too-long'

test('what goes over the limit is counted, without the white space around it', () => {
  expect(tooLong(` ${'x'.repeat(500)}\n`, 500)).toBeUndefined()
  expect(tooLong('x'.repeat(501), 500)).toBe('1 character too many. At most 500 fit.')
  expect(tooLong('x'.repeat(3234), 2000)).toBe('1,234 characters too many. At most 2,000 fit.')
})

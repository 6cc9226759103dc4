import { expect, test } from 'vitest'
import { resolveTheme } from '../../../../src/renderer/base/theme'

test('only the choice "system" follows the system', () => {
  expect([resolveTheme('system', true), resolveTheme('light', true), resolveTheme('dark', false)]).toEqual(['dark', 'light', 'dark'])
})

import { expect, test } from 'vitest'
import { resolveTheme } from '../../../../src/renderer/features/settings/theme'

test('only the choice "system" follows the system', () => {
  expect([resolveTheme('system', true), resolveTheme('light', true), resolveTheme('dark', false)]).toEqual(['dark', 'light', 'dark'])
})

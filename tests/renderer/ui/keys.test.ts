import { expect, test } from 'vitest'
import { isCommandKey, keyHint } from '../../../src/renderer/ui/keys'

test('a key hint shows the Command sign on a Mac only', () => {
  expect(keyHint('Ctrl K', false)).toBe('Ctrl K')
  expect(keyHint('Ctrl K', true)).toBe('⌘K')
  expect(keyHint('Delete', true)).toBe('Delete')
})

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
test('AltGr (Ctrl and Alt at once) types a letter and is no command', () => {
  expect(isCommandKey({ ...none, ctrlKey: true }, false)).toBe(true)
  expect(isCommandKey({ ...none, ctrlKey: true, altKey: true }, false)).toBe(false)
})
test('Ctrl is no command on a Mac, where it moves the caret', () => {
  expect(isCommandKey({ ...none, ctrlKey: true }, true)).toBe(false)
  expect(isCommandKey({ ...none, metaKey: true }, true)).toBe(true)
})

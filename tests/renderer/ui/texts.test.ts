import { describe, expect, test } from 'vitest'
import { openableUrl } from '../../../src/renderer/ui/markdown'
import { guessLanguage } from '../../../src/renderer/ui/person-text'

describe('openableUrl', () => {
  test.each(['https://example.org/a?b#c', 'http://example.org/', 'mailto:a@example.org'])('lets %s through', (href) => {
    expect(openableUrl(href)?.href).toBe(href)
  })
  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'cortexa://item/1',
    '//example.org',
    '/relative',
    '#anchor',
    '',
    undefined,
  ])('refuses %s, which would run code, read a file or lead nowhere', (href) => {
    expect(openableUrl(href)).toBeUndefined()
  })
})

describe('guessLanguage', () => {
  test.each([
    ['間は沈黙ではなく', 'ja'],
    ['思想是一座城市', 'zh'],
    ['생각은 흐른다', 'ko'],
    ['الفكرة التي لا تُكتب', 'ar'],
    ['Ein Gedanke über Ζen и мир', undefined],
  ])('%s is %s', (text, language) => {
    expect(guessLanguage(text)).toBe(language)
  })
  test('looks at the opening only, so that a 12 MB line costs nothing', () => {
    expect(guessLanguage(`${'a'.repeat(500)}間は`)).toBeUndefined()
  })
})

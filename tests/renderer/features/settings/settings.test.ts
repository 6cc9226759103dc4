import { describe, expect, test } from 'vitest'
import { modelPlace } from '../../../../src/renderer/features/settings/model-place'
import { resolveTheme } from '../../../../src/renderer/features/settings/theme'

const at = (baseUrl: string, engine: 'endpoint' | 'builtin' = 'endpoint') =>
  modelPlace({ engine, endpoint: { baseUrl, model: '', embeddingModel: '' } })

describe('modelPlace', () => {
  test.each(['http://127.0.0.1:11434/v1', 'http://localhost:1234', 'http://[::1]:8080/v1', 'http://127.1.2.3', 'http://LOCALHOST/v1'])(
    '%s is this computer',
    (url) => {
      expect(at(url)).toEqual({ local: true })
    },
  )
  test.each([
    ['https://models.example.org/v1', 'models.example.org'],
    ['http://192.168.1.4:11434', '192.168.1.4:11434'],
    ['http://localhost.example.org', 'localhost.example.org'],
    ['http://127.0.0.1.example.org', '127.0.0.1.example.org'],
    ['http://127.0.0.1@example.org', 'example.org'],
  ])('%s is not, and the badge must not call it local', (url, host) => {
    expect(at(url)).toEqual({ local: false, host })
  })
  test('the built-in engine sends nothing, whatever address is kept', () => {
    expect(at('https://models.example.org/v1', 'builtin')).toEqual({ local: true })
  })
})

test('only the choice "system" follows the system', () => {
  expect([resolveTheme('system', true), resolveTheme('light', true), resolveTheme('dark', false)]).toEqual(['dark', 'light', 'dark'])
})

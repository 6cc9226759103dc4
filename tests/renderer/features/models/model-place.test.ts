import { describe, expect, test } from 'vitest'
import { departures, placeWords } from '../../../../src/renderer/base/model-place'
import { at, endpointAt, settingsWith } from './settings-with'

const voice = (endpointId: string) => ({ ...at(endpointId, 'tts-1'), voice: 'alloy' })

describe('what leaves this computer', () => {
  test('is nothing while all models are on it, and the badge says so', () => {
    const sent = departures(settingsWith({ thinker: at('local'), embedder: at('local'), voice: voice('local') }))
    expect(sent).toEqual([])
    expect(placeWords(sent)).toBe('On this computer')
    expect(placeWords(sent, true)).toBe('Local only')
  })

  test('goes to the one model that thinks, also as the worker that has none of its own', () => {
    const expected = [{ host: 'models.example.org', texts: ['the texts of Deep Think, summaries and briefings'] }]
    expect(departures(settingsWith({ thinker: at('far') }))).toEqual(expected)
    expect(departures(settingsWith({ worker: at('far') }))).toEqual(expected)
  })

  test('is told by host when thinker and worker are apart; the one on this computer sends nothing', () => {
    expect(departures(settingsWith({ thinker: at('far'), worker: at('local') }))).toEqual([
      { host: 'models.example.org', texts: ['the texts of Deep Think'] },
    ])
    expect(departures(settingsWith({ thinker: at('local'), worker: at('far') }))).toEqual([
      { host: 'models.example.org', texts: ['the texts of summaries and briefings'] },
    ])
    const sent = departures(settingsWith({ thinker: at('far'), worker: at('gateway') }))
    expect(sent.map(({ host }) => host)).toEqual(['models.example.org', 'gateway.example.com:8443'])
    expect(placeWords(sent)).toBe('Models: models.example.org and 1 more')
  })

  test('the switch to the built-in engine stops thinking, but neither embeddings nor the voice', () => {
    const sent = departures(settingsWith({ thinker: at('far'), embedder: at('gateway'), voice: voice('gateway') }, 'builtin'))
    expect(sent).toEqual([
      {
        host: 'gateway.example.com:8443',
        texts: ['every thought and every search, to find what is similar', 'the words of briefings, to be read aloud'],
      },
    ])
    expect(placeWords(sent)).toBe('Model: gateway.example.com:8443')
    expect(departures(settingsWith({ thinker: at('far') }, 'builtin'))).toEqual([])
  })

  test('an embedding model that is being changed to gets every thought meanwhile', () => {
    const settings = settingsWith({ embedder: at('local') })
    expect(departures({ ...settings, nextEmbedder: at('far') })).toEqual([
      { host: 'models.example.org', texts: ['every thought, for the embedding model that is being changed to'] },
    ])
    expect(departures({ ...settings, nextEmbedder: at('local') })).toEqual([])
  })

  test('two servers of one host are one destination', () => {
    const endpoints = [endpointAt('a', 'https://models.example.org/a/v1'), endpointAt('b', 'https://models.example.org/b/v1')]
    const sent = departures(settingsWith({ thinker: at('a'), worker: at('b'), embedder: at('b') }, 'endpoint', endpoints))
    expect(sent).toEqual([
      {
        host: 'models.example.org',
        texts: ['the texts of Deep Think, summaries and briefings', 'every thought and every search, to find what is similar'],
      },
    ])
  })

  test('the vault decides what is on this computer, not the look of the address', () => {
    const endpoints = [endpointAt('a', 'http://localhost.example.org/v1', { leavesComputer: true })]
    expect(departures(settingsWith({ thinker: at('a') }, 'endpoint', endpoints))).toMatchObject([{ host: 'localhost.example.org' }])
  })
})

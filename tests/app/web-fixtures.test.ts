import { describe, expect, it } from 'vitest'
import { readWebFixtures } from '../../src/main/app/web-fixtures'

const set = (value: unknown) => ({ CORTEXA_WEB_FIXTURES: typeof value === 'string' ? value : JSON.stringify(value) })
const origin = 'http://127.0.0.1:4000'

describe('the way in for test sites', () => {
  it('takes origins, search services and the pace', () => {
    expect(
      readWebFixtures(
        set({ exemptOrigins: [origin, 'http://[::1]:1', 'http://localhost:2'], searchBases: { brave: origin }, paceMs: 0 }),
        false,
      ),
    ).toEqual({ exemptOrigins: [origin, 'http://[::1]:1', 'http://localhost:2'], searchBases: { brave: origin }, limits: { paceMs: 0 } })
    expect(readWebFixtures(set({}), false)).toEqual({})
  })

  it('is shut in a packaged app, for good values and bad ones', () => {
    expect(readWebFixtures(set({ exemptOrigins: [origin], searchBases: { duckduckgo: origin } }), true)).toEqual({})
    expect(readWebFixtures(set('{'), true)).toEqual({})
  })

  it('is shut where nothing is set', () => {
    expect([readWebFixtures({}, false), readWebFixtures(set(''), false)]).toEqual([{}, {}])
  })

  it.each([
    'http://192.168.0.1:80',
    'http://10.0.0.1',
    'http://169.254.169.254',
    'https://example.org',
    'http://127.0.0.1.example.org:80',
    'http://localhost.example.org',
    'http://127.0.0.1@example.org',
    'http://user@127.0.0.1:4000',
    'http://127.0.0.1:4000/path',
    'http://127.0.0.1:4000/',
    'http://0.0.0.0:4000',
    'file:///etc/passwd',
    'null',
    '',
  ])('refuses %s as an origin', (bad) => {
    expect(() => readWebFixtures(set({ exemptOrigins: [bad] }), false)).toThrow(/exemptOrigins\.0.*on this computer/)
    expect(() => readWebFixtures(set({ searchBases: { brave: bad } }), false)).toThrow(/searchBases\.brave.*on this computer/)
  })

  it('refuses what it does not know, rather than run a test against the real web', () => {
    for (const bad of [
      '{',
      '[]',
      'null',
      '1',
      { exemptOrigin: [origin] },
      { searchBases: { google: origin } },
      { limits: { maxBytes: 1 } },
      { paceMs: -1 },
    ])
      expect(() => readWebFixtures(set(bad), false)).toThrow(/^CORTEXA_WEB_FIXTURES cannot be used/)
  })
})

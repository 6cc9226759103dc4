import { describe, expect, test } from 'vitest'
import { hostOf, isSameServer, tidyAddress } from '../../../../src/renderer/base/server-address'
import { type HeaderDraft, headerProblem, readHeaders, withNewHeader } from '../../../../src/renderer/features/models/headers'

const row = (key: number, name: string, value: string): HeaderDraft => ({ key, name, value })

describe('headers', () => {
  test('empty rows are left out, the rest is sent without spaces around', () => {
    const drafts = [row(0, ' X-Title ', ' Cortexa '), row(1, '', '')]
    expect(drafts.map((draft) => headerProblem(draft, drafts))).toEqual([undefined, undefined])
    expect(readHeaders(drafts)).toEqual([{ name: 'X-Title', value: 'Cortexa' }])
  })

  test('a name to replace without its value is said, since saving would lose the stored one', () => {
    const drafts = ['x-org', 'x-team'].reduce<HeaderDraft[]>((rows, name) => withNewHeader(rows, name), [])
    expect(drafts.map(({ key, name }) => [key, name])).toEqual([
      [0, 'x-org'],
      [1, 'x-team'],
    ])
    expect(headerProblem(row(0, 'x-org', ' '), drafts)).toBe('Give the value of x-org, or remove the row.')
  })

  test('a value without a name, a name that cannot be sent and a second one of a name are wrong', () => {
    const drafts = [row(0, '', 'v'), row(1, 'two words', 'v'), row(2, 'X-Org', 'v'), row(3, 'x-org', 'v'), row(4, 'a:b', 'v')]
    expect(drafts.map((draft) => headerProblem(draft, drafts))).toEqual([
      'Give the header a name.',
      'A name of a header holds letters, digits and dashes only.',
      undefined,
      'This header is above already. Change it there.',
      'A name of a header holds letters, digits and dashes only.',
    ])
  })
})

describe('addresses', () => {
  test('another path is the same server; another port, host or scheme is not', () => {
    expect(isSameServer('https://a.example.org/v1', 'https://a.example.org/other/ ')).toBe(true)
    expect(isSameServer('https://a.example.org/v1', 'https://A.example.org:443/v1')).toBe(true)
    for (const other of ['https://a.example.org:8443/v1', 'http://a.example.org/v1', 'https://b.example.org/v1', 'https:/', ''])
      expect(isSameServer('https://a.example.org/v1', other), other).toBe(false)
  })

  test('are tidied as the vault tidies them, and have a host to show', () => {
    expect(tidyAddress(' http://127.0.0.1:11434/v1// ')).toBe('http://127.0.0.1:11434/v1')
    expect([hostOf('https://a.example.org:8443/v1'), hostOf('nonsense')]).toEqual(['a.example.org:8443', 'nonsense'])
  })
})

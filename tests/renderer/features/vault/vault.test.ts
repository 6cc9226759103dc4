import { describe, expect, test } from 'vitest'
import { describeStrength } from '../../../../src/renderer/features/vault/passphrase-strength'
import { groupsTyped, splitRecoveryKey, tidyGroup } from '../../../../src/renderer/features/vault/recovery-groups'

describe('describeStrength', () => {
  test('counts letters, not units: eleven letters are too few, also when each takes two units', () => {
    expect(describeStrength('abcdefghijk')).toMatchObject({ enough: false, sentence: 'Too short. 1 more character at least.' })
    expect(describeStrength('😀😁😂😃😄😅😆😇😈😉😊').enough).toBe(false)
    expect(describeStrength('abcdefghijkl').enough).toBe(true)
  })
  test('twelve times the same letter is not enough', () => {
    expect(describeStrength('aaaaaaaaaaaaaaaa').enough).toBe(false)
  })
  test('six words are called strong, twelve letters are not', () => {
    expect(describeStrength('copper lantern orchard meadow violin harbour').sentence).toMatch(/^Strong/)
    expect(describeStrength('abcdefghijkl').sentence).not.toMatch(/^(Strong|Good)/)
  })
})

test('a recovery key is shown in its groups', () => {
  expect(splitRecoveryKey('7KQM-2XVD-P4TR')).toEqual(['7KQM', '2XVD', 'P4TR'])
})

test('a group typed back may be small, spaced or full width', () => {
  expect(tidyGroup(' p4-tr ')).toBe('P4TR')
  expect(tidyGroup('Ｐ4TR')).toBe('P4TR')
})

test('groupsTyped counts complete groups only', () => {
  expect(groupsTyped(['P4TR', 'J8'], [4, 4])).toBe(1)
  expect(groupsTyped(['p4tr', 'J83F'], [4, 4])).toBe(2)
})

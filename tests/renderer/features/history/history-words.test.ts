import { describe, expect, it } from 'vitest'
import { changeSentence, rowWords, sizeWords, versionMoment } from '../../../../src/renderer/features/history/version-words'
import { thoughtsWords, trashWords } from '../../../../src/renderer/features/items/trash-words'

const now = new Date(2026, 8, 22, 12, 0).getTime()
const DAY = 86_400_000

describe('a version', () => {
  it('always has its time of day', () => {
    expect(versionMoment(new Date(2026, 8, 22, 9, 14).getTime(), now)).toBe('today, 09:14')
    expect(versionMoment(new Date(2026, 5, 3, 17, 20).getTime(), now)).toBe('3 June, 17:20')
    expect(versionMoment(new Date(2023, 5, 3, 7, 5).getTime(), now)).toBe('3 June 2023, 07:05')
  })

  it('says its size, how it grew, who wrote it, and that it is the present text', () => {
    expect(sizeWords(1, undefined)).toBe('1 character')
    expect(sizeWords(1204, 1104)).toBe('1,204 characters, 100 more')
    expect(sizeWords(10, 12)).toBe('10 characters, 2 fewer')
    const version = { at: 1, writtenAt: 1, writtenBy: 'api', title: 't', characters: 5, same: true } as const
    expect(rowWords(version, undefined)).toBe('5 characters, by a program, same as now')
    expect(rowWords({ ...version, writtenBy: null, same: false }, version)).toBe('5 characters')
  })

  it('says in words what changed', () => {
    expect(changeSentence({ added: 1200, removed: 1 }, 'now')).toBe('1 word removed and 1,200 added since then.')
    expect(changeSentence({ added: 2, removed: 0 }, 'next')).toBe('2 words added in the next version.')
    expect(changeSentence({ added: 0, removed: 0 }, 'now')).toBe('Only spaces or marks changed since then.')
  })
})

describe('a thought in the trash', () => {
  it.each([
    [0, 'Deleted today, goes for good in 30 days'],
    [1, 'Deleted yesterday, goes for good in 29'],
    [3, 'Deleted 3 days ago, goes for good in 27'],
    [29, 'Deleted 29 days ago, goes for good within a day'],
    [31, 'Deleted 31 days ago, goes for good any moment'],
    [-2, 'Deleted today, goes for good in 30 days'],
  ])('after %i days says how long it was and stays there', (days, words) => {
    expect(trashWords(now - days * DAY, now)).toBe(words)
  })

  it('is counted in words', () => expect([thoughtsWords(1), thoughtsWords(5000)]).toEqual(['1 thought', '5,000 thoughts']))
})

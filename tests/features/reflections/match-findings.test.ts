import { describe, expect, it } from 'vitest'
import { type ComparedFinding, matchFindings } from '../../../src/main/features/reflections/match-findings'

const finding = (id: string, kind: ComparedFinding['kind'], itemIds: string[], title: string, text = ''): ComparedFinding => ({
  id,
  kind,
  itemIds,
  title,
  text,
  question: null,
})

describe('the same finding in two reflections', () => {
  it('is found by its items and words, also when it grew', () => {
    const earlier = [finding('old', 'theme', ['a', 'b', 'c'], 'Sleep and coffee', 'Coffee late in the day costs sleep.')]
    const found = [finding('new', 'theme', ['a', 'b', 'c', 'd'], 'Coffee and sleep', 'Four notes say that late coffee costs sleep.')]
    expect([...matchFindings(found, earlier)]).toEqual([['new', 'old']])
  })

  it('is not one of another kind, of no item in common, or of the same items with other words', () => {
    const earlier = [finding('old', 'theme', ['a', 'b'], 'Sleep and coffee')]
    expect(matchFindings([finding('x', 'pattern', ['a', 'b'], 'Sleep and coffee')], earlier).size).toBe(0)
    expect(matchFindings([finding('x', 'theme', ['c', 'd'], 'Sleep and coffee')], earlier).size).toBe(0)
    const shared = [finding('old', 'gap', ['a', 'b', 'c', 'd'], 'Who pays for the roof', 'Nobody says who pays.')]
    expect(matchFindings([finding('x', 'gap', ['d', 'e', 'f', 'g'], 'When the lamp is lit', 'The hour is missing.')], shared).size).toBe(0)
  })

  it('is a contradiction between the same two items, however it is put, and no other', () => {
    const earlier = [finding('old', 'contradiction', ['a', 'b'], 'Long or short', 'One says long.')]
    expect([...matchFindings([finding('new', 'contradiction', ['b', 'a'], 'Ganz anders', 'Dauer')], earlier)]).toEqual([['new', 'old']])
    expect(matchFindings([finding('new', 'contradiction', ['a', 'c'], 'Long or short', 'One says long.')], earlier).size).toBe(0)
  })

  it('is a connection of the same two items, and not one that shares an item and its words', () => {
    const earlier = [finding('old', 'connection', ['a', 'b'], 'Tides and loans', 'Both speak of “interest”.')]
    expect([...matchFindings([finding('new', 'connection', ['b', 'a'], 'Ganz anders', 'Zinsen')], earlier)]).toEqual([['new', 'old']])
    expect(matchFindings([finding('new', 'connection', ['a', 'c'], 'Tides and loans', 'Both speak of “interest”.')], earlier).size).toBe(0)
  })

  it('is the same question wherever it is asked, and not another one about the same thought', () => {
    const ask = (id: string, item: string, question: string) => ({ ...finding(id, 'gap', [item], `About ${item}`), question })
    const earlier = [ask('old', 'note', 'Who repairs the roof in winter?')]
    // Captured, the question is asked by the thought that it became.
    const again = [ask('near', 'note', 'Who repairs the roof?'), ask('captured', 'thought', 'who repairs the roof in winter')]
    expect([...matchFindings(again, earlier)]).toEqual([['captured', 'old']])
    expect(matchFindings([ask('other', 'note', 'When does the lighthouse open?')], earlier).size).toBe(0)
  })

  it('is used once, and goes to the one that is most like it', () => {
    const earlier = [finding('old', 'theme', ['a', 'b'], 'Garden water')]
    const found = [finding('near', 'theme', ['a', 'c'], 'Garden water'), finding('same', 'theme', ['a', 'b'], 'Garden water')]
    expect([...matchFindings(found, earlier)]).toEqual([['same', 'old']])
  })
})

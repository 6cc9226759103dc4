import { describe, expect, it } from 'vitest'
import { unknownFilters } from '../../../../src/renderer/features/search/unknown-filters'

const tags = [{ name: 'Repair' }, { name: 'home care' }]
const say = (query: string, typing = false) => unknownFilters(query, { tags, typing })

describe('unknownFilters', () => {
  it.each([
    'tag:repair bread',
    'tag:rep',
    'tag:"HOME care" -tag:#repair',
    'kind:thought is:pinned has:attachment before:2024-05 after:7d',
    'see http://example.org at 10:30',
    'title:nothing',
    'note: a kind: one',
    '',
  ])('says nothing of %j', (query) => {
    expect(say(query)).toEqual([])
  })

  it('names a tag that is none, also where it is excluded', () => {
    expect(say('tag:nope bread')).toEqual(['There is no tag “nope”.'])
    expect(say('-tag:"no such" x')).toEqual(['There is no tag “no such”.'])
    // Only what a query ends with stands for the tags that begin so.
    expect(say('tag:rep bread')).toEqual(['There is no tag “rep”.'])
  })

  it('says that a value no filter knows is looked for as words, and what it knows', () => {
    expect(say('kind:xyz')).toEqual([
      '“kind:xyz” is looked for as words: kind: knows thought, research, reflection, cross-synthesis and collected, not “xyz”.',
    ])
    expect(say('bread has:wings')).toEqual(['“has:wings” is looked for as words: has: knows attachment, not “wings”.'])
    expect(say('before:soon')[0]).toContain('“soon” is no date')
    expect(say('is:"very old" x')[0]).toContain('“is:"very old"” is looked for as words')
  })

  it('waits for what is still being typed, and for the tags', () => {
    expect(say('bread tag:no', true)).toEqual([])
    expect(say('bread kind:th', true)).toEqual([])
    expect(say('kind:xyz bread', true)).toHaveLength(1)
    expect(unknownFilters('tag:nope', { tags: undefined, typing: false })).toEqual([])
  })

  it('says three things at most, in the order of the query', () => {
    expect(say('is:a tag:b kind:c has:d on:e').map((words) => /“([^”]*)”/.exec(words)?.[1])).toEqual(['is:a', 'b', 'kind:c'])
  })
})

import { describe, expect, it } from 'vitest'
import { applyOperations, type ItemOperation } from '../../../src/main/features/collect/modify-items'
import { makeItem } from './item-fixture'

const ofRun = (slug: string, more = {}) => ({ item: makeItem(slug, more), isOfRun: true })
const existing = (slug: string, more = {}) => ({ item: makeItem(slug, more), isOfRun: false })
const errorOf = (items: Parameters<typeof applyOperations>[0], operation: ItemOperation) =>
  applyOperations(items, [operation]).results[0]?.error

describe('operations on items', () => {
  it('update the given fields only, and change nothing that they were given', () => {
    const items = [ofRun('a')]
    const before = JSON.stringify(items)
    const { items: after, applied } = applyOperations(items, [
      { action: 'update', slug: 'a', data: { name: ' New ', tags: [' x ', 'X', 'y'], source_url: 'https://new.com' } },
    ])
    expect(after[0]?.item).toEqual({ ...makeItem('a'), name: 'New', tags: ['x', 'y'], source_url: 'https://new.com' })
    expect(applied).toBe(1)
    expect(JSON.stringify(items)).toBe(before)
  })

  it('report the first fault: slug, then data, then fields', () => {
    const items = [ofRun('a'), ofRun('b')]
    expect(errorOf(items, { action: 'update', slug: 'zzz' })).toBe('Item "zzz" not found')
    expect(errorOf(items, { action: 'update', slug: 'a' })).toBe('data is required')
    expect(errorOf(items, { action: 'merge', slug: 'a' })).toBe('data is required')
    expect(errorOf(items, { action: 'update', slug: 'a', data: { slug: 'b' } })).toBe('unknown field "slug"')
    expect(errorOf(items, { action: 'update', slug: 'a', data: { toString: 'b' } })).toBe('unknown field "toString"')
    expect(errorOf(items, { action: 'update', slug: 'a', data: { name: '  ' } })).toBe('name cannot be empty')
    expect(errorOf(items, { action: 'update', slug: 'a', data: { source_url: 'javascript:1' } })).toBe(
      'source_url must be an http or https address',
    )
    expect(errorOf(items, { action: 'update', slug: 'a', data: { source_url: 'http://www.b.example.com' } })).toBe(
      'source URL already used by "b"',
    )
    expect(errorOf(items, { action: 'merge', slug: 'a', data: { from: ['a'] } })).toBe('cannot merge an item into itself')
    expect(errorOf(items, { action: 'merge', slug: 'a', data: { from: [] } })).toBe('data.from must be a list of slugs')
  })

  it('remove what the run made, and only propose to remove what was there', () => {
    const { items } = applyOperations(
      [ofRun('a'), existing('b')],
      [
        { action: 'remove', slug: 'a' },
        { action: 'remove', slug: 'b' },
      ],
    )
    expect(items.map(({ item }) => [item.slug, item.proposedRemoval])).toEqual([['b', true]])
  })

  it('merge into the survivor, which keeps what it is', () => {
    const one = ofRun('a', { tags: ['x'], description: 'Short.', images: ['https://i/1'] })
    const two = ofRun('b', {
      tags: ['X', 'y'],
      description: 'A longer description.',
      images: ['https://i/2', 'https://i/1'],
      markdown: 'text',
    })
    const { items } = applyOperations([one, two], [{ action: 'merge', slug: 'a', data: { from: ['b'] } }])
    expect(items).toEqual([
      {
        isOfRun: true,
        item: {
          ...one.item,
          description: 'A longer description.',
          tags: ['x', 'y'],
          images: ['https://i/1', 'https://i/2'],
          markdown: 'text',
          alsoSeenAt: ['https://b.example.com/'],
        },
      },
    ])
  })

  it('merge nothing when one slug is unknown, and go on with the next operation', () => {
    const items = [ofRun('a'), ofRun('b')]
    const outcome = applyOperations(items, [
      { action: 'merge', slug: 'a', data: { from: ['b', 'ghost'] } },
      { action: 'set-featured', slug: 'b' },
      { action: 'set-featured', slug: 'a', data: { featured: false } },
    ])
    expect(outcome.results.map(({ ok, error }) => error ?? ok)).toEqual(['Item "ghost" not found', true, true])
    expect(outcome.items.map(({ item }) => [item.slug, item.featured])).toEqual([
      ['a', false],
      ['b', true],
    ])
    expect([outcome.applied, outcome.failed]).toEqual([2, 1])
  })

  it('of none are nothing', () => {
    expect(applyOperations([], [])).toEqual({ items: [], results: [], applied: 0, failed: 0 })
  })
})

import { describe, expect, test } from 'vitest'
import { findByTitle, listEntries } from '../../../../src/renderer/features/items/list-entries'
import { rowStatus } from '../../../../src/renderer/features/items/row-status'
import type { ItemSummary } from '../../../../src/shared/entities'

const now = new Date(2025, 9, 1, 12).getTime()
const day = 86_400_000
function item(id: string, title: string, createdAt: number): ItemSummary {
  return {
    id,
    kind: 'thought',
    source: 'manual',
    title,
    summary: '',
    tags: [],
    pinned: false,
    private: false,
    confidence: 0.8,
    validation: { score: 0.8, at: 0, by: 'captured' },
    thesis: null,
    job: null,
    createdAt,
    updatedAt: createdAt,
    deletedAt: null,
  }
}

describe('listEntries', () => {
  const items = [item('a', 'A', now), item('b', 'B', now - 1000), item('c', 'C', now - 60 * day)]
  test('puts each group once, and a rule only between two rows', () => {
    expect(
      listEntries(items, 'newest', now).map((entry) =>
        entry.kind === 'group' ? entry.name : `${entry.item.id}${entry.ruled ? ' ruled' : ''}`,
      ),
    ).toEqual(['Today', 'a', 'b ruled', 'August', 'c'])
  })
  test('a list by title has no days in it', () => {
    expect(listEntries(items, 'title', now).map((entry) => entry.kind)).toEqual(['row', 'row', 'row'])
  })
})

test('findByTitle goes on from where one is and round the end', () => {
  const items = ['Rent', 'Rice', 'Salt', 'RIVER'].map((title, index) => item(String(index), title, now))
  expect(findByTitle(items, 'ri', 0)).toBe(1)
  expect(findByTitle(items, 'ri', 2)).toBe(3)
  expect(findByTitle(items, 're', 1)).toBe(0)
  expect(findByTitle(items, 'x', 0)).toBeUndefined()
})

describe('rowStatus', () => {
  test('housekeeping that goes well stays quiet; a failure always shows', () => {
    expect(rowStatus({ id: '1', type: 'embed', status: 'running' })).toBeUndefined()
    expect(rowStatus({ id: '1', type: 'embed', status: 'dead' })?.kind).toBe('dead')
    expect(rowStatus({ id: '1', type: 'synthesize', status: 'dead' })).toEqual({ kind: 'dead', word: 'Synthesize failed' })
  })
  test('done and cancelled are no status of a thought', () => {
    expect(rowStatus({ id: '1', type: 'expand', status: 'done' })).toBeUndefined()
    expect(rowStatus({ id: '1', type: 'expand', status: 'cancelled' })).toBeUndefined()
    expect(rowStatus(null)).toBeUndefined()
  })
})

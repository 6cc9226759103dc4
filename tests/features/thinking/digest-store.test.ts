import { expect, it } from 'vitest'
import { createItemStore } from '../../../src/main/features/items/item-store'
import { createDigestStore } from '../../../src/main/features/thinking/digest-store'
import { openQueue } from '../../support/queue'

const DAY = 86_400_000

function openStore() {
  const { db } = openQueue()
  const items = createItemStore(db)
  for (const id of ['a', 'b']) {
    items.insert({ id, kind: 'thought', source: 'manual', givenTitle: '', body: `Thought ${id}`, private: false, contentHash: 'h' }, 1)
  }
  return { db, items, digests: createDigestStore(db) }
}

it('keeps a digest for its item and key only, and takes a newer one for an older', () => {
  const { digests } = openStore()
  digests.put('a', 'key', 'first', 1)
  digests.put('a', 'key', 'second', 2)
  expect(digests.find('a', 'key')).toBe('second')
  expect(digests.find('b', 'key')).toBeNull()
  expect(digests.find('a', 'other')).toBeNull()
})

it('removes what nobody used for so long, a few at a time, and nothing that was used since', () => {
  const { digests } = openStore()
  for (const key of ['1', '2', '3', '4']) digests.put('a', key, key, 0)
  digests.touch('a', ['2', 'unknown'], 5 * DAY)
  expect(digests.trim(DAY, 2)).toBe(2)
  expect(digests.trim(DAY, 2)).toBe(1)
  expect(digests.trim(DAY, 2)).toBe(0)
  expect(['1', '2', '3', '4'].map((key) => digests.find('a', key))).toEqual([null, '2', null, null])
})

it('goes with its item when that is erased for good, and not while it is in the trash', () => {
  const { db, items, digests } = openStore()
  digests.put('a', 'key', 'of a', 1)
  digests.put('b', 'key', 'of b', 1)
  items.setDeleted('a', 2)
  expect(digests.find('a', 'key')).toBe('of a')
  items.erase('a')
  expect(db.prepare('SELECT item_id FROM digests').all()).toEqual([{ item_id: 'b' }])
})

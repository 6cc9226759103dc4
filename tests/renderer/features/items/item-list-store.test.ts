import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeVault, installFakeVault } from '../../support/fake-vault'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/items/item-list-store')
type Ask = { place?: string; tag?: string; cursor?: string; limit: number }

/** Answers pages of a list of `count` items, as the vault does: by cursor, with the total. */
function serve(count: number) {
  vault.on('list-items', ({ place, cursor, limit }: Ask) => {
    const from = Number(cursor ?? 0)
    const items = Array.from({ length: Math.max(0, Math.min(limit, count - from)) }, (_, index) => ({ id: `${place}-${from + index}` }))
    return { items, total: count, nextCursor: from + limit < count ? String(from + limit) : null }
  })
}

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  store = await import('../../../../src/renderer/features/items/item-list-store')
})

test('pages follow one another without a gap or a repetition, and asking twice at once loads one page', async () => {
  serve(650)
  const { open, loadMore } = store.useItemList.getState()
  open({ place: 'all' })
  await vi.waitFor(() => expect(store.useItemList.getState().loaded).toBe(true))
  await Promise.all([loadMore(), loadMore()])
  expect(store.useItemList.getState().items).toHaveLength(300)
  await store.useItemList.getState().loadAll()
  const ids = store.useItemList.getState().items.map((item) => item.id)
  expect(ids).toEqual(Array.from({ length: 650 }, (_, index) => `all-${index}`))
})

test('a refresh keeps as many rows as were loaded, so that the place in the list is not lost', async () => {
  serve(950)
  const { open, loadMore, refresh } = store.useItemList.getState()
  open({ place: 'all' })
  await vi.waitFor(() => expect(store.useItemList.getState().loaded).toBe(true))
  await loadMore()
  await loadMore()
  await refresh()
  expect(store.useItemList.getState().items).toHaveLength(500)
})

test('a late answer for the list one has left is dropped', async () => {
  const answers: (() => void)[] = []
  vault.on(
    'list-items',
    ({ place }: Ask) =>
      new Promise((resolve) => answers.push(() => resolve({ items: [{ id: `${place}-0` }], total: 1, nextCursor: null }))),
  )
  const { open } = store.useItemList.getState()
  open({ place: 'all' })
  open({ place: 'pinned' })
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.()
  answers[0]?.()
  await vi.waitFor(() => expect(store.useItemList.getState().loaded).toBe(true))
  await Promise.resolve()
  expect(store.useItemList.getState().items.map((item) => item.id)).toEqual(['pinned-0'])
})

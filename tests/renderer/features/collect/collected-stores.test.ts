import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeVault, installFakeVault } from '../../support/fake-vault'

let vault: FakeVault
let items: typeof import('../../../../src/renderer/features/collect/collected-items-store')
let log: typeof import('../../../../src/renderer/features/collect/run-log-store')
const shown = () => items.useCollectedItems.getState()

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  items = await import('../../../../src/renderer/features/collect/collected-items-store')
  log = await import('../../../../src/renderer/features/collect/run-log-store')
})

test('pages follow one another without a gap or a repetition, and a refresh keeps as many rows as were read', async () => {
  vault.on('list-collected-items', ({ cursor, limit }: { cursor?: string; limit: number }) => {
    const from = Number(cursor ?? 0)
    const page = Array.from({ length: Math.min(limit, 450 - from) }, (_, at) => ({ itemId: `i${from + at}` }))
    return { items: page, total: 450, nextCursor: from + limit < 450 ? String(from + limit) : null }
  })
  items.openCollected('c')
  await vi.waitFor(() => expect(shown().loaded).toBe(true))
  await Promise.all([items.loadMoreCollected(), items.loadMoreCollected()])
  expect(shown().items).toHaveLength(300)
  await items.refreshCollected()
  expect(shown().items.map(({ itemId }) => itemId)).toEqual(Array.from({ length: 300 }, (_, at) => `i${at}`))
})

test('a late answer for another category is dropped', async () => {
  const answers = new Map<string, () => void>()
  vault.on(
    'list-collected-items',
    ({ category = 'all' }: { category?: string }) =>
      new Promise((resolve) => answers.set(category, () => resolve({ items: [{ itemId: category }], total: 1, nextCursor: null }))),
  )
  items.openCollected('c')
  items.chooseCollected({ category: 'Tablets' })
  await vi.waitFor(() => expect(answers.size).toBe(2))
  answers.get('Tablets')?.()
  answers.get('all')?.()
  await vi.waitFor(() => expect(shown().loaded).toBe(true))
  await new Promise((resolve) => setTimeout(resolve))
  expect(shown().items.map(({ itemId }) => itemId)).toEqual(['Tablets'])
})

test('the log is read to its end, also where lines come while it is read, and never from another run', async () => {
  let lines = 700
  vault.on('read-collect-log', ({ id, after }: { id: string; after: number }) => {
    const page = Array.from({ length: Math.min(500, lines - after) }, (_, at) => ({ n: after + at + 1, at: 0, level: 'info', message: id }))
    return { lines: page, more: after + page.length < lines }
  })
  log.openRunLog('one')
  await vi.waitFor(() => expect(log.useRunLog.getState().lines).toHaveLength(700))
  lines = 701
  const reading = log.readRunLog()
  lines = 702
  void log.readRunLog()
  await reading
  await vi.waitFor(() => expect(log.useRunLog.getState().lines.at(-1)?.n).toBe(702))
  lines = 3
  void log.readRunLog()
  log.openRunLog('two')
  await vi.waitFor(() => expect(log.useRunLog.getState().lines.map(({ message }) => message)).toEqual(['two', 'two', 'two']))
})

import { beforeEach, expect, test, vi } from 'vitest'
import type { ReviewEntry } from '../../../../src/shared/contract/review'
import { type FakeVault, failure, installFakeVault } from '../../support/fake-vault'
import { contradiction, listed, question, stale } from './entries'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/review/review-store')
let acts: typeof import('../../../../src/renderer/features/review/review-acts')
let toast: typeof import('../../../../src/renderer/ui/toast')
let stored: ReviewEntry[]

const now = () => store.useReview.getState()
const keys = () => Object.values(now().sections ?? {}).flatMap(({ entries }) => entries.map(({ key }) => key))
const told = (name: string) => vault.calls.filter((call) => call.name === name).map(({ input }) => input)
const press = (key: string) => {
  const answer = acts.answersToActive().find((each) => each.key === key)
  if (!answer) throw new Error(`no answer ${key}`)
  answer.run()
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  stored = [stale('a'), stale('b'), stale('c'), contradiction({ kind: 'thesis', itemId: 'one', index: 2 }), question]
  vault.on('list-review', (input: Parameters<typeof listed>[1]) => listed(stored, input))
  vault.on('deep-think', () => ({ jobId: 'job' }))
  vault.on('capture-finding', () => ({ itemId: 'made', already: false }))
  store = await import('../../../../src/renderer/features/review/review-store')
  acts = await import('../../../../src/renderer/features/review/review-acts')
  toast = await import('../../../../src/renderer/ui/toast')
  const { startLiveEvents } = await import('../../../../src/renderer/base/live-events')
  startLiveEvents()
  store.followReview()
  await store.loadReview()
})

test('an answer takes the entry out at once, gives the keys to the next, counts, and Undo brings it back to its place', async () => {
  expect(now().active).toBe('stale:a')
  store.useReview.setState({ active: 'stale:b' })
  press('s')
  expect(keys()).toEqual(['stale:a', 'stale:c', 'clash:thesis', 'question:f'])
  expect([now().active, now().answered, now().counts?.stale.count]).toEqual(['stale:c', 1, 2])
  await settled()
  expect(told('review-item')).toEqual([{ id: 'b', answer: 'still-true' }])
  expect(toast.undoToast()).toBe(true)
  await settled()
  expect(told('review-item').at(-1)).toEqual({ id: 'b', answer: 'take-back' })
  expect(keys()).toEqual(['stale:a', 'stale:b', 'stale:c', 'clash:thesis', 'question:f'])
  expect([now().active, now().answered, now().counts?.stale.count]).toEqual(['stale:b', 0, 3])
})

test('the last entry of a section gives the keys to the next section, and the very last to the one above', async () => {
  store.useReview.setState({ active: 'stale:c' })
  press('n')
  expect(now().active).toBe('clash:thesis')
  store.useReview.setState({ active: 'question:f' })
  press('x')
  expect(now().active).toBe('clash:thesis')
  await settled()
  expect(told('put-off-review')).toEqual([{ key: 'stale:c' }])
  expect(told('settle-finding')).toEqual([{ reflectionId: 'r', findingId: 'f', state: 'dismissed' }])
})

test('an answer that the vault refuses brings the entry back and says why', async () => {
  vault.on('delete-item', () => failure('DISK_FULL', 'The disk is full.'))
  press('l')
  expect(keys()).not.toContain('stale:a')
  await settled()
  expect(keys()[0]).toBe('stale:a')
  expect([now().active, now().answered]).toEqual(['stale:a', 0])
  expect(toast.undoToast()).toBe(false)
})

test('a list that was asked for before an answer does not bring the answered entry back', async () => {
  const before = store.loadReview()
  press('s')
  await before
  expect(keys()).not.toContain('stale:a')
  await settled()
  // The vault has it no more, and what it says from now on holds.
  stored = stored.filter(({ key }) => key !== 'stale:a')
  await store.loadReview()
  expect(keys()).toEqual(['stale:b', 'stale:c', 'clash:thesis', 'question:f'])
  expect(now().counts?.stale.count).toBe(2)
})

test('Deep Think puts its entry off until there is a thesis, and Undo stops it and brings the entry back', async () => {
  press('d')
  await settled()
  expect([told('deep-think'), told('put-off-review')]).toEqual([[{ itemId: 'a' }], [{ key: 'stale:a' }]])
  toast.undoToast()
  await settled()
  expect([told('cancel-job'), told('put-off-review').at(-1)]).toEqual([[{ id: 'job' }], { key: 'stale:a', undo: true }])
  expect(keys()[0]).toBe('stale:a')
})

test.each([
  ['settled', 's', 'settled'],
  ['is none', 'x', 'dismissed'],
] as const)('a contradiction of a reflection: %s', async (_, key, state) => {
  const from = { kind: 'reflection', reflectionId: 'r', findingId: 'f', report: null } as const
  stored = [contradiction(from)]
  await store.loadReview()
  press(key)
  await settled()
  toast.undoToast()
  await settled()
  expect(told('settle-finding')).toEqual([
    { reflectionId: 'r', findingId: 'f', state },
    { reflectionId: 'r', findingId: 'f', state: 'open' },
  ])
})

test('a contradiction of a thesis is settled by its index, whichever of the two words is used', async () => {
  store.useReview.setState({ active: 'clash:thesis' })
  press('x')
  await settled()
  expect(told('settle-contradiction')).toEqual([{ itemId: 'one', index: 2, settled: true }])
})

test('a captured question is undone by putting its thought into the trash', async () => {
  store.useReview.setState({ active: 'question:f' })
  press('c')
  await settled()
  toast.undoToast()
  await settled()
  expect(told('delete-item')).toEqual([{ id: 'made' }])
  expect(keys()).toContain('question:f')
})

test('a thousand entries are read page by page, only as far as they are asked for', async () => {
  stored = Array.from({ length: 1000 }, (_, place) => stale(String(place)))
  await store.loadReview()
  expect(now().sections?.stale.entries).toHaveLength(100)
  expect(now().counts?.stale.count).toBe(1000)
  await store.loadMoreReview('stale')
  await Promise.all([store.loadMoreReview('stale'), store.loadMoreReview('stale')])
  expect(now().sections?.stale.entries).toHaveLength(300)
  // Read anew, the list is as long as it was, and the keys stay where they were.
  store.useReview.setState({ active: 'stale:250' })
  await store.loadReview()
  expect(now().sections?.stale.entries).toHaveLength(300)
  expect(now().active).toBe('stale:250')
})

test('an entry whose thought is being edited stays, although the vault has it no more', async () => {
  const [first] = stored
  if (!first) throw new Error('no entry')
  store.hold(first)
  stored = stored.slice(1)
  await store.loadReview()
  expect(keys()[0]).toBe('stale:a')
  store.letGoOf(first)
  await store.loadReview()
  expect(keys()[0]).toBe('stale:b')
})

test('answers are taken back one after the other, also when the toast of one is gone', async () => {
  press('s')
  await settled()
  press('n')
  await settled()
  toast.hideToast()
  expect(acts.undoAnswer()).toBe(true)
  await settled()
  expect(keys().slice(0, 2)).toEqual(['stale:b', 'stale:c'])
  expect(acts.undoAnswer()).toBe(true)
  await settled()
  expect(keys().slice(0, 3)).toEqual(['stale:a', 'stale:b', 'stale:c'])
  expect([acts.undoAnswer(), now().answered]).toEqual([false, 0])
})

test('nothing of it is left after a lock', () => {
  vault.send('vault-locked', { reason: 'person' }, null)
  expect(now()).toEqual({ counts: undefined, sections: undefined, problem: undefined, active: undefined, answered: 0 })
})

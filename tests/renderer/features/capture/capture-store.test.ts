import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeVault, failure, installFakeVault } from '../../support/fake-vault'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/capture/capture-store')
let toast: typeof import('../../../../src/renderer/ui/toast')
const calls = (name: string) => vault.calls.filter((call) => call.name === name).map((call) => call.input)
const long = `Typed. ${'x'.repeat(200_000)}`

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  vault.on('capture-item', () => ({ id: 'new' }))
  store = await import('../../../../src/renderer/features/capture/capture-store')
  toast = await import('../../../../src/renderer/ui/toast')
})

test('a long paste is saved at once and does not stay in this window', async () => {
  const { show, change, putAside } = store.useCapture.getState()
  show()
  change({ text: 'Typed. #one', tags: ['two'] })
  await putAside(`${long} #one`)
  expect(calls('capture-item')).toEqual([{ body: `${long} #one`, tags: ['two'], private: false }])
  expect(store.useCapture.getState()).toMatchObject({ text: '', savedId: 'new', aside: { size: '200 kB', whole: undefined } })
  store.dropSavedCapture()
  expect(store.useCapture.getState()).toMatchObject({ open: false, aside: undefined })
})

test('a long paste that the vault did not take stays, over a lock too, and is saved by the next try', async () => {
  vault.on('capture-item', () => failure('DISK_FULL', 'The disk is full.'))
  store.useCapture.getState().show()
  await store.useCapture.getState().putAside(long)
  store.dropSavedCapture()
  expect(store.useCapture.getState()).toMatchObject({ open: true, problem: 'The disk is full.', aside: { whole: long } })
  vault.on('capture-item', () => ({ id: 'new' }))
  expect(await store.useCapture.getState().keep()).toBe('new')
  expect(calls('capture-item').at(-1)).toMatchObject({ body: long })
})

test('taking a long paste back puts the thought in the trash and the typed text in the box', async () => {
  store.useCapture.getState().change({ text: 'Typed.' })
  await store.useCapture.getState().putAside(long)
  await store.useCapture.getState().takeBack()
  expect(calls('delete-item')).toEqual([{ id: 'new' }])
  expect(store.useCapture.getState()).toMatchObject({ text: 'Typed.', savedId: undefined, aside: undefined })
})

test('keeping a long paste writes its text once and does not empty it', async () => {
  await store.useCapture.getState().putAside(long)
  expect(await store.useCapture.getState().keep()).toBe('new')
  expect(calls('capture-item')).toHaveLength(1)
  expect(calls('update-item')).toEqual([{ id: 'new', tags: [], private: false }])
})

test('discarding a long paste can be undone though this window no longer has it', async () => {
  await store.useCapture.getState().putAside(long)
  await store.useCapture.getState().discard()
  expect(calls('delete-item')).toEqual([{ id: 'new' }])
  toast.undoToast()
  await vi.waitFor(() => expect(store.useCapture.getState()).toMatchObject({ open: true, savedId: 'new', aside: { size: '200 kB' } }))
  expect(calls('restore-item')).toEqual([{ id: 'new' }])
})

test('a text longer than a thought holds is refused in words and changes nothing', async () => {
  store.useCapture.getState().change({ text: 'Typed.' })
  await store.useCapture.getState().putAside('x'.repeat(16_000_001))
  expect(calls('capture-item')).toEqual([])
  expect(store.useCapture.getState()).toMatchObject({ text: 'Typed.', aside: undefined })
  expect(store.useCapture.getState().problem).toContain('16,000,001 characters')
})

test('a first thought with a tag, written from an empty inbox, leads to where it stands', async () => {
  const { usePlaces } = await import('../../../../src/renderer/base/places-store')
  const { useNavigation } = await import('../../../../src/renderer/base/navigation-store')
  usePlaces.setState({ places: { ...emptyPlaces, all: 0 } })
  store.useCapture.getState().change({ text: 'Words. #tag' })
  await store.useCapture.getState().keep()
  expect(useNavigation.getState().place).toBe('all')
  useNavigation.getState().openPlace('inbox')
  store.useCapture.getState().change({ text: 'No tag.' })
  await store.useCapture.getState().keep()
  expect(useNavigation.getState().place).toBe('inbox')
})

const emptyPlaces = {
  inbox: 0,
  all: 0,
  pinned: 0,
  theses: 0,
  briefings: 0,
  stale: 0,
  trash: 0,
  jobs: { dead: 0, running: 0, pending: 0 },
  tags: [],
}

import { beforeEach, expect, test, vi } from 'vitest'
import type { Item } from '../../../../src/shared/entities'
import { type FakeVault, failure, installFakeVault } from '../../support/fake-vault'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/items/draft-store')
const updates = () => vault.calls.filter((call) => call.name === 'update-item').map((call) => call.input)
const item: Item = {
  id: 'i',
  kind: 'thought',
  source: 'manual',
  title: 'First line',
  summary: '',
  tags: [],
  pinned: false,
  private: false,
  confidence: 0.8,
  validation: { score: 0.8, at: 0, by: 'captured' },
  thesis: null,
  job: null,
  createdAt: 0,
  updatedAt: 0,
  deletedAt: null,
  body: 'First line\n\nRest.',
  givenTitle: '',
  summaryBy: 'none',
  links: [],
  versions: 1,
}

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  store = await import('../../../../src/renderer/features/items/draft-store')
})

test('opening an editor and leaving it changes nothing', async () => {
  store.useDrafts.getState().begin(item)
  expect(await store.useDrafts.getState().end('i')).toBe(true)
  expect(updates()).toEqual([])
  expect(store.useDrafts.getState().drafts).toEqual({})
})

test('a title that is the first line is written back into the body', async () => {
  store.useDrafts.getState().begin(item)
  store.useDrafts.getState().change('i', { title: 'New line' })
  await store.useDrafts.getState().end('i')
  expect(updates()).toEqual([{ id: 'i', body: 'New line\n\nRest.' }])
})

test('a given title and the body are changed apart', async () => {
  store.useDrafts.getState().begin({ ...item, givenTitle: 'Given', title: 'Given' })
  store.useDrafts.getState().change('i', { title: 'Other' })
  await store.useDrafts.getState().end('i')
  expect(updates()).toEqual([{ id: 'i', title: 'Other' }])
})

test('text that the vault did not take stays in the editor, also over a lock, and is saved by the next try', async () => {
  vault.on('update-item', () => failure('DISK_FULL', 'The disk is full.'))
  store.useDrafts.getState().begin(item)
  store.useDrafts.getState().change('i', { body: 'Rest, and more.' })
  expect(await store.useDrafts.getState().end('i')).toBe(false)
  store.dropSavedDrafts()
  expect(store.useDrafts.getState().drafts.i).toMatchObject({ body: 'Rest, and more.', state: 'failed', problem: 'The disk is full.' })
  vault.on('update-item', () => ({ id: 'i' }))
  expect(await store.useDrafts.getState().end('i')).toBe(true)
  expect(updates().at(-1)).toEqual({ id: 'i', body: 'First line\n\nRest, and more.' })
})

test('what is typed while a save runs is saved after it, never before', async () => {
  const waiting: (() => void)[] = []
  vault.on('update-item', () => new Promise((resolve) => waiting.push(() => resolve({ id: 'i' }))))
  const { begin, change, save } = store.useDrafts.getState()
  begin(item)
  change('i', { body: 'one' })
  const first = save('i')
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  change('i', { body: 'two' })
  const second = save('i')
  expect(updates()).toHaveLength(1)
  waiting[0]?.()
  await first
  expect(store.useDrafts.getState().drafts.i?.body).toBe('two')
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  waiting[1]?.()
  await second
  expect(updates()).toEqual([
    { id: 'i', body: 'First line\n\none' },
    { id: 'i', body: 'First line\n\ntwo' },
  ])
  expect(store.useDrafts.getState().drafts.i?.state).toBe('saved')
})

test('a long paste in the editor is saved with what was typed, and ends the editing', async () => {
  store.useDrafts.getState().begin(item)
  store.useDrafts.getState().change('i', { title: 'New line' })
  const pasted = `Rest.${'x'.repeat(200_000)}`
  expect(await store.useDrafts.getState().takeLong('i', { body: pasted })).toBe(true)
  expect(updates()).toEqual([{ id: 'i', body: `New line\n\n${pasted}` }])
  expect(store.useDrafts.getState().drafts).toEqual({})
})

test('a long paste that the vault did not take stays with the words why, also over a lock', async () => {
  vault.on('update-item', () => failure('DISK_FULL', 'The disk is full.'))
  store.useDrafts.getState().begin(item)
  const pasted = 'x'.repeat(200_000)
  expect(await store.useDrafts.getState().takeLong('i', { body: pasted })).toBe(false)
  store.dropSavedDrafts()
  expect(store.useDrafts.getState().drafts.i).toMatchObject({ base: `First line\n\n${pasted}`, problem: 'The disk is full.' })
  vault.on('update-item', () => ({ id: 'i' }))
  expect(await store.useDrafts.getState().end('i')).toBe(true)
  expect(updates().at(-1)).toEqual({ id: 'i', body: `First line\n\n${pasted}` })
})

test('a thought too long for a field is added to at its end, and left alone when nothing was added', async () => {
  const body = 'x'.repeat(200_000)
  store.useDrafts.getState().begin({ ...item, body })
  expect(store.useDrafts.getState().drafts.i).toMatchObject({ base: body, body: '' })
  await store.useDrafts.getState().end('i')
  expect(updates()).toEqual([])
  store.useDrafts.getState().begin({ ...item, body })
  store.useDrafts.getState().change('i', { body: 'More.' })
  await store.useDrafts.getState().end('i')
  expect(updates()).toEqual([{ id: 'i', body: `${body}\n\nMore.` }])
})

test('emptying a thought can be undone, which brings back the text from before the editing', async () => {
  const toast = await import('../../../../src/renderer/ui/toast')
  store.useDrafts.getState().begin(item)
  store.useDrafts.getState().change('i', { title: '', body: '' })
  await store.useDrafts.getState().end('i')
  expect(updates()).toEqual([{ id: 'i', body: '' }])
  expect(toast.undoToast()).toBe(true)
  await vi.waitFor(() => expect(updates().at(-1)).toEqual({ id: 'i', body: item.body }))
})

test('a #tag written while editing becomes a tag at the end, not at each pause, and one that was there is no news', async () => {
  vault.on('get-item', async () => ({ ...item, tags: ['old'] }))
  store.useDrafts.getState().begin({ ...item, body: 'First line\n\n#kept here.' })
  store.useDrafts.getState().change('i', { body: '#kept here. #fre' })
  await store.useDrafts.getState().save('i')
  store.useDrafts.getState().change('i', { body: '#kept here. #fresh' })
  await store.useDrafts.getState().end('i')
  expect(updates().map((input) => (input as { tags?: string[] }).tags)).toEqual([undefined, undefined, ['old', 'fresh']])
})

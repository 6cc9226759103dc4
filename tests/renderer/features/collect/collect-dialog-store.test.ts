import { beforeEach, expect, test, vi } from 'vitest'
import { formFields, formGroups } from '../../../../src/main/features/collect/form-schema'
import { type FakeVault, failure, installFakeVault } from '../../support/fake-vault'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/collect/collect-dialog-store')
const now = () => store.useCollectDialog.getState()
const starts = () => vault.calls.filter(({ name }) => name === 'start-collect').map(({ input }) => input)

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  vault.on('get-collect-form', () => ({ groups: formGroups, fields: formFields, hindrance: null }))
  vault.on('start-collect', () => ({ collectionId: 'c', runId: 'r', jobId: 'j' }))
  store = await import('../../../../src/renderer/features/collect/collect-dialog-store')
  store.openCollect()
  await vi.waitFor(() => expect(now().form).toBeDefined())
})

test('what was typed is still there when the dialog was put away, each collection for itself, and gone once it was sent', async () => {
  store.changeDraft({ name: 'Tools', prompt: 'Tools for notes' })
  store.changeValue('target_items', '12')
  store.closeCollect()
  store.openCollect({ id: 'other', name: 'Other', prompt: 'asked before' })
  expect(now().draft).toMatchObject({ name: '', prompt: 'asked before' })
  store.closeCollect()
  store.openCollect()
  expect(now().draft).toMatchObject({ name: 'Tools', prompt: 'Tools for notes', values: { target_items: '12' } })
  await store.startCollect()
  expect(starts()).toEqual([
    { name: 'Tools', prompt: 'Tools for notes', config: { target_items: 12, max_pages_to_process: 10, capture_screenshots: false } },
  ])
  expect(now().isOpen).toBe(false)
  const { useNavigation } = await import('../../../../src/renderer/base/navigation-store')
  expect(useNavigation.getState()).toMatchObject({ place: 'collections', collectionId: 'c', runId: 'r' })
  store.openCollect()
  expect(now().draft.name).toBe('')
})

test('a refusal keeps the dialog and every word, and a mended field loses its fault', async () => {
  vault.on('start-collect', () => ({
    ok: false,
    error: { code: 'BAD_INPUT', message: 'x', data: { errors: [{ path: 'target_items', message: 'target_items must be a number' }] } },
  }))
  store.changeDraft({ name: 'Tools', prompt: 'Tools for notes' })
  store.changeValue('target_items', 'many')
  await store.startCollect()
  expect(now()).toMatchObject({ isOpen: true, busy: false, faults: { fields: { target_items: 'Items to find must be a number.' } } })
  expect(now().draft).toMatchObject({ name: 'Tools', values: { target_items: 'many' } })
  store.changeValue('target_items', '5')
  expect(now().faults.fields).toEqual({})
})

test('nothing is started without a name, against a hindrance, or twice at once', async () => {
  await store.startCollect()
  expect(now().faults.fields.name).toContain('name')
  store.changeDraft({ name: 'Tools', prompt: 'Tools for notes' })
  await Promise.all([store.startCollect(), store.startCollect()])
  expect(starts()).toHaveLength(1)
  vault.on('get-collect-form', () => ({ groups: formGroups, fields: formFields, hindrance: 'No model is chosen.' }))
  store.openCollect()
  await vi.waitFor(() => expect(now().form?.hindrance).toBe('No model is chosen.'))
  store.changeDraft({ name: 'Tools', prompt: 'Tools for notes' })
  await store.startCollect()
  expect(starts()).toHaveLength(1)
})

test('a form that cannot be read is told', async () => {
  vault.on('get-collect-form', () => failure('INTERNAL', 'It could not be read.'))
  store.openCollect()
  await vi.waitFor(() => expect(now().problem).toBe('It could not be read.'))
})

test('an empty prompt, an empty number and a text that is too long are told at their fields, and changing a field mends it', async () => {
  store.changeDraft({ name: 'x'.repeat(202) })
  store.changeValue('target_items', '')
  await store.startCollect()
  expect(starts()).toEqual([])
  expect(now().faults.fields).toEqual({
    name: '2 characters too many; at most 200 fit.',
    prompt: expect.stringContaining('what to collect'),
    target_items: 'Enter a number from 1 to 500.',
  })
  store.changeDraft({ description: 'Little things' })
  expect(Object.keys(now().faults.fields)).toEqual(['name', 'target_items'])
})

import { beforeEach, expect, test, vi } from 'vitest'
import type { Reflection } from '../../../../src/shared/contract/reflections'
import { type FakeVault, failure, installFakeVault } from '../../support/fake-vault'
import { finding, named, reflection } from './facts'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/reflections/reflection-store')
let acts: typeof import('../../../../src/renderer/features/reflections/finding-acts')
let research: typeof import('../../../../src/renderer/features/research/research-dialog-store')
let toast: typeof import('../../../../src/renderer/ui/toast')
let stored: Reflection

const gap = finding('gap', 'gap', { question: 'Who pays for it?' })
const told = (name: string) => vault.calls.filter((call) => call.name === name).map(({ input }) => input)
const stateOf = (id: string) => store.useReflectionStore.getState().reflections.r?.findings.find((each) => each.id === id)?.state
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  stored = reflection({ findings: [gap, finding('clash', 'contradiction')] })
  vault.on('get-reflection', () => ({ reflection: structuredClone(stored) }))
  vault.on('capture-finding', () => ({ itemId: 'made', already: false }))
  vault.on('start-research', () => ({ jobId: 'search', researchId: 's' }))
  store = await import('../../../../src/renderer/features/reflections/reflection-store')
  acts = await import('../../../../src/renderer/features/reflections/finding-acts')
  research = await import('../../../../src/renderer/features/research/research-dialog-store')
  toast = await import('../../../../src/renderer/ui/toast')
  const { startLiveEvents } = await import('../../../../src/renderer/base/live-events')
  startLiveEvents()
  await store.loadReflection('r')
})

test('a contradiction is settled at once, opened again by Undo, and stays open where the vault refuses', async () => {
  const clash = finding('clash', 'contradiction')
  const settling = acts.closeFinding('r', clash, 'settled')
  expect(stateOf('clash')).toBe('settled')
  await settling
  toast.undoToast()
  await settled()
  expect(stateOf('clash')).toBe('open')
  expect(told('settle-finding').map((input) => (input as { state: string }).state)).toEqual(['settled', 'open'])

  vault.on('settle-finding', () => failure('DISK_FULL', 'The disk is full.'))
  await acts.closeFinding('r', clash, 'dismissed')
  expect(stateOf('clash')).toBe('open')
  expect(toast.undoToast()).toBe(false)
})

test('a captured gap is taken back by putting its thought into the trash; one that was a thought already is left alone', async () => {
  await acts.captureFinding('r', gap)
  toast.undoToast()
  await settled()
  expect(told('delete-item')).toEqual([{ id: 'made' }])

  vault.on('capture-finding', () => ({ itemId: 'made', already: true }))
  await acts.captureFinding('r', gap)
  expect(toast.undoToast()).toBe(false)
})

test('a gap is settled once its question is being researched, and Undo stops that', async () => {
  await acts.researchFinding('r', gap)
  expect(research.useResearchDialog.getState()).toMatchObject({ isOpen: true, question: 'Who pays for it?' })
  expect(told('settle-finding')).toEqual([])
  await research.startResearch()
  await settled()
  expect(stateOf('gap')).toBe('settled')
  toast.undoToast()
  await settled()
  expect([told('cancel-job'), stateOf('gap')]).toEqual([[{ id: 'search' }], 'open'])
})

test('the question of a reflection on thoughts that stay here is not put into the field', async () => {
  stored = { ...stored, private: true }
  await acts.researchFinding('r', gap)
  expect(research.useResearchDialog.getState()).toMatchObject({ isOpen: true, question: '' })
})

test('a connection links its first thought with each other one that is still there, and Undo removes those links', async () => {
  let count = 0
  vault.on('add-link', () => {
    count += 1
    return { linkId: `link-${count}` }
  })
  const items = [named('a'), named('b'), { ...named('c'), inTrash: true }, named('d')]
  await acts.linkFinding({ title: 'Both lend', items })
  expect(told('add-link')).toEqual([
    { fromId: 'a', toId: 'b', reason: 'Both lend' },
    { fromId: 'a', toId: 'd', reason: 'Both lend' },
  ])
  toast.undoToast()
  await settled()
  expect(told('remove-link')).toEqual([{ linkId: 'link-1' }, { linkId: 'link-2' }])
})

test('a connection offers a link only while two of its thoughts are there', async () => {
  const { findingActs } = await import('../../../../src/renderer/features/reflections/active-finding')
  const keysOf = (items: ReturnType<typeof named>[]) =>
    findingActs({ id: 'r' }, finding('both', 'connection', { items }), true).map(({ key }) => key)
  expect(keysOf([named('a'), named('b')])).toEqual(['m', 'x'])
  expect(keysOf([named('a')])).toEqual(['x'])
  expect(keysOf([])).toEqual(['x'])
  expect(keysOf([named('a'), { ...named('b'), inTrash: true }])).toEqual(['x'])
})

test('text that streams in while a reflection is read stays, and nothing is left after a lock', async () => {
  stored = reflection({ state: 'writing', text: 'What' })
  store.takeProgress([{ jobId: 'job', offset: 4, text: ' they share', note: '' }])
  await store.loadReflection('r')
  expect(store.useReflectionStore.getState().texts.job).toEqual({ from: 0, text: 'What they share' })
  vault.send('vault-locked', { reason: 'person' }, null)
  expect(store.useReflectionStore.getState()).toEqual({ reflections: {}, problems: {}, texts: {}, notes: {}, busy: {} })
})

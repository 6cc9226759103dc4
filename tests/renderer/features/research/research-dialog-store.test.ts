import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeVault, failure, installFakeVault } from '../../support/fake-vault'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/research/research-dialog-store')
const now = () => store.useResearchDialog.getState()
const type = (question: string) => store.useResearchDialog.setState({ question })
const starts = () => vault.calls.filter(({ name }) => name === 'start-research').map(({ input }) => input)
const mill = { id: 'mill', title: 'Mill Street', private: false }

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  vault.on('start-research', () => ({ jobId: 'j', researchId: 'r' }))
  store = await import('../../../../src/renderer/features/research/research-dialog-store')
  const { startLiveEvents } = await import('../../../../src/renderer/base/live-events')
  startLiveEvents()
})

test('a question that was put away is still there, each thought for itself, and gone once it was started', async () => {
  store.openResearch(mill)
  type('Who lends tools?')
  store.closeResearch()
  store.openResearch()
  expect(now().question).toBe('')
  store.closeResearch()
  store.openResearch(mill, 'Asked before?')
  expect(now().question).toBe('Asked before?')
  store.closeResearch()
  store.openResearch(mill)
  expect(now().question).toBe('Who lends tools?')
  await store.startResearch()
  expect(starts()).toEqual([{ question: 'Who lends tools?', itemId: 'mill' }])
  store.openResearch(mill)
  expect(now().question).toBe('Mill Street')
})

test('a draft from before a thought was set to stay here is not shown, and none outlives a lock', () => {
  store.openResearch(mill)
  type('Mill Street and more')
  store.closeResearch()
  store.openResearch({ ...mill, private: true })
  expect(now().question).toBe('')
  store.closeResearch()
  vault.send('vault-locked', { reason: 'person' }, null)
  store.openResearch(mill)
  expect(now().question).toBe('Mill Street')
})

test('a refusal keeps the dialog and the question, and an empty or too long one is not sent', async () => {
  store.openResearch()
  await store.startResearch()
  expect(now().problem).toBe('Write a question first.')
  type('x'.repeat(501))
  await store.startResearch()
  expect(starts()).toEqual([])
  vault.on('start-research', () => failure('CONFLICT', 'This thought is being researched.'))
  type(` ${'x'.repeat(500)} `)
  await store.startResearch()
  expect(now()).toMatchObject({ isOpen: true, busy: false, question: ` ${'x'.repeat(500)} ` })
  expect(now().problem).toContain('is being researched')
})

import { beforeEach, expect, test, vi } from 'vitest'
import { type FakeVault, installFakeVault } from '../../support/fake-vault'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/orchestrate/plan-dialog-store')
const now = () => store.usePlanDialog.getState()
const starts = () => vault.calls.filter(({ name }) => name === 'orchestrate-item').map(({ input }) => input)

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  vault.on('get-item', ({ id }: { id: string }) => ({ id, title: 'Mill Street', private: false }))
  vault.on('orchestrate-item', () => ({ jobId: 'j', orchestrationId: 'o' }))
  vault.on('list-orchestrations', () => ({ orchestrations: [], total: 0, nextCursor: null }))
  store = await import('../../../../src/renderer/features/orchestrate/plan-dialog-store')
  const { startLiveEvents } = await import('../../../../src/renderer/base/live-events')
  startLiveEvents()
})

test('goal and question that were put away are still there, each thought for itself, and none outlives a lock', async () => {
  await store.askForPlan('mill')
  store.usePlanDialog.setState({ goal: 'Decide', webQuestion: 'Who lends?' })
  store.closePlanDialog()
  await store.askForPlan('other')
  expect(now()).toMatchObject({ goal: '', webQuestion: '' })
  store.closePlanDialog()
  await store.askForPlan('mill', { goal: 'As before', webQuestion: null })
  expect(now()).toMatchObject({ goal: 'As before', webQuestion: '' })
  store.closePlanDialog()
  await store.askForPlan('mill')
  expect(now()).toMatchObject({ goal: 'Decide', webQuestion: 'Who lends?' })
  store.closePlanDialog()
  vault.send('vault-locked', { reason: 'person' }, null)
  await store.askForPlan('mill')
  expect(now()).toMatchObject({ goal: '', webQuestion: '' })
})

test('a question that is not shown is not sent, and a goal that is too long starts nothing', async () => {
  await store.askForPlan('mill')
  store.usePlanDialog.setState({ goal: 'x'.repeat(2001), webQuestion: 'Who lends?' })
  await store.startAskedPlan(true)
  expect(starts()).toEqual([])
  expect(now().goal).toHaveLength(2001)
  store.usePlanDialog.setState({ goal: 'Decide' })
  await store.startAskedPlan(false)
  expect(starts()).toEqual([{ itemId: 'mill', goal: 'Decide' }])
})

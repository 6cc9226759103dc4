import { beforeEach, expect, test, vi } from 'vitest'
import type { Proposal } from '../../../../src/shared/contract/collect'
import { type FakeVault, failure, installFakeVault } from '../../support/fake-vault'
import { proposal } from './facts'

let vault: FakeVault
let store: typeof import('../../../../src/renderer/features/collect/proposals-store')
let stored: Proposal[]
type Ask = { runId: string; decision: 'accept' | 'discard' | 'reopen'; slugs?: string[] }

const told = () => vault.calls.filter(({ name }) => name === 'decide-proposals').map(({ input }) => input as Ask)
const open = () => store.undecidedOf(store.useProposals.getState().proposals ?? []).map(({ slug }) => slug)

/** Decides as the vault does: what is decided already is left out of the answer. */
function decideStored({ decision, slugs }: Ask): { decided: string[]; notes: string[] } {
  const decided: string[] = []
  for (const each of stored) {
    if (slugs && !slugs.includes(each.slug)) continue
    if ((each.decision === null) === (decision === 'reopen')) continue
    each.decision = decision === 'accept' ? 'accepted' : decision === 'discard' ? 'discarded' : null
    decided.push(each.slug)
  }
  return { decided, notes: [] }
}

beforeEach(async () => {
  vi.resetModules()
  vault = installFakeVault()
  stored = ['a', 'b', 'c'].map((slug) => proposal(slug))
  vault.on('list-proposals', () => ({ proposals: structuredClone(stored) }))
  vault.on('decide-proposals', decideStored)
  store = await import('../../../../src/renderer/features/collect/proposals-store')
  await store.loadProposals('run')
})

test('a decision shows at once, is told, and is taken back by the newest first', async () => {
  const deciding = [store.decide('accept', ['a']), store.decide('discard', ['c'])]
  expect(open()).toEqual(['b'])
  await Promise.all(deciding)
  expect(store.undoDecision()).toBe(true)
  expect(open()).toEqual(['b', 'c'])
  expect(store.undoDecision()).toBe(true)
  expect(store.undoDecision()).toBe(false)
  await vi.waitFor(() => expect(told()).toHaveLength(4))
  expect(told().map(({ decision, slugs }) => [decision, slugs])).toEqual([
    ['accept', ['a']],
    ['discard', ['c']],
    ['reopen', ['c']],
    ['reopen', ['a']],
  ])
  expect(store.useProposals.getState().focus).toBe('a')
})

test('a refused decision brings the rows back', async () => {
  vault.on('decide-proposals', () => failure('DISK_FULL', 'The disk is full.'))
  await store.decide('accept', ['a', 'b'])
  await vi.waitFor(() => expect(open()).toEqual(['a', 'b', 'c']))
  expect(store.undoDecision()).toBe(false)
})

test('an answer from before a decision does not bring its row back for a moment', async () => {
  let answer = (_: unknown) => {}
  vault.on('decide-proposals', (ask: Ask) => new Promise((resolve) => (answer = () => resolve(decideStored(ask)))))
  const deciding = store.decide('accept', ['a'])
  const seen: string[][] = []
  const stop = store.useProposals.subscribe(() => seen.push(open()))
  await store.loadProposals('run')
  answer(undefined)
  await deciding
  stop()
  expect(seen.every((slugs) => !slugs.includes('a'))).toBe(true)
  expect(open()).toEqual(['b', 'c'])
})

test('all at once is one call, and one undo', async () => {
  await store.decideAll('accept')
  await vi.waitFor(() => expect(open()).toEqual([]))
  expect(told()).toEqual([{ runId: 'run', decision: 'accept' }])
  store.undoDecision()
  expect(open()).toEqual(['a', 'b', 'c'])
  await vi.waitFor(() => expect(told()).toHaveLength(2))
  expect(told()[1]).toEqual({ runId: 'run', decision: 'reopen', slugs: ['a', 'b', 'c'] })
})

test('what the vault did not decide shows as it is there, and only the rest can be taken back', async () => {
  stored[1] = proposal('b', { decision: 'discarded' })
  await store.decide('accept', ['a', 'b'])
  await vi.waitFor(() =>
    expect(store.useProposals.getState().proposals?.map(({ decision }) => decision)).toEqual(['accepted', 'discarded', null]),
  )
  expect(store.useProposals.getState().decided).toEqual([['a']])
})

test('the lock takes all of it away', async () => {
  store.followProposals()
  const { startLiveEvents } = await import('../../../../src/renderer/base/live-events')
  startLiveEvents()
  await store.decide('accept', ['a'])
  vault.send('vault-locked', { reason: 'person' }, null)
  expect(store.useProposals.getState()).toMatchObject({ runId: undefined, proposals: undefined, decided: [], focus: undefined })
})

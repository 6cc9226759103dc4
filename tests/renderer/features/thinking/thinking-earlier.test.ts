import { beforeEach, expect, test, vi } from 'vitest'
import type { ThesisStage } from '../../../../src/shared/entities'
import { installFakeVault } from '../../support/fake-vault'

let store: typeof import('../../../../src/renderer/features/thinking/thinking-store')
let view: typeof import('../../../../src/renderer/base/thesis-view')
let words: typeof import('../../../../src/renderer/base/first-words')

beforeEach(async () => {
  vi.resetModules()
  installFakeVault()
  store = await import('../../../../src/renderer/features/thinking/thinking-store')
  view = await import('../../../../src/renderer/base/thesis-view')
  words = await import('../../../../src/renderer/base/first-words')
})

const stage = (status: ThesisStage['status'], text: string): ThesisStage => ({
  stage: 'expand',
  jobId: 'j',
  status,
  startedAt: 0,
  finishedAt: null,
  text,
})
const thesis = (status: ThesisStage['status'], text: string, id = 't') => ({ status: 'failed' as const, id, stages: [stage(status, text)] })
const kept = (before: ReturnType<typeof thesis>, read: ReturnType<typeof thesis>) => store.keepStreamed(before, read).stages?.[0]?.text

test('text that was written before Stop stays when the answer has none', () => {
  expect(kept(thesis('running', 'Half a sen'), thesis('cancelled', ''))).toBe('Half a sen')
  expect(kept(thesis('running', 'Half a sen'), thesis('dead', ''))).toBe('Half a sen')
  expect(kept(thesis('running', 'Half'), thesis('cancelled', 'Half a sentence'))).toBe('Half a sentence')
})

test('text of another run, or of one that begins anew, does not stay', () => {
  expect(kept(thesis('running', 'Old'), thesis('cancelled', '', 'other'))).toBe('')
  expect(kept(thesis('cancelled', 'Old'), thesis('running', ''))).toBe('')
})

test('above an earlier thesis stands what became of the newest run', () => {
  expect(view.earlierLine('failed', [stage('cancelled', '')], '09:14')).toBe('The newest run was stopped; this is the thesis from 09:14.')
  expect(view.earlierLine('failed', [stage('dead', '')], '09:14')).toBe('The newest run failed; this is the thesis from 09:14.')
  expect(view.earlierLine('expanding', [stage('running', '')], undefined)).toBe('A newer run is under way; this is the thesis before it.')
  expect(view.earlierLine('done', [stage('done', '')], '09:14')).toBeUndefined()
})

test('a cut leaves no quotation open, and a sentence keeps its closing mark', () => {
  expect(words.firstWords('Somebody said “a shown repair doubles every single time” and left', 40)).toBe(
    'Somebody said “a shown repair doubles…”',
  )
  expect(words.firstWords('He told me “the rice is flat…” and then went home', 200)).toBe('He told me “the rice is flat…”')
  expect(words.firstWords('She asked "why is the rice so flat today" and left', 30)).toBe('She asked "why is the rice so…"')
  expect(words.firstWords('A pipe of 5" fits where the other one did not fit', 30)).toBe('A pipe of 5" fits where the…')
})

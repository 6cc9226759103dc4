import { expect, test } from 'vitest'
import { changeWords, timeWords } from '../../../../src/renderer/features/jobs/change-words'
import { canChange, remedyFor, tokensGiven } from '../../../../src/renderer/features/jobs/remedies'
import { fieldsOf, readRetryFields } from '../../../../src/renderer/features/jobs/retry-fields'
import { JobChanges } from '../../../../src/shared/contract/jobs'
import type { Job } from '../../../../src/shared/entities'

const settings = {
  engine: 'endpoint' as const,
  roles: { thinker: { endpointId: 'e', model: 'gemma' }, worker: null, embedder: null, voice: null },
  maxOutputTokens: 4096,
  modelTimeoutSeconds: 600,
}
const dead = (change: Partial<Job> = {}) => ({
  type: 'expand' as Job['type'],
  status: 'dead' as Job['status'],
  errorCode: 'MODEL_CUT_OFF' as string | null,
  changes: null as Job['changes'],
  attempts: 1,
  ...change,
})

test('a cut-off answer is offered twice the room that its last attempt had, not twice what its first one had', () => {
  expect(remedyFor(dead(), settings)).toEqual({ kind: 'run', label: 'Retry with 8,192 tokens', changes: { maxOutputTokens: 8192 } })
  expect(tokensGiven(dead({ attempts: 3 }), settings)).toBe(16_384)
  expect(remedyFor(dead({ attempts: 3 }), settings)).toMatchObject({ label: 'Retry with 32,768 tokens' })
  expect(remedyFor(dead({ type: 'summarize' }), settings)).toMatchObject({ label: 'Retry with 800 tokens' })
})

test('earlier changes stay in force, and are what the next offer builds on', () => {
  const changed = dead({ changes: { model: 'other', maxOutputTokens: 1000, timeoutSeconds: 60 } })
  expect(remedyFor(changed, settings)).toMatchObject({ changes: { model: 'other', maxOutputTokens: 2000, timeoutSeconds: 60 } })
  expect(remedyFor({ ...changed, errorCode: 'MODEL_TIMEOUT' }, settings)).toEqual({
    kind: 'run',
    label: 'Retry with 2 minutes',
    changes: { model: 'other', maxOutputTokens: 1000, timeoutSeconds: 120 },
  })
})

test('a job that ran out of time is offered twice the time', () => {
  expect(remedyFor(dead({ errorCode: 'JOB_TIMEOUT' }), settings)).toMatchObject({ label: 'Retry with 20 minutes' })
  expect(remedyFor(dead({ errorCode: 'MODEL_TIMEOUT' }), { ...settings, modelTimeoutSeconds: 45 })).toMatchObject({
    label: 'Retry with 90 seconds',
  })
})

test('the time is twice that of the role whose job it is, where the role has one of its own', () => {
  const roles = { ...settings.roles, worker: { endpointId: 'e', model: 'small', timeoutSeconds: 60 } }
  const timedOut = { errorCode: 'MODEL_TIMEOUT' }
  expect(remedyFor(dead({ ...timedOut, type: 'summarize' }), { ...settings, roles })).toMatchObject({ label: 'Retry with 2 minutes' })
  expect(remedyFor(dead(timedOut), { ...settings, roles })).toMatchObject({ label: 'Retry with 20 minutes' })
})

test('no offer is larger than the contract takes; at the limit another model is what is left', () => {
  const large = remedyFor(dead({ changes: { maxOutputTokens: 100_000 } }), settings)
  expect(large).toMatchObject({ changes: { maxOutputTokens: 131_072 } })
  expect(JobChanges.safeParse(large.kind === 'run' ? large.changes : null).success).toBe(true)
  expect(remedyFor(dead({ changes: { maxOutputTokens: 131_072 } }), settings).kind).toBe('form')
  expect(remedyFor(dead({ errorCode: 'JOB_TIMEOUT', changes: { timeoutSeconds: 7200 } }), settings).kind).toBe('form')
})

test('an unknown model opens the form; a refused key is not mended by more room', () => {
  expect(remedyFor(dead({ errorCode: 'MODEL_UNKNOWN' }), settings)).toEqual({ kind: 'form', label: 'Choose another model…' })
  expect(remedyFor(dead({ errorCode: 'MODEL_KEY_REFUSED' }), settings)).toEqual({ kind: 'again', label: 'Retry' })
})

test('nothing is offered that nobody would listen to: without a server, for work without a model, for a job that is not over', () => {
  expect(remedyFor(dead(), { ...settings, engine: 'builtin' }).kind).toBe('again')
  const none = { thinker: null, worker: null, embedder: { endpointId: 'e', model: 'm' }, voice: null }
  expect(remedyFor(dead(), { ...settings, roles: none }).kind).toBe('again')
  expect(remedyFor(dead(), undefined).kind).toBe('again')
  expect(remedyFor(dead({ type: 'embed', errorCode: 'JOB_TIMEOUT' }), settings).kind).toBe('again')
  expect(canChange(dead({ status: 'cancelled' }), settings)).toBe(true)
  expect(canChange(dead({ status: 'pending' }), settings)).toBe(false)
  expect(canChange(dead({ type: 'auto_link' }), settings)).toBe(false)
})

test('the changes in force are one line', () => {
  expect(changeWords({ model: 'other-model', maxOutputTokens: 8192 })).toBe('By other-model, with 8,192 tokens')
  expect(changeWords({ timeoutSeconds: 1200 })).toBe('Within 20 minutes')
  expect(changeWords({})).toBeNull()
  expect(changeWords(null)).toBeNull()
  expect([timeWords(60), timeWords(7200), timeWords(90), timeWords(1)]).toEqual(['1 minute', '2 hours', '90 seconds', '1 second'])
})

test('the form takes numbers as people write them, and an empty field leaves the matter to Settings', () => {
  const read = readRetryFields({ model: '  other-model ', tokens: '8,192', seconds: '1 200' })
  expect(read).toEqual({ changes: { model: 'other-model', maxOutputTokens: 8192, timeoutSeconds: 1200 }, wrong: {} })
  expect(readRetryFields({ model: ' ', tokens: '', seconds: '' })).toEqual({ changes: {}, wrong: {} })
  expect(readRetryFields(fieldsOf({ model: 'm', maxOutputTokens: 300 })).changes).toEqual({ model: 'm', maxOutputTokens: 300 })
})

test('a wrong field is said in words with its bounds, also where Number() would have taken it', () => {
  for (const tokens of ['255', '131073', '-5', '1e4', '0x400', '12.5', 'many', '9'.repeat(400)]) {
    const { wrong, changes } = readRetryFields({ model: '', tokens, seconds: '' })
    expect(wrong, tokens).toEqual({ tokens: 'A whole number from 256 to 131,072, or nothing.' })
    expect(changes, tokens).toEqual({})
  }
  expect(readRetryFields({ model: 'm'.repeat(301), tokens: '', seconds: '4' }).wrong).toEqual({
    model: 'A name of at most 300 characters.',
    seconds: 'A whole number from 5 to 7,200, or nothing.',
  })
})

test('a search engine that lacks its key, or is not understood, is mended in Settings; one that only blocks is tried again', () => {
  for (const errorCode of ['SEARCH_NOT_UNDERSTOOD', 'SEARCH_KEY_REFUSED', 'SEARCH_QUOTA_USED_UP', 'SEARCH_NOT_SET_UP'])
    expect(remedyFor(dead({ type: 'research', errorCode }), settings)).toMatchObject({ kind: 'settings', section: 'search-engine' })
  expect(remedyFor(dead({ type: 'research', errorCode: 'SEARCH_BLOCKED' }), settings)).toEqual({ kind: 'again', label: 'Retry' })
})

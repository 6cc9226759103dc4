import { expect, test } from 'vitest'
import { runView } from '../../../../src/renderer/features/jobs/run-view'
import type { Job, JobAttempt, ModelCall } from '../../../../src/shared/entities'

const base = 1_700_000_000_000

function call(id: string, at: number, durationMs: number, change: Partial<ModelCall> = {}): ModelCall {
  return {
    id,
    name: 'Write the answer',
    endpoint: 'e',
    model: 'm',
    startedAt: base + at,
    durationMs,
    promptTokens: 10,
    outputTokens: 20,
    finishReason: 'stop',
    errorCode: null,
    prompt: '',
    reply: '',
    reasoning: '',
    ...change,
  }
}

function attempt(number: number, at: number, until: number | null, change: Partial<JobAttempt> = {}): JobAttempt {
  return {
    number,
    worker: 1,
    startedAt: base + at,
    finishedAt: until === null ? null : base + until,
    outcome: 'done',
    error: null,
    errorCode: null,
    serverWords: null,
    calls: [],
    ...change,
  }
}

function job(type: Job['type'], status: Job['status'], attemptsLog: JobAttempt[], change: Partial<Job> = {}): Job {
  return {
    id: type,
    type,
    status,
    itemId: 'i',
    itemTitle: 't',
    attempts: attemptsLog.length,
    maxAttempts: 3,
    nextRunAt: 0,
    createdAt: base,
    startedAt: null,
    finishedAt: null,
    error: null,
    errorCode: null,
    waitingFor: null,
    changes: null,
    resultNote: null,
    priority: 3,
    payload: {},
    attemptsLog,
    ...change,
  }
}

const done = job('expand', 'done', [attempt(1, 0, 2000, { calls: [call('a', 0, 1900)] })])
const failed = job('counterpoint', 'dead', [
  attempt(1, 3000, 4000, {
    outcome: 'failed',
    errorCode: 'MODEL_CUT_OFF',
    calls: [call('b', 3100, 800, { errorCode: 'MODEL_CUT_OFF', finishReason: 'length' })],
  }),
  attempt(2, 6000, 8000, { outcome: 'failed', errorCode: 'MODEL_TIMEOUT' }),
])

test('all stages share one axis of wall-clock time, so that a wait between stages and between attempts is a gap', () => {
  const view = runView([done, failed], base + 99_999)
  expect(view).toMatchObject({ totalMs: 8000, lengthMs: 8000, ticks: ['0', '2', '4', '6', '8 s'] })
  const [expand, counterpoint] = view?.rows ?? []
  expect(expand?.marks).toEqual([
    { key: 'attempt 1', kind: 'line', left: 0, width: 25, bad: false, live: false },
    { key: 'a', kind: 'call', left: 0, width: 23.75, bad: false, live: false },
  ])
  expect(counterpoint?.marks.map(({ key, left, width, bad }) => [key, left, width, bad])).toEqual([
    ['attempt 1', 37.5, 12.5, true],
    ['b', 38.75, 10, true],
    ['attempt 2', 75, 25, true],
  ])
  expect(counterpoint).toMatchObject({ durationMs: 5000, outputTokens: 20, result: { text: 'Timed out', bad: true } })
})

test('a running attempt grows with the time and is marked as live', () => {
  const running = job('synthesize', 'running', [attempt(1, 4000, null, { outcome: 'running' })])
  const view = runView([done, running], base + 10_000)
  expect(view?.totalMs).toBe(10_000)
  expect(view?.rows[2]?.marks).toEqual([{ key: 'attempt 1', kind: 'line', left: 40, width: 60, bad: false, live: true }])
})

test('a stage without a job has not begun only where that is known; one that was discarded is not called so', () => {
  expect(runView([failed], base)?.rows.map((row) => row.result.text)).toEqual(['No job', 'Timed out', 'Not begun'])
  expect(runView([done], base)?.rows.map((row) => row.result.text)).toEqual(['Done', 'No job', 'Not begun'])
  const first = job('expand', 'dead', [attempt(1, 0, 10, { outcome: 'failed' })])
  expect(runView([first], base)?.rows.map((row) => [row.jobId, row.result.text])).toEqual([
    ['expand', 'Failed'],
    [null, 'Not begun'],
    [null, 'Not begun'],
  ])
})

test('a stage that waits has a job, no marks and no length; a run that never started has no picture', () => {
  const waiting = job('counterpoint', 'pending', [])
  expect(runView([done, waiting], base)?.rows[1]).toMatchObject({ jobId: 'counterpoint', marks: [], durationMs: null, outputTokens: null })
  expect(runView([job('expand', 'pending', [])], base)).toBeNull()
  expect(runView([], base)).toBeNull()
})

test('the marks are told in words, too', () => {
  const rows = runView([done, failed], base)?.rows
  expect(rows?.[0]?.spoken).toBe('Expand: Done. Attempt 1 from 0.0 s to 2.0 s, done. Write the answer from 0.0 s to 1.9 s.')
  expect(rows?.[1]?.spoken).toBe(
    'Counterpoint: Timed out. Attempt 1 from 3.0 s to 4.0 s, cut off. Write the answer from 3.1 s to 3.9 s, full at 20. Attempt 2 from 6.0 s to 8.0 s, timed out.',
  )
  expect(rows?.[2]?.spoken).toBe('Synthesize: Not begun.')
})

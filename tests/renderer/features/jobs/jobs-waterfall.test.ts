import { expect, test } from 'vitest'
import { jobReport } from '../../../../src/renderer/features/jobs/job-report'
import { partReadAdvice } from '../../../../src/renderer/features/jobs/part-read'
import {
  attemptLength,
  axisFor,
  barAt,
  callIsBad,
  callWords,
  outcomeWords,
  sumTokens,
} from '../../../../src/renderer/features/jobs/waterfall'
import type { Job, JobAttempt, ModelCall } from '../../../../src/shared/entities'

const call: ModelCall = {
  id: 'c1',
  name: 'Write the answer',
  endpoint: 'http://127.0.0.1:11434/v1',
  model: 'm',
  startedAt: 1000,
  durationMs: 8094,
  promptTokens: 2051,
  outputTokens: 2048,
  finishReason: 'length',
  errorCode: 'MODEL_CUT_OFF',
  prompt: 'SECRET PROMPT',
  reply: 'SECRET REPLY',
  reasoning: 'SECRET THOUGHT',
}
const attempt: JobAttempt = {
  number: 1,
  worker: 1,
  startedAt: 1000,
  finishedAt: 10_910,
  outcome: 'failed',
  error: 'cut',
  errorCode: 'MODEL_CUT_OFF',
  serverWords: 'SECRET WORDS',
  calls: [call],
}

test('the axis has four equal round steps just over the longest attempt', () => {
  expect(axisFor(11_480)).toEqual({ lengthMs: 12_000, ticks: ['0', '3', '6', '9', '12 s'] })
  expect(axisFor(900)).toEqual({ lengthMs: 1000, ticks: ['0', '0.25', '0.5', '0.75', '1 s'] })
  expect(axisFor(130)).toEqual({ lengthMs: 200, ticks: ['0', '50', '100', '150', '200 ms'] })
  expect(axisFor(0).lengthMs).toBe(200)
  expect(axisFor(400_000)).toEqual({ lengthMs: 480_000, ticks: ['0', '2', '4', '6', '8 min'] })
  expect(axisFor(20 * 3_600_000)).toEqual({ lengthMs: 20 * 3_600_000, ticks: ['0', '5', '10', '15', '20 h'] })
})

test('no bar leaves the axis, also when clocks disagree', () => {
  expect(barAt(1816, 8094, 12_000)).toEqual({ left: 15.13, width: 67.45 })
  expect(barAt(-50, 100, 1000)).toEqual({ left: 0, width: 10 })
  expect(barAt(900, 500, 1000)).toEqual({ left: 90, width: 10 })
  expect(barAt(5000, 10, 1000)).toEqual({ left: 100, width: 0 })
})

test('a running attempt grows with the time, one that was interrupted reaches to the end of its last call', () => {
  expect(attemptLength(attempt, 99_999)).toBe(9910)
  expect(attemptLength({ ...attempt, outcome: 'running', finishedAt: null }, 20_000)).toBe(19_000)
  expect(attemptLength({ ...attempt, outcome: 'interrupted', finishedAt: null }, 99_999)).toBe(8094)
})

test('tokens that nobody counted are not shown as zero', () => {
  expect(sumTokens({ ...attempt, calls: [{ ...call, promptTokens: null }] }, 'promptTokens')).toBeNull()
  expect(sumTokens({ ...attempt, calls: [call, { ...call, promptTokens: null }] }, 'promptTokens')).toBe(2051)
})

test('results are words, and only a failure asks for attention', () => {
  expect(outcomeWords(attempt)).toEqual({ text: 'Cut off', bad: true })
  expect(outcomeWords({ outcome: 'failed', errorCode: 'SOMETHING_NEW' })).toEqual({ text: 'Failed', bad: true })
  expect(outcomeWords({ outcome: 'retry-later', errorCode: 'MODEL_UNREACHABLE' })).toEqual({ text: 'No answer', bad: false })
  expect(callWords(call)).toBe('Full at 2,048')
  expect(callWords({ errorCode: null, finishReason: 'stop', outputTokens: 5 })).toBe('')
})

test('a call whose text was read in part asks for attention although it has no error; one in halves does not', () => {
  const part = { ...call, errorCode: null, finishReason: 'read-only-part of 9310' }
  expect([callWords(part), callIsBad(part)]).toEqual(['Read in part', true])
  expect([callWords({ ...part, finishReason: 'read-only-part' }), callIsBad({ ...part, finishReason: 'read-only-part' })]).toEqual([
    'Read in part',
    true,
  ])
  const halved = { ...call, errorCode: null, finishReason: 'halved' }
  expect([callWords(halved), callIsBad(halved)]).toEqual(['Halved', false])
  expect([callWords(call), callIsBad(call)]).toEqual(['Full at 2,048', true])
  expect(callIsBad({ ...call, errorCode: null, finishReason: 'stop' })).toBe(false)
  expect(outcomeWords({ outcome: 'retry-later', errorCode: 'PART_READ' })).toEqual({ text: 'Goes on', bad: false })
})

test('a job that rests on a part of its text says how much was read and what to do, in the last attempt only', () => {
  const part = { ...call, errorCode: null, promptTokens: 2048, finishReason: 'read-only-part of 9310' }
  const jobOf = (...calls: ModelCall[][]) => ({ attemptsLog: calls.map((each, index) => ({ ...attempt, number: index + 1, calls: each })) })
  const told = partReadAdvice(jobOf([part]))
  expect(told?.what).toBe('The server read only a part of the text (2,048 of at least 9,310 tokens), and the result rests on that part.')
  expect(told?.advice).toContain('num_ctx')
  expect(partReadAdvice(jobOf([{ ...part, finishReason: 'read-only-part' }]))?.what).toContain('(2,048 tokens)')
  expect(partReadAdvice(jobOf([{ ...part, promptTokens: null, finishReason: 'read-only-part' }]))?.what).toContain('of the text, and')
  const worse = { ...part, promptTokens: 100, finishReason: 'read-only-part of 8000' }
  expect(partReadAdvice(jobOf([call, part, worse]))?.what).toBe(
    'In 2 calls the server read only a part of the text, the least in one of them (100 of at least 8,000 tokens), and the result rests on those parts.',
  )
  expect(partReadAdvice(jobOf([part], [{ ...call, errorCode: null, finishReason: 'stop' }]))).toBeNull()
  expect(partReadAdvice(jobOf())).toBeNull()
})

test('the report that is handed to others holds no text of a thought, prompt, reply or server', () => {
  const job: Job = {
    id: 'j1',
    type: 'synthesize',
    status: 'dead',
    itemId: 'i1',
    itemTitle: 'SECRET TITLE',
    attempts: 3,
    maxAttempts: 3,
    nextRunAt: 0,
    createdAt: 0,
    startedAt: 1000,
    finishedAt: 10_910,
    error: 'SECRET ERROR',
    errorCode: 'MODEL_CUT_OFF',
    waitingFor: null,
    changes: null,
    resultNote: 'SECRET NOTE',
    priority: 3,
    payload: { secret: 'SECRET PAYLOAD' },
    attemptsLog: [attempt],
  }
  const report = jobReport(job)
  expect(report).toContain('MODEL_CUT_OFF')
  expect(report).toContain('8094 ms, in 2051, out 2048 tokens')
  expect(report).not.toContain('SECRET')
})

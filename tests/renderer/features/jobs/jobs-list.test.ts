import { expect, test } from 'vitest'
import { splitAdvice } from '../../../../src/renderer/base/error-advice'
import { countdown, jobLine, jobState, spentTime } from '../../../../src/renderer/base/job-state'
import { jobEntries } from '../../../../src/renderer/features/jobs/job-entries'
import { type JobPages, joinPages, markStale, noPages, pagesToRead, placePage } from '../../../../src/renderer/features/jobs/job-pages'
import type { JobSummary } from '../../../../src/shared/entities'

function job(id: string, change: Partial<JobSummary> = {}): JobSummary {
  return {
    id,
    type: 'embed',
    status: 'done',
    itemId: 'i',
    itemTitle: 'A thought',
    attempts: 1,
    maxAttempts: 3,
    nextRunAt: 0,
    createdAt: 0,
    startedAt: null,
    finishedAt: null,
    error: null,
    errorCode: null,
    waitingFor: null,
    changes: null,
    resultNote: null,
    ...change,
  }
}

/** Two pages of two jobs, the next one known by its cursor. */
function twoPages(): JobPages {
  const first = placePage(noPages, 0, { cursor: null, jobs: [job('a'), job('b')], readAt: 1 }, 'c2')
  return placePage(first, 1, { cursor: 'c2', jobs: [job('c'), job('d')], readAt: 2 }, 'c3')
}

const ids = (pages: JobPages) => joinPages(pages).map((each) => each.id)

test('a job that moved to another page shows once, where it was read last', () => {
  const moved = placePage(twoPages(), 0, { cursor: null, jobs: [job('d', { status: 'running' }), job('a')], readAt: 3 }, 'c2')
  expect(ids(moved)).toEqual(['d', 'a', 'c'])
  expect(joinPages(moved)[0]?.status).toBe('running')
})

test('when the end of a page moves, the page after it is read again from the new place', () => {
  const shifted = placePage(twoPages(), 0, { cursor: null, jobs: [job('new'), job('a')], readAt: 3 }, 'c2-new')
  expect(shifted.pages[1]).toMatchObject({ cursor: 'c2-new', stale: true })
  expect(shifted.nextCursor).toBe('c3')
})

test('a list that became shorter leaves no rows of its old end', () => {
  const shorter = placePage(twoPages(), 0, { cursor: null, jobs: [job('a')], readAt: 3 }, null)
  expect(ids(shorter)).toEqual(['a'])
  expect(shorter.nextCursor).toBeNull()
})

test('after a change only the first page and what is in sight are read, not all that was ever loaded', () => {
  let pages = noPages
  for (let index = 0; index < 50; index += 1) {
    const jobs = Array.from({ length: 200 }, (_, n) => job(`${index}-${n}`))
    pages = placePage(pages, index, { cursor: index === 0 ? null : `c${index}`, jobs, readAt: index }, `c${index + 1}`)
  }
  expect(pagesToRead(pages, 0, 20)).toEqual([])
  expect(pagesToRead(markStale(pages), 0, 20)).toEqual([0])
  expect(pagesToRead(markStale(pages), 4390, 4410)).toEqual([0, 21, 22])
})

test('each group has one heading, and a row knows its place below it', () => {
  const { entries, rowOf } = jobEntries([job('x', { status: 'dead' }), job('y', { status: 'running' }), job('z', { status: 'running' })])
  expect(entries.map((entry) => (entry.kind === 'group' ? entry.name : `${entry.job.id}${entry.ruled ? ' ruled' : ''}`))).toEqual([
    'Needs you',
    'x',
    'Running',
    'y',
    'z ruled',
  ])
  expect(rowOf).toEqual([1, 3, 4])
  expect(jobEntries([])).toEqual({ entries: [], rowOf: [] })
})

test('a pending job that failed before is retrying and names its next attempt, one that waits says for what', () => {
  const failed = job('a', { status: 'pending', error: 'The model timed out.', attempts: 2 })
  expect(jobState(failed)).toEqual({ kind: 'retry', word: 'Retrying' })
  expect(jobLine(failed, undefined)).toBe('The model timed out. Attempt 3 of 3 is next.')
  expect(jobState(job('a', { status: 'pending' }))).toEqual({ kind: 'wait', word: 'Waiting' })
  expect(jobLine(job('a', { status: 'pending', waitingFor: 'The queue is paused.' }), undefined)).toBe('The queue is paused.')
})

test('a running job says what it writes, else which attempt it is, and not the error of the attempt before', () => {
  const running = job('a', { status: 'running', attempts: 2, error: 'It timed out.' })
  expect(jobLine(running, '312 tokens so far')).toBe('312 tokens so far')
  expect(jobLine(running, undefined)).toBe('Attempt 2 of 3')
})

test('times: a countdown never shows zero before its time, seconds have tenths only where they matter', () => {
  expect(countdown(42_000)).toBe('in 0:42')
  expect(countdown(1)).toBe('in 0:01')
  expect(countdown(-5)).toBe('in 0:00')
  expect(countdown(3_725_000)).toBe('in 1:02:05')
  expect(spentTime(7)).toBe('under 0.1 s')
  expect(spentTime(400)).toBe('0.4 s')
  expect(spentTime(41_200)).toBe('41 s')
  expect(spentTime(126_000)).toBe('2 min 06 s')
})

test('the last sentence of an error is what to do; a single one stays whole, decimals and codes do not cut it', () => {
  expect(splitAdvice('It ran out of room. Your thought is unchanged. Give it more room.')).toEqual({
    what: 'It ran out of room. Your thought is unchanged.',
    advice: 'Give it more room.',
  })
  expect(splitAdvice('The server said 4.5 of 5.')).toEqual({ what: 'The server said 4.5 of 5.', advice: null })
  expect(splitAdvice('')).toEqual({ what: '', advice: null })
})

import { describe, expect, it } from 'vitest'
import { withProgress } from '../../../../src/renderer/features/collect/run-with-progress'
import {
  hostOf,
  shownSteps,
  stepName,
  stepWords,
  stopWords,
  tokenWords,
  waitWords,
} from '../../../../src/renderer/features/collect/run-words'
import type { CollectRun } from '../../../../src/shared/contract/collect'

const none = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }
const step = { id: 's', name: 'Generate Items', status: 'pending' as const, startedAt: null, endedAt: null, message: null }
const run: CollectRun = {
  id: 'run',
  collectionId: 'collection',
  collectionName: 'Tools',
  jobId: 'job',
  mode: 'CREATE',
  prompt: 'Tools',
  config: { target_items: 50, max_pages_to_process: 10, capture_screenshots: false },
  status: 'waiting',
  percent: 0,
  message: 'Waiting',
  steps: [step, { ...step, id: 't' }, { ...step, id: 'u' }],
  found: 0,
  pages: 0,
  tokens: { parent: none, workers: none, total: none },
  warnings: [],
  error: null,
  proposals: { new: 0, changed: 0, removal: 0, undecided: 0 },
  createdAt: 1,
  startedAt: null,
  finishedAt: null,
}
const progress = {
  runId: 'run',
  jobId: 'job',
  collectionId: 'collection',
  percent: 34,
  stepIndex: 1,
  stepName: 'x',
  message: 'Reads',
  found: 3,
  pages: 2,
}

describe('progress as it comes by event', () => {
  it('moves a waiting run and its steps on', () => {
    const moved = withProgress(run, progress, 900)
    expect(moved).toMatchObject({ status: 'running', percent: 34, message: 'Reads', found: 3, pages: 2, startedAt: 900 })
    expect(moved.steps.map(({ status }) => status)).toEqual(['completed', 'running', 'pending'])
  })

  it('never goes back, and an empty message does not wipe the last one', () => {
    const late = withProgress(withProgress(run, progress, 900), { ...progress, percent: 20, found: 1, pages: 1, message: '' }, 950)
    expect(late).toMatchObject({ percent: 34, found: 3, pages: 2, message: 'Reads' })
  })

  it('leaves a skipped or failed step as it is', () => {
    const failed = {
      ...run,
      steps: [
        { ...step, status: 'skipped' as const },
        { ...step, status: 'failed' as const },
      ],
    }
    expect(withProgress(failed, { ...progress, stepIndex: 2 }, 9).steps.map(({ status }) => status)).toEqual(['skipped', 'failed'])
  })
})

describe('words', () => {
  it('of steps and tokens', () => {
    expect(stepName('Generate Items')).toBe('Generate items')
    expect(stepWords({ ...step, status: 'running', startedAt: 1000 }, 15_000)).toBe('Running, 14 s')
    expect(stepWords({ ...step, status: 'completed', startedAt: 1000, endedAt: 6000 }, 99_000)).toBe('Done in 5 s')
    expect(stepWords({ ...step, status: 'failed', message: 'Cancelled' }, 0)).toBe('Stopped')
    expect(tokenWords({ parent: none, workers: none, total: none })).toBe('none yet')
    const some = { ...none, totalTokens: 1200 }
    expect(tokenWords({ parent: some, workers: none, total: some })).toBe('1,200')
    expect(tokenWords({ parent: some, workers: some, total: { ...none, totalTokens: 2400 } })).toBe(
      '2,400 (1,200 to plan, 1,200 to read pages)',
    )
  })

  it('of a stop say what becomes of what was found', () => {
    expect(stopWords({ status: 'waiting', found: 0 })).toContain('not begun')
    expect(stopWords({ status: 'running', found: 0 })).toContain('found nothing yet')
    expect(stopWords({ status: 'running', found: 1 })).toContain('The item found so far can still be kept')
    expect(stopWords({ status: 'running', found: 12 })).toContain('The 12 items found so far can still be kept')
  })

  it('of a host never fail, whatever the address is', () => {
    expect(hostOf('https://www.example.org/a?b')).toBe('example.org')
    expect(hostOf('not an address')).toBe('not an address')
  })
})

describe('a run that waits', () => {
  it('shows its steps as far as they came, none of them stopped, and pictures that nobody asked for as such', () => {
    const steps = [
      { ...step, status: 'completed' as const },
      { ...step, status: 'failed' as const, message: 'Cancelled' },
      { ...step, id: 'capture-screenshots' },
      { ...step, status: 'completed' as const },
    ]
    const shown = shownSteps({ ...run, steps })
    expect(shown.map(({ status }) => status)).toEqual(['completed', 'pending', 'skipped', 'pending'])
    expect(shown.slice(1, 3).map((each) => stepWords(each, 0))).toEqual(['Next', 'Not asked for'])
  })

  it('says what it waits for once', () => {
    expect(waitWords('The queue is paused.')).toBe('Waits: the queue is paused. It goes on by itself.')
    expect(waitWords(undefined)).toBe('Waits for its turn. It begins by itself.')
  })
})

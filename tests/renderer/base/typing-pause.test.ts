import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTypingPause } from '../../../src/renderer/base/typing-pause'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('saves once after a pause', () => {
  const act = vi.fn()
  const pause = createTypingPause(act, 2000, 10_000)
  for (let letter = 0; letter < 3; letter += 1) {
    pause.touch()
    vi.advanceTimersByTime(500)
  }
  expect(act).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(1)
})

test('saves also while somebody types without a pause, so that a lock in mid-sentence loses little', () => {
  const act = vi.fn()
  const pause = createTypingPause(act, 2000, 10_000)
  for (let letter = 0; letter < 60; letter += 1) {
    pause.touch()
    vi.advanceTimersByTime(500)
  }
  expect(act.mock.calls.length).toBeGreaterThanOrEqual(2)
})

test('does not save again what was cancelled', () => {
  const act = vi.fn()
  const pause = createTypingPause(act, 2000, 10_000)
  pause.touch()
  pause.cancel()
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(0)
})

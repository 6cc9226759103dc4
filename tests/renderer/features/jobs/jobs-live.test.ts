import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atMostEvery } from '../../../../src/renderer/base/at-most-every'
import { fillText, growText, noText } from '../../../../src/renderer/base/live-text'
import { filterInput, filterKey, isNarrowed, neighbourOf, noFilter } from '../../../../src/renderer/features/jobs/list-filter'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('many events in a pause are one reading at its end, and the first is answered at once', () => {
  let done = 0
  const paced = atMostEvery(500, () => {
    done += 1
  })
  paced.ask()
  expect(done).toBe(1)
  for (let index = 0; index < 100; index += 1) paced.ask()
  expect(done).toBe(1)
  vi.advanceTimersByTime(500)
  expect(done).toBe(2)
  vi.advanceTimersByTime(5000)
  expect(done).toBe(2)
  paced.ask()
  expect(done).toBe(3)
})

test('nothing is read after the page is left', () => {
  let done = 0
  const paced = atMostEvery(500, () => {
    done += 1
  })
  paced.ask()
  paced.ask()
  paced.stop()
  vi.advanceTimersByTime(5000)
  expect(done).toBe(1)
})

test('streamed text grows by offset: repeated pieces change nothing, a new attempt begins anew', () => {
  let live = growText(noText, 0, 'The first')
  live = growText(live, 9, ' words')
  expect(live).toEqual({ from: 0, text: 'The first words' })
  expect(growText(live, 9, ' words')).toBe(live)
  expect(growText(live, 0, 'Anew')).toEqual({ from: 0, text: 'Anew' })
})

test('who comes late sees what follows and is told that something stood before; the whole text puts it back', () => {
  let live = growText(noText, 4000, 'later words')
  expect(live).toEqual({ from: 4000, text: 'later words' })
  live = growText(live, 4011, ' go on')
  expect(live.text).toBe('later words go on')
  const whole = `${'x'.repeat(4000)}later`
  expect(fillText(live, whole)).toEqual({ from: 0, text: `${'x'.repeat(4000)}later words go on` })
  expect(fillText(live, 'too short to reach')).toBe(live)
  expect(fillText(noText, 'all of it')).toEqual({ from: 0, text: 'all of it' })
  // A piece that went missing leaves no hole in the middle of the text.
  expect(growText({ from: 0, text: 'abc' }, 10, 'later')).toEqual({ from: 10, text: 'later' })
})

test('status, kind and thought narrow the list together', () => {
  const item = { id: 'i1', title: 'A thought' }
  expect(filterInput(noFilter)).toEqual({})
  expect(filterInput({ filter: 'dead', type: 'expand', item })).toEqual({ status: 'dead', type: 'expand', itemId: 'i1' })
  expect(isNarrowed({ type: null, item: null })).toBe(false)
  expect(isNarrowed({ type: 'embed', item: null })).toBe(true)
  expect(filterKey({ filter: 'all', type: 'embed', item: null })).not.toBe(filterKey({ filter: 'all', type: null, item }))
})

test('after a discard the job below is shown, at the end the one above, and none when it was the last', () => {
  const jobs = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
  expect(neighbourOf(jobs, 'b')).toBe('c')
  expect(neighbourOf(jobs, 'c')).toBe('b')
  expect(neighbourOf([{ id: 'a' }], 'a')).toBeUndefined()
  expect(neighbourOf(jobs, 'not in the list')).toBeUndefined()
})

import { afterEach, expect, it, vi } from 'vitest'
import { currentTime, setClock } from '../../../src/renderer/ui/clock'

afterEach(() => {
  setClock()
  vi.useRealTimers()
})

it('is that of the computer, another one when set, and the computer’s again', () => {
  vi.useFakeTimers({ now: 1_000 })
  expect(currentTime()).toBe(1_000)
  setClock(() => 5)
  expect(currentTime()).toBe(5)
  setClock()
  vi.setSystemTime(2_000)
  expect(currentTime()).toBe(2_000)
})

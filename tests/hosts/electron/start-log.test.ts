import { expect, it } from 'vitest'
import { createStartLog, SLOW_START_MS } from '../../../src/main/hosts/electron/start-log'

function setUp(always: boolean) {
  const lines: string[] = []
  const clock = { now: 100.4 }
  let slow: (() => void) | undefined
  const start = createStartLog({
    write: (line) => void lines.push(line),
    elapsed: () => clock.now,
    always,
    later(act, ms) {
      expect(ms).toBe(SLOW_START_MS)
      slow = act
      return () => {
        slow = undefined
      }
    },
  })
  return { start, lines, clock, isSlow: () => slow?.(), isWaiting: () => slow !== undefined }
}

it('writes nothing of a start that is quick', () => {
  const { start, lines, isWaiting } = setUp(false)
  start.reached('app ready')
  start.reached('window shown')
  expect(lines).toEqual([])
  expect(isWaiting()).toBe(false)
})

it('says of a slow start how far it came and when, and then each further stage', () => {
  const { start, lines, clock, isSlow } = setUp(false)
  start.reached('app ready')
  clock.now = 5000
  isSlow()
  clock.now = 7000
  start.reached('window shown', 'loaded, not painted')
  start.reached('page loaded')
  expect(lines).toEqual([
    'Start: 100 ms, app ready',
    'Start: still going on after 5000 ms',
    'Start: 7000 ms, window shown (loaded, not painted)',
  ])
})

it('writes every stage at once when it is asked to', () => {
  const { start, lines } = setUp(true)
  start.reached('app ready')
  expect(lines).toEqual(['Start: 100 ms, app ready'])
})

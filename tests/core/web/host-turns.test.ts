import { describe, expect, it } from 'vitest'
import { createHostTurns } from '../../../src/main/core/web/host-turns'

/** A clock that moves only when something sleeps. */
function clock() {
  let now = 1000
  const sleeps: number[] = []
  return {
    sleeps,
    elapsed: () => now,
    sleep: async (milliseconds: number) => {
      sleeps.push(milliseconds)
      now += milliseconds
    },
  }
}
const signal = () => new AbortController().signal

describe('turns of a host', () => {
  it('keep the pace between two starts, for each host by itself', async () => {
    const time = clock()
    const take = createHostTurns({ ...time, perHost: 5 })
    for (const host of ['a', 'b', 'a', 'a']) (await take(host, 500, signal()))()
    expect(time.sleeps).toEqual([500, 500])
  })

  it('let so many in at once, and the next in the order they came', async () => {
    const take = createHostTurns({ ...clock(), perHost: 2 })
    const order: string[] = []
    const first = await take('a', 0, signal())
    const second = await take('a', 0, signal())
    const enter = (name: string) =>
      take('a', 0, signal()).then((done) => {
        order.push(name)
        return done
      })
    const third = enter('third')
    const fourth = enter('fourth')
    await Promise.resolve()
    expect(order).toEqual([])
    first()
    const endThird = await third
    expect(order).toEqual(['third'])
    second()
    endThird()
    ;(await fourth)()
    expect(order).toEqual(['third', 'fourth'])
    // All are gone: two may enter again.
    await take('a', 0, signal())
    await take('a', 0, signal())
  })

  it('are given up by who stops waiting, so that nobody waits behind a ghost', async () => {
    const take = createHostTurns({ ...clock(), perHost: 1 })
    const first = await take('a', 0, signal())
    const gone = new AbortController()
    const ghost = take('a', 0, gone.signal)
    const next = take('a', 0, signal())
    gone.abort()
    await expect(ghost).rejects.toThrow()
    first()
    ;(await next)()
    await take('a', 0, signal())
  })
})

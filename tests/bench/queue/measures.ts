import { setTimeout as delay } from 'node:timers/promises'
import type { Contender } from './contender'

const seconds = (since: number) => (performance.now() - since) / 1000

/** Jobs a second, each saved before the next is given. */
export async function enqueueSingle(contender: Contender, count: number): Promise<number> {
  const start = performance.now()
  for (let n = 0; n < count; n++) {
    const saved = contender.enqueue()
    if (saved) await saved
  }
  return count / seconds(start)
}

/** Microseconds of one enqueue, saved, and the pages that it writes. */
export async function enqueueCost(contender: Contender, count: number): Promise<{ us: number; pages: number }> {
  const before = contender.walPages?.() ?? 0
  const few = 100 // So that SQLite does not start the WAL anew between the two looks.
  await enqueueSingle(contender, few)
  const pages = ((contender.walPages?.() ?? 0) - before) / few
  return { us: 1e6 / (await enqueueSingle(contender, count)), pages }
}

/** Jobs a second, given together. */
export async function enqueueBatch(contender: Contender, count: number): Promise<number> {
  const start = performance.now()
  await contender.enqueueMany(count)
  return count / seconds(start)
}

/** Jobs a second through two workers (claim and complete), and the longest time in ms that a timer had to wait meanwhile. */
export async function drain(contender: Contender, count: number): Promise<{ rate: number; stall: number }> {
  await contender.enqueueMany(count)
  await delay(20)
  let stall = 0
  let last = performance.now()
  const look = () => {
    const time = performance.now()
    stall = Math.max(stall, time - last)
    last = time
  }
  const timer = setInterval(look, 1)
  const start = performance.now()
  let left = count
  let end = 0
  await new Promise<void>((resolve) => {
    contender.start({
      started() {},
      completed() {
        left -= 1
        if (left > 0) return
        end = performance.now()
        resolve()
      },
    })
  })
  await delay(0)
  look()
  clearInterval(timer)
  await contender.stop()
  return { rate: count / ((end - start) / 1000), stall }
}

/** Milliseconds from the call that enqueues, on a queue with nothing to do, to the handler's start. */
export async function idleStart(contender: Contender, samples: number): Promise<number[]> {
  const times: number[] = []
  let begun = 0
  let completed = () => {}
  contender.start({ started: () => times.push(performance.now() - begun), completed: () => completed() })
  await delay(30)
  for (let n = 0; n < samples; n++) {
    await delay(3 + (n % 5))
    const done = new Promise<void>((resolve) => {
      completed = resolve
    })
    begun = performance.now()
    const saved = contender.enqueue()
    if (saved) await saved
    await done
  }
  await contender.stop()
  return times
}

/** Microseconds of one claim, saved, with so many jobs waiting, or with so many waiting of which 90 % are not due yet. */
export async function claimTime(contender: Contender, waiting: number, delayed: boolean, samples: number): Promise<number[]> {
  const due = delayed ? Math.max(samples + 10, Math.round(waiting / 10)) : waiting
  await contender.enqueueMany(due)
  if (delayed) await contender.enqueueDelayed(waiting - due)
  await delay(20)
  const times: number[] = []
  for (let n = 0; n < samples; n++) {
    const start = performance.now()
    const found = contender.claim()
    if (!(typeof found === 'boolean' ? found : await found)) throw new Error('Nothing to claim')
    times.push((performance.now() - start) * 1000)
  }
  return times
}
